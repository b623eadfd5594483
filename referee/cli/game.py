"""A deal that plays itself: players without any skill ask a referee what they may do, and do it."""

import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Protocol

from belote.referee.v1 import card_pb2, deal_pb2, position_pb2, referee_service_pb2, ruleset_pb2

from referee.cli.asking import Referee, Unanswered
from referee.cli.table import dealers_of

PASSES: Final = 0.75
"""How often somebody passes who may, so that not every auction ends with its first call."""

RARE: Final = 0.1
"""How often one of all the bids is made for all the tricks, where points may be bid."""

MOST_DEALS: Final = 1000
"""So many deals in which everybody passes are borne."""


class Watches(Protocol):
    """Somebody who watches."""

    def begin(self) -> None:
        """There will be deals."""

    def deal(self, dealt: referee_service_pb2.DealCardsResponse) -> None:
        """The table before anybody has acted."""

    def passed_out(self) -> None:
        """Nobody has taken."""

    def step(
        self,
        before: position_pb2.Position,
        offered: referee_service_pb2.ListLegalActionsResponse,
        action: deal_pb2.PlayerAction,
        applied: referee_service_pb2.ApplyActionResponse,
    ) -> None:
        """One action."""


@dataclass(frozen=True)
class Game:
    """Players without any skill, who know no game and do what they are offered; a referee; somebody who watches."""

    referee: Referee
    rules: ruleset_pb2.Ruleset
    chance: random.Random
    watcher: Watches

    def play(self) -> deal_pb2.Deal:
        """Deals until there is a contract, then plays to the end; the record. Raises Unanswered."""
        seats = dealers_of(self.referee, self.rules)
        dealer = self.chance.choice(seats)
        pack = sorted(self._dealt(dealer).deal.deck)
        self.watcher.begin()
        for _ in range(MOST_DEALS):
            self.chance.shuffle(pack)
            dealt = self._dealt(dealer, pack)
            self.watcher.deal(dealt)
            deal, settled = self._played_out(dealt.deal, dealt.position)
            if settled:
                return deal
            self.watcher.passed_out()
            dealer = seats[(seats.index(dealer) + 1) % len(seats)]
        raise Unanswered(f"nobody has taken in {MOST_DEALS} deals")

    def _dealt(
        self, dealer: card_pb2.Seat.ValueType, deck: Iterable[card_pb2.Card.ValueType] = ()
    ) -> referee_service_pb2.DealCardsResponse:
        request = referee_service_pb2.DealCardsRequest(ruleset=self.rules, dealer=dealer, deck=deck)
        return self.referee.ask("DealCards", request, referee_service_pb2.DealCardsResponse)

    def _played_out(self, deal: deal_pb2.Deal, position: position_pb2.Position) -> tuple[deal_pb2.Deal, bool]:
        """Plays the deal to its end; its record, and whether there was a contract."""
        while position.phase != position_pb2.PHASE_FINISHED:
            asked = referee_service_pb2.ListLegalActionsRequest(deal=deal)
            offered = self.referee.ask("ListLegalActions", asked, referee_service_pb2.ListLegalActionsResponse)
            action = self._chosen(offered)
            request = referee_service_pb2.ApplyActionRequest(deal=deal, action=action)
            applied = self.referee.ask("ApplyAction", request, referee_service_pb2.ApplyActionResponse)
            if applied.ruling == position_pb2.RULING_ILLEGAL:  # the referee has offered what it now refuses
                raise Unanswered("\n".join(one.message for one in applied.violations))
            self.watcher.step(position, offered, action, applied)
            deal, position = applied.deal, applied.position
        return deal, position.HasField("contract")

    def _chosen(self, offered: referee_service_pb2.ListLegalActionsResponse) -> deal_pb2.PlayerAction:
        """Any legal action, said and declared as far as it goes; one of all kinds, then one of that kind."""
        kinds: dict[str, list[deal_pb2.PlayerAction]] = {}
        for choice in offered.legal:
            action = choice.action
            action.says_belote = choice.may_say_belote
            action.declarations.extend(choice.declarations)
            kinds.setdefault(_kind(action), []).append(action)
        for bids in offered.bid_ranges:
            bid = deal_pb2.Bid(trump=bids.trump, points=bids.min)
            action = deal_pb2.PlayerAction(seat=offered.turn, call=deal_pb2.Call(bid=bid))
            kinds.setdefault(_kind(action), []).append(action)
        if PASSED in kinds and self.chance.random() < PASSES:
            return kinds[PASSED][0]
        if POINTS in kinds and self.chance.random() >= RARE:
            kinds = {kind: actions for kind, actions in kinds.items() if kind not in ALL_TRICKS}
        return self.chance.choice(kinds[self.chance.choice(sorted(kinds))])


PASSED: Final = "passed"
POINTS: Final = "points"
ALL_TRICKS: Final = ("capot", "generale")


def _kind(action: deal_pb2.PlayerAction) -> str:
    """What kind of action it is; bids by what they undertake, steps by their id."""
    if action.WhichOneof("kind") == "custom":
        return f"custom {action.custom.id}"
    if action.WhichOneof("kind") == "play":
        return "play"
    call = action.call.WhichOneof("said") or ""
    return (action.call.bid.WhichOneof("target") or call) if call == "bid" else call
