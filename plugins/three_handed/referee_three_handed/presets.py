"""The named ruleset of belote for three."""

from typing import Final

from referee import Preset
from referee.model.text import Text

PRESETS: Final[tuple[Preset, ...]] = (
    Preset(
        id="belote_3p",
        base="classic",
        features=("three_handed",),
        name=Text("Belote for three", "Belote à trois"),
        line=Text(
            "24 cards, each for himself, the taker must make more than each of the others, 1000 points",
            "24 cartes, chacun pour soi, le preneur doit faire plus que chacun des autres, 1000 points",
        ),
        source="Exoty, rules of three-handed belote, as read in 2026",
    ),
)
