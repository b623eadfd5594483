"""Cards, deals and whole records as text that people write and read, both ways. Text never goes on the wire."""

from referee.notation.names import (
    NAMINGS,
    Naming,
    card_text,
    cards_text,
    read_card,
    read_cards,
    read_seat,
    read_team,
    read_trump,
    seat_text,
    team_text,
    trump_text,
)
from referee.notation.printing import action_text, deal_text
from referee.notation.reading import names_in, read_deal
from referee.notation.tokens import setting_value, value_text
from referee.notation.unreadable import Misreading, UnreadableText

__all__ = [
    "NAMINGS",
    "Misreading",
    "Naming",
    "UnreadableText",
    "action_text",
    "card_text",
    "cards_text",
    "deal_text",
    "names_in",
    "read_card",
    "read_cards",
    "read_deal",
    "read_seat",
    "read_team",
    "read_trump",
    "seat_text",
    "setting_value",
    "team_text",
    "trump_text",
    "value_text",
]
