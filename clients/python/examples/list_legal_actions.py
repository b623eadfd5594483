"""What the seat to act may do, and what not and why: the everyday call of a screen."""

import sys

from belote_client import Referee, actions, record, text, word
from belote_client.messages import Seat

TARGET = sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:15200"

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
    actions=[actions.passed(), actions.passed(), actions.take("diamonds"), "TD", "8D"],
)

with Referee(TARGET) as referee:
    answer = referee.list_legal_actions(deal)

print(f"{word(Seat, answer.turn)} may play", ", ".join(text(choice.action) for choice in answer.legal))
for choice in answer.refused:
    print(f"not {text(choice.action)}: {choice.violations[0].message}")
