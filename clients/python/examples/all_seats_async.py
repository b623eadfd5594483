"""What each seat may see of a deal, asked for at the same time."""

import asyncio
import sys

from belote_client import AsyncReferee, text, word
from belote_client.messages import Seat

TARGET = sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:15200"


async def main() -> None:
    """Deals a hand and shows it to four players."""
    async with AsyncReferee(TARGET, language="fr") as referee:
        deal = (await referee.deal_cards("ffb_classic", dealer="south")).deal
        views = await asyncio.gather(*(referee.redact_deal(deal, seat) for seat in ("south", "east", "north", "west")))
    for view in views:
        (hand,) = view.deal.hands
        print(f"{word(Seat, hand.seat)}: {text(hand.cards)}")


asyncio.run(main())
