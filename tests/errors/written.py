"""Requests as protobuf's own text, where `7C` is a card, and some words stand for more."""

import re
from typing import Final

from google.protobuf import text_format
from google.protobuf.message import Message

from referee.model.card import CARD_NAMED, NUMBER_OF
from tests.properties.random_questions import REQUESTS

WORDS: Final = {
    "RULES": 'ruleset { preset: "ffb_classic" }',
    "THREE": 'ruleset { preset: "ffb_classic" features: "three" }',
    "PACK": f"[{', '.join(map(str, NUMBER_OF.values()))}]",
    "RECORD": 'ruleset { preset: "ffb_classic" } dealer: SEAT_WEST deck: PACK',
    "PASS": "actions { call { passed {} } }",
    "QUESTION": "questions {}",
    "DEAL": "deals {}",
    "WON": (
        "deals { score_sheet { outcome: OUTCOME_MADE capot: TEAM_NOBODY contract { team: TEAM_SOUTH_NORTH }"
        " written { team: TEAM_SOUTH_NORTH kind: SCORE_LINE_KIND_TRICKS points: 1500 }"
        " totals { team: TEAM_SOUTH_NORTH points: 1500 } totals { team: TEAM_EAST_WEST points: 0 } } }"
    ),
    "TALLY": "taker: TEAM_SOUTH_NORTH last_trick: TEAM_EAST_WEST",
    "COUNTED": "card_points { team: TEAM_SOUTH_NORTH points: 90 }",
}
_WORD: Final = re.compile(rf'"[^"]*"|\b({"|".join(WORDS)})\b(?:\*(\d+))?|\b[789TJQKA][CDHS]\b')


def request_of(rpc: str, text: str) -> Message:
    """The request of a call, written as text; `PASS*8` is the word eight times."""
    return text_format.Parse(_spelt(text), REQUESTS[rpc]())


def _spelt(text: str) -> str:
    return _WORD.sub(_spell, text)


def _spell(found: re.Match[str]) -> str:
    if found[1]:
        return " ".join([_spelt(WORDS[found[1]])] * int(found[2] or 1))
    return found[0] if found[0].startswith('"') else str(NUMBER_OF[CARD_NAMED[found[0]]])
