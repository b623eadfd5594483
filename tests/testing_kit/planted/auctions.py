"""Features whose auctions are at fault."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from referee.hookspecs import hookimpl
from referee.model.action import Call, Pass, Take
from referee.model.ruling import BidRange
from referee.model.seat import Seat
from referee.model.trump import Trump
from referee.rules.table import Table
from referee.ruleset import Manifest, Options
from tests.testing_kit.planted.planting import CLASSIC, Wrapped, breaks, manifest


class Auctioning:
    """An auction of two rounds with something wrong in it."""

    auction: ClassVar[type[Wrapped]]

    @hookimpl
    def referee_auction(self, options: Options, table: Table) -> Any:
        return self.auction(CLASSIC.referee_auction(options, table))


class EndlessAuction(Wrapped):
    def candidates(self, state: Any, seat: Seat) -> Sequence[Call]:
        return (Pass(),)

    def apply(self, state: Any, seat: Seat, call: Call) -> Any:
        """When everybody has passed it begins again."""
        after = self.inner.apply(state, seat, call)
        return after._replace(passes=after.passes % 4)


@breaks("deal_ends")
class EndlessAuctioning(Auctioning):
    auction = EndlessAuction

    @hookimpl
    def referee_manifest(self) -> Manifest:
        return manifest("endless_auctioning", "auction")


class MuteAuction(Wrapped):
    def objections(self, state: Any, seat: Seat, call: Call) -> tuple[str, ...]:
        return ("auction/take_or_pass",)


@breaks("somebody_can_act")
class NothingToSay(Auctioning):
    auction = MuteAuction

    @hookimpl
    def referee_manifest(self) -> Manifest:
        return manifest("nothing_to_say", "auction")


class BoastfulAuction(Wrapped):
    """It offers bids that it does not take."""

    def candidates(self, state: Any, seat: Seat) -> Sequence[Call]:
        return ()

    def bid_ranges(self, state: Any, seat: Seat) -> tuple[BidRange, ...]:
        return (BidRange(Trump.HEARTS, 80, 160, 10),)


@breaks("choices_agree")
class OffersTooMuch(Auctioning):
    auction = BoastfulAuction

    @hookimpl
    def referee_manifest(self) -> Manifest:
        return manifest("offers_too_much", "auction")


class SecretiveAuction(Wrapped):
    """It takes a suit in the first round that it does not offer."""

    def candidates(self, state: Any, seat: Seat) -> Sequence[Call]:
        return [call for call in self.inner.candidates(state, seat) if call != Take(state.turned)]


@breaks("choices_agree")
class OffersTooLittle(Auctioning):
    auction = SecretiveAuction

    @hookimpl
    def referee_manifest(self) -> Manifest:
        return manifest("offers_too_little", "auction")


class NamingAuction(Wrapped):
    """Its contracts have a term."""

    def apply(self, state: Any, seat: Seat, call: Call) -> Any:
        after = self.inner.apply(state, seat, call)
        contract = after.contract
        return after if contract is None else after._replace(contract=replace(contract, terms=("open",)))


@breaks("terms_listed")
class UnlistedTerm(Auctioning):
    auction = NamingAuction

    @hookimpl
    def referee_manifest(self) -> Manifest:
        return manifest("unlisted_term", "auction")
