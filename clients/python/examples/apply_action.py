"""A card that is refused, then one that ends the trick."""

import sys

from belote_client import Referee, actions, record, text, word
from belote_client.messages import EventKind, Ruling, Seat

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
    actions=[actions.passed(), actions.passed(), actions.take("diamonds"), *["AS", "KS", "8S"]],
)

with Referee(TARGET) as referee:
    refused = referee.apply_action(deal, "TH")
    print(word(Ruling, refused.ruling), "-", refused.violations[0].message)

    played = referee.apply_action(deal, "QS")
    print(word(Ruling, played.ruling))
    for event in played.events:
        print(word(EventKind, event.kind), word(Seat, event.seat), text(event.cards), event.points)
    deal = played.deal  # the record to go on with

print(len(deal.actions), "actions so far")
