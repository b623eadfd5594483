"""What somebody who watches a deal gets to see: the hands, every call and card, what was refused, what came of it."""

from collections.abc import Iterable
from typing import Final, TypeAlias

from belote.referee.v1 import card_pb2, deal_pb2, position_pb2, referee_service_pb2, ruleset_pb2
from rich.text import Text as Styled

from referee.cli.choices import by_rule, shown, told
from referee.cli.screen import Screen
from referee.cli.sheets import contract_words, show_sheet, totals_words
from referee.model.text import Text
from referee.notation import value_text
from referee.wire.decode import value_of

Offered: TypeAlias = referee_service_pb2.ListLegalActionsResponse
Applied: TypeAlias = referee_service_pb2.ApplyActionResponse

CARD_WIDTH: Final = 5
"""Columns of a card, some of a hand refused."""

FULL: Final = 8
"""Cards of most hands: a smaller one takes as many columns."""

UNDER_HAND: Final = 9
"""Where the reason for refused cards begins: below the first card of the hand."""

DIRECTION: Final = "direction"
CLOCKWISE: Final = "clockwise"
"""The option that no rule looks at: it says on which side a screen draws east."""

LEGEND: Final = Text(
    "A card in parentheses, grey where there are colours, may not be played; the line below names the rule.",
    "Une carte entre parenthèses, grise s'il y a des couleurs, est interdite ; la ligne suivante nomme la règle.",
)
DEALS: Final = Text("{seat} deals", "{seat} donne")
AGAIN: Final = Text("Everybody has passed.", "Tout le monde a passé.")
TURN_UP: Final = Text("turn-up", "retourne")
TRICK: Final = Text("trick {number}, {seat} leads", "pli {number}, {seat} attaque")
NOT: Final = Text("not", "interdit :")
WINS: Final = Text(
    "{seat} wins {points} (card points so far: {totals})", "{seat} gagne {points} (points des cartes : {totals})"
)
DECLARES: Final = Text("declares {kinds}", "annonce {kinds}")
SHOWS: Final = Text("{seat} shows", "{seat} montre")
FOR: Final = Text("for {points}", "pour {points}")
COUNTS_NOT: Final = Text("not counted: {kind} of {seat}", "ne compte pas : {kind} ({seat})")
RECEIVES: Final = Text("{seat} receives", "{seat} reçoit")
SAID: Final = {position_pb2.EVENT_KIND_BELOTE_SAID: "belote", position_pb2.EVENT_KIND_REBELOTE_SAID: "rebelote"}


