"""One request of every call that has everything a request can be required to have, whether it makes sense or not."""

from typing import Final

from google.protobuf.message import Message

from tests.errors.written import request_of

RULES: Final = 'ruleset { preset: "ffb_classic" options { name: "target" number: 500 } }'
DEAL: Final = f"""
    deal {{
      {RULES}
      dealer: SEAT_WEST
      hands {{ seat: SEAT_EAST cards: [7C, 8C, 9C, TC, JC] }}
      turn_up: AS
      actions {{ call {{ passed {{}} }} }}
      actions {{ call {{ take {{ trump: TRUMP_SPADES }} }} }}
      actions {{ call {{ bid {{ trump: TRUMP_HEARTS points: 80 }} }} }}
      actions {{ play: 7C declarations {{ kind: "tierce" cards: [7C, 8C, 9C] }} }}
      actions {{ custom {{ id: "swap" cards: [7C] options {{ name: "with" choice: "talon" }} }} }}
      totals_in {{ team: TEAM_EAST_WEST points: 100 }}
    }}
"""
SHEET: Final = """
    score_sheet {
      outcome: OUTCOME_MADE
      capot: TEAM_NOBODY
      contract { team: TEAM_SOUTH_NORTH }
      written { team: TEAM_SOUTH_NORTH kind: SCORE_LINE_KIND_TRICKS points: 90 }
      written { team: TEAM_EAST_WEST kind: SCORE_LINE_KIND_TRICKS points: 72 }
      totals { team: TEAM_SOUTH_NORTH points: 90 }
      totals { team: TEAM_EAST_WEST points: 72 }
    }
"""
TALLY: Final = """
    tally {
      TALLY COUNTED
      tricks { team: TEAM_SOUTH_NORTH count: 5 }
      belotes { team: TEAM_SOUTH_NORTH count: 1 }
      declarations { team: TEAM_SOUTH_NORTH points: 0 }
    }
"""
WHOLE: Final = {
    "DealCards": f"""
        {RULES}
        draws {{ seat: SEAT_EAST card: 7C }}
        draws {{ seat: SEAT_SOUTH card: 8C }}
        totals_in {{ team: TEAM_EAST_WEST points: 100 }}
    """,
    "InspectDeal": DEAL,
    "ListLegalActions": DEAL,
    "ApplyAction": f"{DEAL} action {{ play: 8C declarations {{ kind: 'tierce' }} }}",
    "RedactDeal": f"{DEAL} seat: SEAT_EAST",
    "ScoreDeal": DEAL,
    "ScoreMatch": f"{RULES} deals {{ {SHEET} }} deals {{ {TALLY} }} deals {{ {DEAL} }}",
    "ListLegalCards": f"{RULES} trump: TRUMP_HEARTS hand: [7C, 8C] trick: [9S]",
    "JudgeTrick": f"{RULES} trump: TRUMP_HEARTS leader: SEAT_WEST cards: [7C, 8C]",
    "ScoreTally": f"{RULES} {TALLY}",
    "BatchJudge": f"questions {{ judge_trick {{ {RULES} trump: TRUMP_HEARTS leader: SEAT_WEST cards: [7C] }} }}",
}


def whole(rpc: str) -> Message:
    """The request of a call."""
    return request_of(rpc, WHOLE[rpc])
