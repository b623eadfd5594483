"""A new deal, shuffled by the referee."""

import sys

from belote_client import Referee, text, word
from belote_client.messages import Seat

TARGET = sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:15200"


with Referee(TARGET) as referee:
    answer = referee.deal_cards("ffb_classic", dealer="south")

for hand in answer.position.hands:
    print(f"{word(Seat, hand.seat)}: {text(hand.cards)}")
print(f"{text(answer.position.turn_up)} is turned up, {word(Seat, answer.position.turn)} speaks first")
