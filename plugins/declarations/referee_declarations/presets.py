"""The named ruleset of classic belote with declarations."""

from typing import Final

from referee import Preset
from referee.model.text import Text

PRESETS: Final[tuple[Preset, ...]] = (
    Preset(
        id="cafe",
        base="classic",
        name=Text("Café belote, with declarations", "Belote de café, avec annonces"),
        line=Text(
            "Classic belote with tierces, cinquantes, cents and carrés, cut without shuffling, 1000 points",
            "Belote classique avec tierces, cinquantes, cents et carrés, coupe sans mélange, 1000 points",
        ),
        source="Scoring page (001), as read in 2026; glossary (002), as read in 2026; FFB web pages, with declarations",
        features=("declarations",),
        options={"shuffle": "never_cut_only"},
    ),
)
