"""The laws of an announced capot."""

from typing import Final

from referee import Rule, Text

from .options import FORUM, GUIANA

RULES: Final = (
    Rule(
        "announced_capot/once",
        Text("What is announced is announced once.", "Ce qui est annoncé ne l'est qu'une fois."),
        source=FORUM,
    ),
    Rule(
        "announced_capot/generale",
        Text(
            "A générale, all the tricks by the taker alone, is announced only where the table plays it.",
            "Une générale, tous les plis par le preneur seul, ne s'annonce que si la table la joue.",
        ),
        source=GUIANA,
        options=("announced_generale_stake",),
    ),
    Rule(
        "announced_capot/stake",
        Text(
            "The taker's side writes the stake of what its taker announced if it wins the tricks as announced, and "
            "otherwise the defence writes it.",
            "Le camp du preneur marque l'enjeu de ce que le preneur a annoncé s'il fait les plis annoncés, et sinon la "
            "défense le marque.",
        ),
        source=f"{FORUM}; {GUIANA}",
        options=("announced_capot_stake", "announced_generale_stake"),
    ),
)
