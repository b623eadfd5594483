"""A capot that the taker announces before the first lead: a step of its own that any client finds and can play."""

from collections.abc import Sequence
from typing import Final

from referee import Manifest, Options, Preset, Term, TermKind, Text, hookimpl
from referee.rules.bonuses import Bonus
from referee.rules.exchange import Exchange

from .options import CAPOT, FORUM, GENERALE, OPTIONS
from .rules import RULES
from .stake import LINE, stake
from .step import ANNOUNCE, TERMS, Announce

REVISION: Final = 1
"""Goes up with every change of a verdict or a score."""

PRESETS: Final = (
    Preset(
        id="table_capot",
        base="classic",
        features=("announced_capot",),
        name=Text("Classic belote, capot announced", "Belote classique, capot annoncé"),
        line=Text(
            "Federation rules, and the taker may announce a capot for 500 points",
            "Règles de la fédération, et le preneur peut annoncer un capot pour 500 points",
        ),
        source=FORUM,
    ),
)

_TERMS: Final = (
    Term(
        TermKind.CONTRACT_TERM,
        TERMS[CAPOT],
        Text("Announced capot", "Capot annoncé"),
        Text("The taker's side has undertaken to win all the tricks.", "Le camp du preneur doit faire tous les plis."),
    ),
    Term(
        TermKind.CONTRACT_TERM,
        TERMS[GENERALE],
        Text("Announced générale", "Générale annoncée"),
        Text("The taker has undertaken to win all the tricks alone.", "Le preneur doit faire tous les plis seul."),
    ),
    Term(
        TermKind.SCORE_LINE,
        LINE,
        Text("Announcement", "Annonce du preneur"),
        Text("The stake of an announced capot or générale.", "L'enjeu d'un capot ou d'une générale annoncés."),
    ),
)


class AnnouncedCapot:
    """The feature ``announced_capot``: each method answers one extension point with the options in force."""

    @hookimpl
    def referee_manifest(self) -> Manifest:
        """Options, rules, terms and the step of an announced capot, and the preset that has it."""
        return Manifest(
            id="announced_capot",
            revision=REVISION,
            name=Text("Announced capot", "Capot annoncé"),
            line=Text(
                "The taker may announce all the tricks before the first lead, for a stake.",
                "Le preneur peut annoncer tous les plis avant l'entame, pour un enjeu.",
            ),
            options=OPTIONS,
            presets=PRESETS,
            rules=RULES,
            terms=_TERMS,
            steps=(ANNOUNCE,),
        )

    @hookimpl
    def referee_exchange(self, options: Options) -> Sequence[Exchange]:
        """The announcement."""
        return (Announce(generale=options.limit("announced_generale_stake") is not None),)

    @hookimpl
    def referee_bonuses(self, options: Options) -> Sequence[Bonus]:
        """Its stake."""
        return (stake(options.number("announced_capot_stake"), options.limit("announced_generale_stake")),)
