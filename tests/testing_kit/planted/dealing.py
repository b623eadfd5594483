"""Features that deal what they should not."""

from collections.abc import Sequence

from referee.hookspecs import hookimpl
from referee.model.card import Card, Cards
from referee.model.seat import Seat
from referee.rules.dealing import Dealing
from referee.rules.table import Table
from referee.ruleset import Manifest
from tests.testing_kit.planted.planting import breaks, manifest


class CardDealtTwice(Dealing):
    def complete(self, table: Table, deck: Sequence[Card], dealer: Seat, taker: Seat | None) -> list[Cards]:
        first, second, *others = super().complete(table, deck, dealer, taker)
        return [first & (first - 1) | second & -second, second, *others]


@breaks("cards_in_one_place")
class DealsACardTwice:
    @hookimpl
    def referee_manifest(self) -> Manifest:
        return manifest("deals_a_card_twice", "dealing")

    @hookimpl
    def referee_dealing(self) -> Dealing:
        return CardDealtTwice((3, 2), (3,), turn_up=True)


class HandsSwapped(Dealing):
    def complete(self, table: Table, deck: Sequence[Card], dealer: Seat, taker: Seat | None) -> list[Cards]:
        return super().complete(table, deck, dealer, taker)[::-1]


@breaks("redaction_is_final", "replays_alike")
class SwapsHands:
    """Who is told to receive a hand does not play it."""

    @hookimpl
    def referee_manifest(self) -> Manifest:
        return manifest("swaps_hands", "dealing")

    @hookimpl
    def referee_dealing(self) -> Dealing:
        return HandsSwapped((3, 2), (3,), turn_up=True)


class CardForgotten(Dealing):
    def second_stage(
        self, table: Table, deck: Sequence[Card], dealer: Seat, taker: Seat | None
    ) -> dict[Seat, tuple[Card, ...]]:
        return {seat: cards[:-1] for seat, cards in super().second_stage(table, deck, dealer, taker).items()}


@breaks("own_cards_are_certain")
class ForgetsACard:
    """Nobody is told of the last card that comes to a hand."""

    @hookimpl
    def referee_manifest(self) -> Manifest:
        return manifest("forgets_a_card", "dealing")

    @hookimpl
    def referee_dealing(self) -> Dealing:
        return CardForgotten((3, 2), (3,), turn_up=True)
