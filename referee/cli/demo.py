"""`referee demo`: a deal that plays itself through a server, card by card, with every refusal and its reason."""

import random
import secrets
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Annotated, Final

import typer
from belote.referee.v1 import card_pb2, deal_pb2, position_pb2, referee_service_pb2, ruleset_pb2
from rich.text import Text as Styled

from referee.cli.asking import Referee, Unanswered
from referee.cli.choices import by_rule, shown
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
from referee.cli.sheets import contract_words, show_sheet, totals_words
from referee.cli.table import Seats, seats_of
from referee.model.text import Text

LARGEST_SEED: Final = 1_000_000
PASSES: Final = 0.75
"""How often somebody passes who may, so that not every auction ends with its first call."""

HAND_WIDTH: Final = 40
"""Columns of a hand of eight, some of them refused."""

UNDER_HAND: Final = 9
"""Where the reason for refused cards begins: below the first card of the hand."""

MIDDLE: Final = " " * (HAND_WIDTH // 2)
"""Where the hands of north and south begin."""

DIRECTION: Final = "direction"
CLOCKWISE: Final = "clockwise"
"""The option that no rule looks at: it says on which side a screen draws east."""

HEAD: Final = Text("{preset}, judged at {target}, seed {seed}", "{preset}, arbitré par {target}, graine {seed}")
LEGEND: Final = Text(
    "A card in parentheses, grey where there are colours, may not be played; the line below names the rule.",
    "Une carte entre parenthèses, grise s'il y a des couleurs, est interdite ; la ligne suivante nomme la règle.",
)
NOT_STARTED: Final = Text("the server did not start", "le serveur n'a pas démarré")
DEALS: Final = Text("{seat} deals", "{seat} donne")
AGAIN: Final = Text("Everybody has passed.", "Tout le monde a passé.")
TURN_UP: Final = Text("turn-up", "retourne")
SAYS: Final = Text("{seat} says {call}", "{seat} {call}")
TRICK: Final = Text("trick {number}, {seat} leads", "pli {number}, {seat} attaque")
NOT: Final = Text("not", "interdit :")
WINS: Final = Text(
    "{seat} wins {points} (card points so far: {totals})", "{seat} gagne {points} (points des cartes : {totals})"
)


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
    """Play a whole deal through a server, with random legal cards: the refused ones are shown, and why."""
    rules = ruleset(preset, feature, option)
    seed = secrets.randbelow(LARGEST_SEED) if seed is None else seed
    screen = Screen(naming(names, lang), lang.value)
    with refusals(lang.value), ExitStack() as stack:
        try:
            address = target or stack.enter_context(own_server())
        except NotStarted as fault:
            raise Unanswered(NOT_STARTED(lang.value)) from fault
        referee = stack.enter_context(asking(address, lang.value))
        chance = random.Random(seed)  # noqa: S311  # a deal that can be played again is wanted
        _Game(referee, rules, chance, screen).play(HEAD.filled(preset=preset, target=address, seed=seed))


@dataclass(frozen=True)
class _Game:
    """Players without any skill, a referee, and somebody who watches."""

    referee: Referee
    rules: ruleset_pb2.Ruleset
    chance: random.Random
    screen: Screen
    told: set[str] = field(default_factory=set)
    """The rules whose sentence has been shown."""

    def play(self, head: Text) -> None:
        """Deals until somebody takes, then plays to the end."""
        seats = self._seats()
        dealer = self.chance.choice(seats)
        pack = sorted(self._dealt(dealer).deal.deck)
        self.screen.wrap(head(self.screen.language))
        self.screen.wrap(LEGEND(self.screen.language))
        while True:
            self.chance.shuffle(pack)
            dealt = self._dealt(dealer, pack)
            self._show_table(dealt)
            if self._played_out(dealt.deal, dealt.position):
                return
            self.screen.say(AGAIN)
            dealer = seats[(seats.index(dealer) + 1) % len(seats)]

    def _seats(self) -> Seats:
        return seats_of(self.referee, self.rules.preset) or [card_pb2.SEAT_SOUTH]

    def _dealt(
        self, dealer: card_pb2.Seat.ValueType, deck: Iterable[card_pb2.Card.ValueType] = ()
    ) -> referee_service_pb2.DealCardsResponse:
        request = referee_service_pb2.DealCardsRequest(ruleset=self.rules, dealer=dealer, deck=deck)
        return self.referee.ask("DealCards", request, referee_service_pb2.DealCardsResponse)

    def _played_out(self, deal: deal_pb2.Deal, position: position_pb2.Position) -> bool:
        """Plays the deal to its end; whether there was a contract."""
        while True:
            asked = referee_service_pb2.ListLegalActionsRequest(deal=deal)
            offered = self.referee.ask("ListLegalActions", asked, referee_service_pb2.ListLegalActionsResponse)
            action = self._chosen(offered)
            self._show_action(position, offered, action)
            request = referee_service_pb2.ApplyActionRequest(deal=deal, action=action)
            applied = self.referee.ask("ApplyAction", request, referee_service_pb2.ApplyActionResponse)
            before, deal, position = position, applied.deal, applied.position
            self._show_outcome(before, position)
            if position.phase == position_pb2.PHASE_FINISHED:
                if position.HasField("contract"):
                    self.screen.show()
                    show_sheet(applied.score_sheet, self.screen)
                return position.HasField("contract")

    def _chosen(self, offered: referee_service_pb2.ListLegalActionsResponse) -> deal_pb2.PlayerAction:
        """Any legal action, said and declared as far as it goes."""
        actions = []
        for choice in offered.legal:
            action = choice.action
            action.says_belote = choice.may_say_belote
            action.declarations.extend(choice.declarations)
            actions.append(action)
        for bids in offered.bid_ranges:
            bid = deal_pb2.Bid(trump=bids.trump, points=bids.min)
            actions.append(deal_pb2.PlayerAction(seat=offered.turn, call=deal_pb2.Call(bid=bid)))
        passes = [action for action in actions if action.call.HasField("passed")]
        if passes and self.chance.random() < PASSES:
            return passes[0]
        return self.chance.choice(actions)

    # What the watcher sees

    def _show_table(self, dealt: referee_service_pb2.DealCardsResponse) -> None:
        screen = self.screen
        screen.say(DEALS, seat=screen.seat(dealt.dealer))
        turned = [option.choice for option in dealt.ruleset.options if option.name == DIRECTION]
        self._show_hands(dealt.position, mirrored=CLOCKWISE in turned)
        if dealt.position.turn_up:
            turn_up = screen.face(dealt.position.turn_up)
            screen.show(Styled.assemble(f"{TURN_UP(screen.language)} ", turn_up))

    def _show_hands(self, position: position_pb2.Position, *, mirrored: bool = False) -> None:
        """The hands around the table, as seen from south."""
        screen = self.screen
        hands = {
            hand.seat: Styled.assemble(f"{screen.seat(hand.seat)} ", screen.faces(hand.cards))
            for hand in position.hands
        }
        west, east = card_pb2.SEAT_WEST, card_pb2.SEAT_EAST
        left, right = (east, west) if mirrored else (west, east)
        beside = hands.get(left, Styled()).copy()
        beside.pad_right(max(0, HAND_WIDTH - beside.cell_len))
        for line in (
            Styled(MIDDLE) + hands.get(card_pb2.SEAT_NORTH, Styled()),
            beside + hands.get(right, Styled()),
            Styled(MIDDLE) + hands.get(card_pb2.SEAT_SOUTH, Styled()),
        ):
            screen.show(Styled("  ") + line)

    def _show_action(
        self,
        position: position_pb2.Position,
        offered: referee_service_pb2.ListLegalActionsResponse,
        action: deal_pb2.PlayerAction,
    ) -> None:
        screen, seat = self.screen, self.screen.seat(action.seat)
        if action.WhichOneof("kind") != "play":
            screen.say(SAYS, seat=seat, call=shown(action, screen))
            return
        tricks = position.tricks
        if not tricks or tricks[-1].complete:
            screen.show()
            number = len(tricks) + 1
            screen.show(Styled(TRICK.filled(number=number, seat=seat)(screen.language), "bold"))
        refused = {one.action.play for one in offered.refused}
        hand = next((one.cards for one in position.hands if one.seat == action.seat), ())
        faces = screen.faces(hand, refused)
        faces.pad_right(max(0, HAND_WIDTH - faces.cell_len))
        said = shown(action, screen).partition(" ")[2]
        screen.show(Styled.assemble(f"  {seat:<6} ", faces, " → ", screen.face(action.play), f" {said}".rstrip()))
        for rule, statement, choices in by_rule(offered.refused):
            cards = screen.faces(one.action.play for one in choices)
            said = rule if rule in self.told else screen.headed(rule, statement)
            self.told.add(rule)
            what = Styled.assemble(f"{NOT(screen.language)} ", cards, f" {said}")
            what.stylize("bright_black")
            screen.wrap(what, UNDER_HAND)

    def _show_outcome(self, before: position_pb2.Position, after: position_pb2.Position) -> None:
        screen = self.screen
        if after.HasField("contract") and not before.HasField("contract"):
            screen.show(Styled(contract_words(after.contract, screen), "bold"))
            self._show_hands(after)
        if after.tricks and after.tricks[-1].complete:
            trick = after.tricks[-1]
            totals = totals_words(after.points, screen)
            screen.say(WINS, seat=screen.seat(trick.winner), points=trick.points, totals=totals)
