"""The named ruleset of belote for two."""

from typing import Final

from referee import Preset, Text

PRESETS: Final[tuple[Preset, ...]] = (
    Preset(
        id="belote_2p",
        base="classic",
        name=Text("Belote for two", "Belote à deux"),
        line=Text(
            "Nine cards each, twelve out of play, the seven of trumps buys the turn-up, 501 points",
            "Neuf cartes chacun, douze hors du jeu, le sept d'atout échange la retourne, 501 points",
        ),
        source="Exoty, rules of two-handed belote, as read in 2026",
        features=("two_handed",),
        options={"target": 501},
    ),
)
