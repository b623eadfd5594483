"""Who broke which rule? North, who holds diamonds, throws a spade on a diamond."""

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
    actions=[actions.passed(), actions.passed(), actions.take("diamonds"), *["TD", "8D", "8S"]],
)

with Referee(TARGET) as referee:
    answer = referee.inspect_deal(deal)

fault = answer.fault
print(f"action {fault.action_index}: {word(Seat, fault.seat)} {text(deal.actions[fault.action_index])}")
for violation in fault.violations:
    print(f"{violation.rule_id}: {violation.message} Right was: {text(violation.cards)}")