class Watcher:
    """Shows one deal after the other; a rule's sentence stands where the rule first objects."""

    def __init__(self, screen: Screen, head: Text) -> None:
        self._screen = screen
        self._head = head
        self._told: set[str] = set()
        self._mirrored = False
        self._width = CARD_WIDTH * FULL
        """Columns of a hand."""

    def begin(self) -> None:
        """What is going to be seen."""
        self._screen.wrap(self._head(self._screen.language))
        self._screen.wrap(LEGEND(self._screen.language))

    def deal(self, dealt: referee_service_pb2.DealCardsResponse) -> None:
        """The table before anybody has acted."""
        turned = [option.choice for option in dealt.ruleset.options if option.name == DIRECTION]
        self._mirrored = CLOCKWISE in turned
        self._screen.say(DEALS, seat=self._screen.seat(dealt.dealer))
        self._show_hands(dealt.position)
        self._show_turn_up(dealt.position)
        if dealt.position.phase != position_pb2.PHASE_AUCTION and dealt.position.HasField("contract"):
            self._show_contract(dealt.position)

    def passed_out(self) -> None:
        """Nobody has taken."""
        self._screen.say(AGAIN)

    def step(
        self, before: position_pb2.Position, offered: Offered, action: deal_pb2.PlayerAction, applied: Applied
    ) -> None:
        """One action: what else its seat was refused, and what it brought about."""
        refused = offered.refused if action.seat == offered.turn else ()  # those of the seat whose turn it was
        played, after = action.WhichOneof("kind") == "play", applied.position
        if played:
            self._show_play(before, action, applied.events, refused)
        else:
            self._screen.wrap(self._done(action))
            self._show_refused(one for one in refused if self._is_new(one))
        for event in applied.events:
            self._show_event(event, after, played=played)
        if not played:
            self._show_changes(before, after)
        if applied.HasField("score_sheet") and after.HasField("contract"):
            self._screen.show()
            show_sheet(applied.score_sheet, self._screen)

    def _show_changes(self, before: position_pb2.Position, after: position_pb2.Position) -> None:
        """The table once more where cards have moved."""
        if _held(before) != _held(after):
            self._show_hands(after)
        if before.turn_up != after.turn_up:
            self._show_turn_up(after)

    def _done(self, action: deal_pb2.PlayerAction) -> Styled:
        """A call or a step as it is told of a seat."""
        screen, seat = self._screen, self._screen.seat(action.seat)
        if action.WhichOneof("kind") != "custom":
            return Styled(f"{seat} {told(action, screen)}")
        custom = action.custom
        values = [f"{one.name}={value_text(value)}" for one in custom.options if (value := value_of(one)) is not None]
        step = Styled(screen.headed(seat, screen.step(custom.id)))
        inside = [screen.face(card) for card in custom.cards] + [Styled(value) for value in values]
        return Styled(" ").join([step, *inside])

    def _is_new(self, refused: position_pb2.Choice) -> bool:
        """A call is in nobody's hand, so that it is shown once that a rule objects to it, not every time."""
        return any(violation.rule_id not in self._told for violation in refused.violations[:1])

    def _show_turn_up(self, position: position_pb2.Position) -> None:
        if position.turn_up:
            face = self._screen.face(position.turn_up)
            self._screen.show(Styled.assemble(f"{TURN_UP(self._screen.language)} ", face))

    def _show_contract(self, position: position_pb2.Position) -> None:
        self._screen.show(Styled(contract_words(position.contract, self._screen), "bold"))

    def _show_hands(self, position: position_pb2.Position) -> None:
        """The hands around the table, as seen from south."""
        screen = self._screen
        self._width = CARD_WIDTH * max([FULL, *(len(hand.cards) for hand in position.hands)])
        hands = {
            hand.seat: Styled.assemble(f"{screen.seat(hand.seat)} ", screen.faces(hand.cards))
            for hand in position.hands
        }
        west, east = card_pb2.SEAT_WEST, card_pb2.SEAT_EAST
        left, right = (east, west) if self._mirrored else (west, east)
        middle = " " * (self._width // 2) if left in hands or right in hands else ""
        beside = hands.get(left, Styled()).copy()
        beside.pad_right(max(0, self._width - beside.cell_len))
        north, south = hands.get(card_pb2.SEAT_NORTH), hands.get(card_pb2.SEAT_SOUTH)
        for line in (
            Styled(middle) + north if north else None,
            beside + hands.get(right, Styled()) if left in hands or right in hands else None,
            Styled(middle) + south if south else None,
        ):
            if line is not None:
                screen.show(Styled("  ") + line)

    def _show_play(
        self,
        before: position_pb2.Position,
        action: deal_pb2.PlayerAction,
        events: Iterable[position_pb2.Event],
        refused: Iterable[position_pb2.Choice],
    ) -> None:
        screen, seat, tricks = self._screen, self._screen.seat(action.seat), before.tricks
        if not tricks or tricks[-1].complete:
            screen.show()
            number = len(tricks) + 1
            screen.show(Styled(TRICK.filled(number=number, seat=seat)(screen.language), "bold"))
        barred = [one for one in refused if one.action.WhichOneof("kind") == "play"]
        hand = next((one.cards for one in before.hands if one.seat == action.seat), ())
        faces = screen.faces(hand, {one.action.play for one in barred})
        faces.pad_right(max(0, self._width - faces.cell_len))
        said = "".join(f" {word}" for word in self._said(events))
        screen.show(Styled.assemble(f"  {seat:<6} ", faces, " → ", screen.face(action.play), said))
        self._show_refused(barred)

    def _said(self, events: Iterable[position_pb2.Event]) -> Iterable[str]:
        """What the player says over the card."""
        screen = self._screen
        for event in events:
            if event.kind in SAID:
                yield SAID[event.kind]
            elif event.kind == position_pb2.EVENT_KIND_DECLARATIONS_SAID:
                kinds = ", ".join(self._kind(one) for one in event.declarations)
                yield DECLARES.filled(kinds=kinds)(screen.language)

    def _kind(self, declaration: deal_pb2.Declaration) -> str:
        return self._screen.term(ruleset_pb2.TERM_KIND_DECLARATION, declaration.kind)

    def _show_refused(self, refused: Iterable[position_pb2.Choice]) -> None:
        screen = self._screen
        for rule, statement, choices in by_rule(refused):
            cards = [screen.face(one.action.play) for one in choices if one.action.play]
            calls = ", ".join(shown(one.action, screen) for one in choices if not one.action.play)
            said = rule if rule in self._told else screen.headed(rule, statement)
            self._told.add(rule)
            listed = Styled(" ").join([*cards, Styled(calls)] if calls else cards)
            what = Styled.assemble(f"{NOT(screen.language)} ", listed, f" {said}")
            what.stylize("bright_black")
            screen.wrap(what, UNDER_HAND)

    def _show_event(self, event: position_pb2.Event, after: position_pb2.Position, *, played: bool) -> None:
        screen = self._screen
        seat = screen.seat(event.seat) if event.seat else ""
        match event.kind:
            case position_pb2.EVENT_KIND_CONTRACT_SETTLED:
                self._show_contract(after)
            case position_pb2.EVENT_KIND_CARDS_DEALT if played and event.cards:
                received = RECEIVES.filled(seat=seat)(screen.language)
                screen.show(Styled.assemble(f"{received} ", screen.faces(event.cards)))
            case position_pb2.EVENT_KIND_DECLARATIONS_SHOWN:
                self._show_declarations(event)
            case position_pb2.EVENT_KIND_TRICK_WON:
                totals = totals_words(after.points, screen)
                screen.say(WINS, seat=seat, points=event.points, totals=totals)
                if len(after.tricks) == 1:
                    self._show_beaten(after)
            case position_pb2.EVENT_KIND_CUSTOM:
                name = screen.term(ruleset_pb2.TERM_KIND_EVENT, event.custom_kind)
                screen.show(screen.headed(seat, name) if seat else name)

    def _show_declarations(self, event: position_pb2.Event) -> None:
        screen = self._screen
        line = Styled(SHOWS.filled(seat=screen.seat(event.seat))(screen.language))
        for one in event.declarations:
            line.append(f" {self._kind(one)} ")
            line.append_text(screen.faces(one.cards))
        if event.HasField("points"):
            line.append(f" {FOR.filled(points=event.points)(screen.language)}")
        screen.wrap(line)

    def _show_beaten(self, after: position_pb2.Position) -> None:
        for one in after.declarations:
            if one.HasField("counted") and not one.counted:
                self._screen.say(COUNTS_NOT, kind=self._kind(one.declaration), seat=self._screen.seat(one.seat))


def _held(position: position_pb2.Position) -> list[tuple[int, tuple[int, ...]]]:
    return [(hand.seat, tuple(hand.cards)) for hand in position.hands]
