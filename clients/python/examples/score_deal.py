"""The score of a whole deal: the takers fail, and the belote goes to the other side."""

import sys

from belote_client import Referee, actions, record, word
from belote_client.messages import Outcome, ScoreLineKind, Team

TARGET = sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:15200"

OPENING = "AS KS 8S 9S  9C AC KC TC  7C JD 7H JC  AD 8H TD 8D  7D JH TS"
deal = record(
    "ffb_classic",
    dealer="west",
    turn_up="JD",
    hands={
        "south": "KH 7S TD AS JC JS 9C TS",
        "east": "8C AC QD 7C KS 8D KD QC",
        "north": "QH 9D 7D 8S KC JD 9H AD",
        "west": "9S JH AH TH QS 7H TC 8H",
    },
    actions=[
        actions.passed(),
        actions.passed(),
        actions.take("diamonds"),
        *OPENING.split(),
        actions.play("KD", says_belote=True),
        *["8C", "9D", "QS", "KH", "9H", "AH", "7S", "QC", "TH", "JS"],
        actions.play("QD", says_belote=True),
        "QH",
    ],
)

with Referee(TARGET) as referee:
    sheet = referee.score_deal(deal).score_sheet

print(word(Outcome, sheet.outcome))
for line in sheet.written:
    print(f"{word(Team, line.team)}: {line.points} for {word(ScoreLineKind, line.kind)}")
for total in sheet.totals:
    print(f"{word(Team, total.team)} writes {total.points}")
