"""What one seat may see of a deal."""

import sys

from belote_client import Referee, text, word
from belote_client.messages import Seat

TARGET = sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:15200"


with Referee(TARGET) as referee:
    deal = referee.deal_cards("ffb_classic", dealer="south").deal
    seen = referee.redact_deal(deal, "east").deal

print(f"{len(deal.deck)} cards are known to the referee, {len(seen.deck)} in the record that east gets")
for hand in seen.hands:
    print(f"{word(Seat, hand.seat)} sees its own: {text(hand.cards)}")
