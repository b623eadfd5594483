"""Features whose declarations are at fault."""

from collections.abc import Sequence
from typing import Final

from referee.hookspecs import hookimpl
from referee.model.card import NAME_OF, RANK_CARDS, Card, Cards, Rank, cards_in
from referee.model.seat import Seat
from referee.model.term import Term, TermKind
from referee.model.text import Text
from referee.rules.declarations import Combination, DeclarationKind, Said
from referee.rules.ranking import Mode
from referee.ruleset import Manifest
from tests.testing_kit.planted.planting import breaks, manifest


class EveryCounts:
    """A contest that everybody wins."""

    def __init__(self, kinds: Sequence[DeclarationKind]) -> None:
        self.kinds = kinds

    shows = False
    one_side_scores = False

    def claimable(self, points: int) -> bool:
        return True

    def best(self, hand: Cards, mode: Mode) -> tuple[Combination, ...]:
        return tuple(one for kind in self.kinds for one in kind.find(hand, mode))

    def objections(self, combinations: Sequence[Combination]) -> tuple[str, ...]:
        return ()

    def points(self, said: Said, mode: Mode) -> int | None:
        return 10

    def scoring(self, said: Sequence[Said], mode: Mode) -> tuple[bool | None, ...]:
        return (True,) * len(said)


def an_ace(name: str, ace: Card) -> DeclarationKind:
    return DeclarationKind(name, lambda hand, mode: (Combination(name, ace, 10),) if hand & ace else ())


ACES: Final = [
    an_ace(f"holds_{NAME_OF[ace].lower()}", ace) for ace in cards_in(RANK_CARDS[Rank.ACE]) if NAME_OF[ace] != "AS"
]
QUIET: Final = [an_ace(f"ace_{number}", ace) for number, ace in enumerate(cards_in(RANK_CARDS[Rank.ACE]), start=1)]
TEXT: Final = Text("An ace", "Un as")


def declaring(name: str, kinds: Sequence[DeclarationKind]) -> Manifest:
    return manifest(name, terms=tuple(Term(TermKind.DECLARATION, one.id, TEXT, TEXT) for one in kinds))


@breaks("redaction_hides")
class NamesItsCards:
    """The kinds that it declares tell the cards, which are to be hidden."""

    @hookimpl
    def referee_manifest(self) -> Manifest:
        return declaring("names_its_cards", ACES)

    @hookimpl
    def referee_declarations(self) -> Sequence[DeclarationKind]:
        return ACES

    @hookimpl
    def referee_declaration_contest(self) -> EveryCounts:
        return EveryCounts(ACES)


class Quiet:
    @hookimpl
    def referee_declarations(self) -> Sequence[DeclarationKind]:
        return QUIET


class HastyContest(EveryCounts):
    """What it does not see counts for nothing."""

    def scoring(self, said: Sequence[Said], mode: Mode) -> tuple[bool | None, ...]:
        return tuple(one.combination is not None for one in said)


@breaks("redaction_tells_truth")
class CountsWhatItSees(Quiet):
    @hookimpl
    def referee_manifest(self) -> Manifest:
        return declaring("counts_what_it_sees", QUIET)

    @hookimpl
    def referee_declaration_contest(self) -> HastyContest:
        return HastyContest(QUIET)


class MindfulContest(EveryCounts):
    """It remembers what it once saw declared."""

    def __init__(self, kinds: Sequence[DeclarationKind]) -> None:
        super().__init__(kinds)
        self.seen: set[tuple[Seat, str]] = set()

    def scoring(self, said: Sequence[Said], mode: Mode) -> tuple[bool | None, ...]:
        self.seen |= {(one.seat, one.kind) for one in said if one.combination is not None}
        return tuple(True if (one.seat, one.kind) in self.seen else None for one in said)


@breaks("keeps_nothing")
class RemembersWhatItSaw(Quiet):
    @hookimpl
    def referee_manifest(self) -> Manifest:
        return declaring("remembers_what_it_saw", QUIET)

    @hookimpl
    def referee_declaration_contest(self) -> MindfulContest:
        return MindfulContest(QUIET)
