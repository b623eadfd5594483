"""Declarations: tierce, cinquante, cent and carré said with the first card, added to any game of the family."""

from collections.abc import Sequence
from typing import Final

from referee import Manifest, Options, Term, TermKind, hookimpl
from referee.model.text import Text
from referee.rules.bonuses import Bonus, Fate
from referee.rules.declarations import DeclarationKind
from referee.rules.table import Table

from .bonuses import declared
from .contest import OneSideScores
from .kinds import CARRE, CENT, CINQUANTE, TIERCE, Order, kinds
from .options import OPTIONS
from .presets import PRESETS
from .rules import RULES

REVISION: Final = 1
"""Goes up with every change of a verdict."""

TERMS: Final = (
    Term(
        TermKind.DECLARATION,
        TIERCE,
        Text("Tierce", "Tierce"),
        Text("Three cards of one suit in a row, 20 points", "Trois cartes qui se suivent dans une couleur, 20 points"),
    ),
    Term(
        TermKind.DECLARATION,
        CINQUANTE,
        Text("Cinquante", "Cinquante"),
        Text("Four cards of one suit in a row, 50 points", "Quatre cartes qui se suivent dans une couleur, 50 points"),
    ),
    Term(
        TermKind.DECLARATION,
        CENT,
        Text("Cent", "Cent"),
        Text(
            "Five cards or more of one suit in a row, 100 points",
            "Au moins cinq cartes qui se suivent dans une couleur, 100 points",
        ),
    ),
    Term(
        TermKind.DECLARATION,
        CARRE,
        Text("Carré", "Carré"),
        Text("Four cards of one rank, 100 to 200 points", "Quatre cartes de même hauteur, de 100 à 200 points"),
    ),
)

_WHEN_LOST: Final = {"validated_to_defenders": Fate.FOLLOWS, "own_only": Fate.VOID}
_WITHOUT_TRICK: Final = {"to_capot_team": Fate.FOLLOWS, "kept": Fate.STAYS, "lost": Fate.VOID}


class Declarations:
    """The feature ``declarations``: each method answers one extension point with the options in force."""

    @hookimpl
    def referee_manifest(self) -> Manifest:
        """Options, rules and terms of declarations, and the preset that has them."""
        return Manifest(
            id="declarations",
            revision=REVISION,
            name=Text("Declarations", "Annonces"),
            line=Text(
                "Tierce, cinquante, cent and carré are said with the first card, and the best side scores its own.",
                "Tierce, cinquante, cent et carré s'annoncent avec la première carte, et le meilleur camp les marque.",
            ),
            options=OPTIONS,
            presets=PRESETS,
            rules=RULES,
            terms=TERMS,
        )

    @hookimpl
    def referee_declarations(self, options: Options, table: Table) -> Sequence[DeclarationKind]:
        """The four kinds, each finding its combinations in a hand."""
        return kinds(_order(options), table.pack)

    @hookimpl
    def referee_declaration_contest(self, options: Options, table: Table) -> OneSideScores:
        """The side with the best declaration scores all its own."""
        return OneSideScores(
            _order(options),
            shows=options.choice("declaration_show") == "winners_at_trick2",
            first_to_speak=options.choice("declaration_tie") == "first_to_speak",
            card_in_two=options.flag("card_in_two_declarations"),
            splits=options.choice("long_sequence") == "best_split",
            pack=table.pack,
        )

    @hookimpl
    def referee_bonuses(self, options: Options) -> Sequence[Bonus]:
        """The line of the side whose declarations score."""
        return (
            declared(
                counts=options.flag("declarations_count_for_contract"),
                if_lost=_WHEN_LOST[options.choice("declarations_on_fail")],
                if_trickless=_WITHOUT_TRICK[options.choice("declarations_on_capot")],
            ),
        )


def _order(options: Options) -> Order:
    return Order(
        carre_beats_sequence=options.flag("carre_beats_sequence"),
        by_length=options.choice("long_sequence_compare") == "by_length",
    )
