"""One request a call that answers, each of the same deal, played on by the referee itself."""

import asyncio
import json
from functools import cache
from typing import Any, Final

from referee import plugins
from referee.service import Service, answer_as_json, request_from_json

RULES: Final = {"preset": "ffb_classic"}
RANKS: Final = dict(zip("789TJQKA", ("SEVEN", "EIGHT", "NINE", "TEN", "JACK", "QUEEN", "KING", "ACE"), strict=True))
SUITS: Final = {"C": "CLUBS", "D": "DIAMONDS", "H": "HEARTS", "S": "SPADES"}
DECK: Final = "7H AS 9C KD TS 8D JH QC 7S AD 9H KC TD JS 8C QH AC 7D 9S KH TC 8H JD QS AH 7C 9D JC TH 8S QD KS"
WAITING: Final = 9
"""Actions after which the deal of the examples is shown: the third player of a second trick is to play."""


def cards(text: str) -> list[str]:
    """Cards by their names in JSON."""
    return [f"CARD_{RANKS[one[0]]}_OF_{SUITS[one[1]]}" for one in text.split()]


@cache
def examples() -> dict[str, Any]:
    """A request of each call, as JSON."""
    service = Service(plugins.load())
    start = asked(service, "DealCards", {"ruleset": RULES, "dealer": "SEAT_WEST", "deck": cards(DECK)})["deal"]
    records = [start]
    while True:
        choices = asked(service, "ListLegalActions", {"deal": records[-1]})["legal"]
        takes = [one for one in choices if "take" in one["action"].get("call", {})]
        told = asked(service, "ApplyAction", {"deal": records[-1], "action": (takes or choices)[0]["action"]})
        records.append(told["deal"])
        if told["position"]["phase"] == "PHASE_FINISHED":
            break
    waiting = records[WAITING]
    next_action = records[WAITING + 1]["actions"][-1]
    won = {"ruleset": RULES, "trump": "TRUMP_HEARTS", "leader": "SEAT_EAST", "cards": cards("KC 7C TH 8C")}
    spot = {"ruleset": RULES, "trump": "TRUMP_HEARTS", "hand": cards("7H AS"), "trick": cards("KC")}
    counted = {
        "taker": "TEAM_SOUTH_NORTH",
        "trump": "TRUMP_SPADES",
        "cardPoints": [{"team": "TEAM_SOUTH_NORTH", "points": 100}],
        "lastTrick": "TEAM_EAST_WEST",
        "belotes": [{"team": "TEAM_SOUTH_NORTH", "count": 1}],
    }
    return {
        "ListVariants": {},
        "DealCards": {"ruleset": RULES, "dealer": "SEAT_WEST"},
        "InspectDeal": {"deal": waiting},
        "ListLegalActions": {"deal": waiting},
        "ApplyAction": {"deal": waiting, "action": next_action},
        "RedactDeal": {"deal": waiting, "seat": "SEAT_SOUTH"},
        "ScoreDeal": {"deal": records[-1]},
        "ScoreMatch": {"ruleset": RULES, "deals": [{"tally": counted}, {"tally": {"passedOut": True}}]},
        "ListLegalCards": spot,
        "JudgeTrick": won,
        "ScoreTally": {"ruleset": RULES, "tally": counted},
        "BatchJudge": {"questions": [{"listLegalCards": spot}, {"judgeTrick": won}]},
    }


def asked(service: Service, rpc: str, request: object) -> Any:
    """What a call answers, as JSON."""
    written = request_from_json(rpc, json.dumps(request).encode())
    if rpc == "BatchJudge":
        answer = asyncio.run(service.answer_batch(written, "en"))
    else:
        answer = service.answer(rpc, written, "en")
    return json.loads(answer_as_json(rpc, answer))
