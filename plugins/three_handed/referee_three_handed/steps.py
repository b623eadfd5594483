"""The step between auction and play as the catalogue shows it."""

from typing import Final

from referee import Step
from referee.model.text import Text

from .discard import ID

STEPS: Final[tuple[Step, ...]] = (
    Step(
        ID,
        Text("Discard", "Écart"),
        Text("The taker lays two cards away", "Le preneur écarte deux cartes"),
        Text(
            "The taker, who has received the two cards of the dog, lays any two of his twelve away, face down, before "
            "the first card is led. They count for him.",
            "Le preneur, qui a reçu les deux cartes du chien, écarte deux cartes quelconques de ses douze, face "
            "cachée, avant l'entame. Elles comptent pour lui.",
        ),
        min_cards=2,
        max_cards=2,
        rule_ids=("three_handed/discard",),
    ),
)
