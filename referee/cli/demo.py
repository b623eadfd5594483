"""`referee demo`: a deal that plays itself through a server, card by card, with every refusal and its reason."""

import random
import secrets
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Annotated, Final

import typer
from belote.referee.v1 import card_pb2, deal_pb2, position_pb2, referee_service_pb2, ruleset_pb2

from referee.cli.asking import Referee, Unanswered
from referee.cli.catalogue import catalogue_of
from referee.cli.flags import (
    DEFAULT_PRESET,
    Features,
    Lang,
    Language,
    Names,
    Options,
    Preset,
    asking,
    naming,
    refusals,
    ruleset,
)
from referee.cli.own_server import NotStarted, own_server
from referee.cli.screen import Screen
from referee.cli.table import dealers_of
from referee.cli.watching import Watcher
from referee.model.text import Text

LARGEST_SEED: Final = 1_000_000
PASSES: Final = 0.75
"""How often somebody passes who may, so that not every auction ends with its first call."""

RARE: Final = 0.1
"""How often one of all the bids is made for all the tricks, where points may be bid."""

HEAD: Final = Text("{preset}, judged at {target}, seed {seed}", "{preset}, arbitré par {target}, graine {seed}")
NOT_STARTED: Final = Text("the server did not start", "le serveur n'a pas démarré")


def demo(
    target: Annotated[
        str | None, typer.Option("--target", metavar="HOST:PORT", help="Ask this server; without it one is started.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, max=LARGEST_SEED, help="The same seed gives the same deal.")
    ] = None,
    preset: Preset = DEFAULT_PRESET,
    feature: Features = None,
    option: Options = None,
    names: Names = None,
    lang: Lang = Language.en,
) -> None:
    """Play a whole deal through a server, with random legal actions: the refused ones are shown, and why."""
    rules = ruleset(preset, feature, option)
    seed = secrets.randbelow(LARGEST_SEED) if seed is None else seed
    with refusals(lang.value), ExitStack() as stack:
        try:
            address = target or stack.enter_context(own_server())
        except NotStarted as fault:
            raise Unanswered(NOT_STARTED(lang.value)) from fault
        referee = stack.enter_context(asking(address, lang.value))
        screen = Screen.of(catalogue_of(referee), naming(names, lang), lang.value)
        chance = random.Random(seed)  # noqa: S311  # a deal that can be played again is wanted
        head = HEAD.filled(preset=preset, target=address, seed=seed)
        _Game(referee, rules, chance, Watcher(screen)).play(head)


@dataclass(frozen=True)
class _Game:
    """Players without any skill, who know no game and do what they are offered; a referee; somebody who watches."""

    referee: Referee
    rules: ruleset_pb2.Ruleset
    chance: random.Random
    watcher: Watcher

    def play(self, head: Text) -> None:
        """Deals until there is a contract, then plays to the end."""
        seats = dealers_of(self.referee, self.rules)
        dealer = self.chance.choice(seats)
        pack = sorted(self._dealt(dealer).deal.deck)
        self.watcher.begin(head)
        while True:
            self.chance.shuffle(pack)
            dealt = self._dealt(dealer, pack)
            self.watcher.deal(dealt)
            if self._played_out(dealt.deal, dealt.position):
                return
            self.watcher.passed_out()
            dealer = seats[(seats.index(dealer) + 1) % len(seats)]

    def _dealt(
        self, dealer: card_pb2.Seat.ValueType, deck: Iterable[card_pb2.Card.ValueType] = ()
    ) -> referee_service_pb2.DealCardsResponse:
        request = referee_service_pb2.DealCardsRequest(ruleset=self.rules, dealer=dealer, deck=deck)
        return self.referee.ask("DealCards", request, referee_service_pb2.DealCardsResponse)

    def _played_out(self, deal: deal_pb2.Deal, position: position_pb2.Position) -> bool:
        """Plays the deal to its end; whether there was a contract."""
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
        return position.HasField("contract")

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
