"""The score of a coinche deal played with real cards, from what the table counted."""

import sys

from belote_client import Referee, ruleset, tally, word
from belote_client.messages import Outcome, Team

TARGET = sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:15200"

counted = tally(
    taker="south_north",
    trump="spades",
    target=100,
    doubling="coinche",
    card_points={"south_north": 98},
    last_trick="south_north",
    capot="nobody",
    belotes={"south_north": 1},
)

with Referee(TARGET) as referee:
    sheet = referee.score_tally(ruleset("ffb_coinche"), counted).score_sheet

print(word(Outcome, sheet.outcome))
for total in sheet.totals:
    print(f"{word(Team, total.team)} writes {total.points}")
