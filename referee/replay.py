"""Deal → position, or the first action that breaks a rule. Nothing else makes a position.

Invariants after every step: each card of the pack is in one place; a trick has one card a seat; points captured, held
and on the table add up to the pack's.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Final, NamedTuple, cast

from referee.clean_play import Course, Followed, Seen, clean_line, clean_play, course, on_table
from referee.dealt import Holdings, attribute, check_cards, check_table, holdings, in_no_known_hand, turned_card
from referee.exchanges import NOT_HELD, OUT_OF_TURN, due, exchange, open_to, revealed, unknown_step
from referee.exchanges import start as begin
from referee.judge import Standing, judge_action, judge_card, violations
from referee.model.action import Action, Custom, Play
from referee.model.card import CARD_OF_BYTE, SUIT_MASK_OF, Card, Cards, cards_of
from referee.model.contract import Contract
from referee.model.deal import Deal, PlainRecord
from referee.model.kept import Kept
from referee.model.position import NOTHING_LAID, Phase, Played, Position
from referee.model.refusal import Reason, Refused
from referee.model.ruling import Fault, Judgement, OpenAction, Ruling
from referee.model.seat import SEATS, Seat
from referee.model.text import Text
from referee.model.words import CARD_WORDS, call_words
from referee.rules.dealing import Dealing, DeckReader
from referee.rules.play import ModePlay
from referee.rules.table import Table
from referee.ruleset import Ruleset
from referee.unfolding import unfold


class Replayed(NamedTuple):
    """The position after the last sound action, the first fault if there is one, and what hidden hands leave open."""

    position: Position
    fault: Fault | None = None
    open_actions: tuple[OpenAction, ...] = ()


def replay(ruleset: Ruleset, deal: Deal) -> Replayed:
    """Follows a record from the deal to its last action, checking every step.

    Raises Refused, with paths that start inside the deal, when the record cannot be one: impossible cards, a seat that
    does not play, actions after the end.
    """
    check_cards(ruleset, deal)
    if deal.totals_in or ruleset.table.size < len(SEATS):
        check_table(ruleset, deal)
    return _auction(ruleset, deal)


def replay_clean(ruleset: Ruleset, deal: Deal) -> Position:
    """The position of a record in which no action breaks a rule; raises Refused ILLEGAL_RECORD when one does."""
    replayed = replay(ruleset, deal)
    fault = replayed.fault
    if fault is None:
        return replayed.position
    first = fault.violations[0]
    broken = ", ".join(one.rule_id for one in fault.violations)
    one_of = len(fault.violations) > 1 and any(replayed.position.hidden.values())
    raise Refused.for_field(
        f"actions[{fault.action_index}]",
        Reason.ILLEGAL_RECORD,
        f"this action broke {'one of ' * one_of}{broken}: {first.message.en}",
        f"cette action enfreint {'une des règles ' * one_of}{broken} : {first.message.fr}",
        action_index=fault.action_index,
        rule_id=first.rule_id,
    )


def glance(ruleset: Ruleset, record: PlainRecord) -> Seen | None:
    """What the ruling on the next card looks at, found without a position where a record is plain.

    That is: a deck, an auction that was heard before, and cards played without a fault; None sends the caller to
    ``replay_clean``, whose position says the same.
    """
    dealer, deck, turn_up, calls, plays = record
    index = ruleset.turn_up_index
    try:
        turned = 0 if index is None else CARD_OF_BYTE[deck[index]]
    except IndexError:
        return None
    key = ruleset.serial, dealer, turned, id(calls)
    same = _GLANCED.get(key)
    if same is None:
        known = _CLOSED.get((*key[:3], *map(id, calls)))
        if known is None:
            return None
        same = _GLANCED.keep(key, (calls, known))
    if turn_up and turn_up != turned:
        return None
    _, _, on, leader, reader = same[1]
    numbers, seats, _ = plays
    found = None if reader is None else reader.hands(deck, numbers)
    if found is None:
        return None
    hands, holders = found
    if seats and seats != holders:
        return None
    line = clean_line(ruleset, on, hands, plays, leader)
    if line is None or len(holders) == on.most or not line[0].startswith(holders):
        return None
    _, gone, place, led, best, master = line
    hand = hands[place]
    return on, place, hand ^ hand & gone, led, best, led != 0 and on.partners[place][master], line, plays


def advance(ruleset: Ruleset, before: Position, action: Action) -> tuple[Judgement, Position | None]:
    """The ruling on one more action of a clean record, and the position after it unless it is illegal.

    A card that a hidden hand can hold only if it broke a rule before is illegal: either it is not held, or the record
    is not clean; both are told. Raises Refused as ``judge_action`` does.
    """
    judgement = judge_action(ruleset, before, action)
    if judgement.ruling is Ruling.ILLEGAL:
        return judgement, None
    deal = before.deal
    position, fault, _ = replay(ruleset, replace(deal, actions=(*deal.actions, action)))
    if fault is None:
        return judgement, position
    broken = ("play/not_held", *(one.rule_id for one in fault.violations))
    return Judgement(Ruling.ILLEGAL, violations(ruleset, broken, _words(ruleset, action))), None


class _Closed(NamedTuple):
    """An auction that ended in a contract without a fault, and what follows from it alone."""

    contract: Contract
    calls: tuple[Action, ...]
    on: Course
    leader: int
    reader: DeckReader | None
    """None where the cards of the deck are not all that decides what the hands hold when the first card is played."""


_CLOSED: Final[Kept[tuple[int, ...], _Closed]] = Kept(4096)
"""Auctions heard before, by the ruleset's serial number and the identity of the calls, which each entry keeps alive.

A deal is asked about after each of its cards, and each time its auction comes first. An auction is a pure function of
what the key holds: only the totals, which some auctions read, stand outside, so a record with totals is not looked up.
"""


_GLANCED: Final[Kept[tuple[int, int, Card, int], tuple[Sequence[Action], _Closed]]] = Kept(4096)
"""The same by the identity of the calls taken together, which each entry keeps alive too."""


_LONGEST_KEPT: Final = 64
"""Calls and a card of the longest auction that is kept."""


def _auction_key(ruleset: Ruleset, deal: Deal, turned: Card) -> tuple[tuple[int, ...], int]:
    """What a closed auction is kept by, and how many calls come before the first card; none when it is not kept."""
    if not deal.totals_in:
        actions = deal.actions
        for count, action in enumerate(actions[:_LONGEST_KEPT]):
            if type(action) is Play or type(action) is Custom:
                return (ruleset.serial, deal.dealer, turned, *map(id, actions[:count])), count
    return (), 0


def _closed(ruleset: Ruleset, contract: Contract, dealer: Seat, calls: tuple[Action, ...]) -> _Closed:
    assert contract.trump is not None  # an auction leaves none open
    table = ruleset.table
    moved = ruleset.exchanges or ruleset.dealing.unfolds or type(ruleset.dealing) is not Dealing
    reader = None if moved else ruleset.dealing.reader(table, dealer, contract.taker)
    on = course(ruleset, table.playing(contract.taker), ruleset.play[contract.trump])
    return _Closed(contract, calls, on, table.leads[dealer], reader)


def _auction(ruleset: Ruleset, deal: Deal) -> Replayed:
    auction, turned = ruleset.auction, turned_card(ruleset, deal)
    key, calls = _auction_key(ruleset, deal, turned)
    known = _CLOSED.get(key)
    if known is not None:
        plain = known.reader is not None and bool(deal.deck) and not deal.hands
        found = _plain(ruleset, deal, known, calls, turned) if plain else None
        if found is not None:
            return found
        dealt = holdings(ruleset, deal, known.contract)
        return _settled(ruleset, deal, known.contract, dealt, calls, turned, careful=plain)
    state = auction.start(deal.dealer, turned, deal.totals_in)
    outcome, fault, index = auction.outcome(state), None, 0
    for action in deal.actions:
        if outcome is not None or fault is not None:
            break
        may_act = auction.may_act(state)
        seat = may_act[0] if action.seat is None else action.seat
        if isinstance(action, Custom):
            fault = _step_out_of_turn(ruleset, action, index, seat)
        elif isinstance(action, Play):
            fault = Fault(index, seat, violations(ruleset, ("play/before_contract",), CARD_WORDS[action.card]))
        elif seat not in may_act:
            fault = Fault(index, seat, violations(ruleset, ("auction/out_of_turn",), call_words(action)))
        elif objections := auction.objections(state, seat, action):
            fault = Fault(index, seat, violations(ruleset, objections, call_words(action)))
        else:
            state = auction.apply(state, seat, action)
            outcome = auction.outcome(state)
            index += 1
    contract = outcome.contract if outcome is not None else None
    dealt = holdings(ruleset, deal, contract)
    if contract is not None:
        if key and index == calls:
            _CLOSED.keep(key, _closed(ruleset, contract, deal.dealer, deal.actions[:calls]))
        return _settled(ruleset, deal, contract, dealt, index, turned)
    passed_out = outcome is not None
    if passed_out and index < len(deal.actions):
        raise _after_the_end(index)
    table = ruleset.table
    may_act = () if passed_out else auction.may_act(state)
    position = Position(
        deal=deal,
        phase=Phase.FINISHED if passed_out else Phase.AUCTION,
        turn=may_act[0] if may_act else None,
        may_act=may_act,
        contract=None,
        passed_out=passed_out,
        turn_up=turned,
        held=dict(zip(table.seats, dealt.known, strict=True)),
        hidden=dict(zip(table.seats, dealt.unknown, strict=True)),
        pool=dealt.pool,
        played=Played(lambda: NOTHING_LAID, {}, table.team_by_seat, ruleset.tricks, tuple),
        shown={},
        auction_state=state,
    )
    return Replayed(position, fault)


def _plain(ruleset: Ruleset, deal: Deal, known: _Closed, start: int, turned: Card) -> Replayed | None:
    """The deal played without a fault out of hands that the deck alone decides; None when it needs more care."""
    contract, _, on, leader, reader = known
    assert reader is not None
    hands = reader.whole(deal.deck)
    followed = clean_play(ruleset, on, hands, deal.actions[start:], leader)
    if followed is None:
        return None
    pool = in_no_known_hand(ruleset, deal, hands, turned=ruleset.dealing.turn_up_stays)
    return Replayed(_in_play(deal, contract, on.seats, on.none_hidden, pool, turned, followed))


def _settled(
    ruleset: Ruleset,
    deal: Deal,
    contract: Contract,
    dealt: Holdings,
    start: int,
    turned: Card,
    *,
    careful: bool = False,
) -> Replayed:
    """What follows a closed auction: the steps before the play, where some feature has such steps, then the play.

    Careful where the quick way has been tried.
    """
    if not ruleset.exchanges:
        lying = turned if ruleset.dealing.turn_up_stays else 0
        return _play(ruleset, deal, contract, dealt, start, turned, lying, careful=careful)
    at, following, broken, seat, left_open = exchange(
        ruleset, deal, begin(ruleset, deal, contract, dealt, turned), start
    )
    dealt = Holdings(list(at.held), list(at.hidden), at.pool)
    left = tuple(OpenAction(index, (NOT_HELD,)) for index in left_open)
    turned = at.turn_up or turned
    waiting = due(ruleset, at)
    if not waiting and not broken:
        position, fault, open_actions = _play(ruleset, deal, at.contract, dealt, following, turned, at.turn_up)
        others = open_to(ruleset, at) if position.played.nothing else ()
        may_act = tuple(dict.fromkeys((*position.may_act, *others)))
        at, pool = revealed(at, position.pool) if position.phase is Phase.FINISHED else (at, position.pool)
        position = replace(position, exchanging=at, may_act=may_act, pool=pool)
        return Replayed(position, fault, (*left, *open_actions))
    before = replace(deal, actions=deal.actions[:following])
    if broken and ruleset.dealing.unfolds:
        # What came to the hands later is told, and the record is not followed so far.
        hands = {one: cards[: ruleset.dealing.hand_size] for one, cards in deal.hands.items()}
        before = replace(before, hands=hands)
    position = _play(ruleset, before, at.contract, dealt, following, turned, at.turn_up).position
    position = replace(position, deal=deal, exchanging=at)
    may_act = waiting or tuple(dict.fromkeys((*position.may_act, *open_to(ruleset, at))))
    phase = Phase.EXCHANGE if waiting else Phase.PLAY
    position = replace(position, phase=phase, turn=may_act[0], may_act=may_act)
    fault = None
    if following < len(deal.actions):
        action = deal.actions[following]
        actor = seat or action.seat or may_act[0]
        fault = Fault(following, actor, violations(ruleset, broken or ("auction/over",), _words(ruleset, action)))
    return Replayed(position, fault, left)


def _words(ruleset: Ruleset, action: Action) -> Text:
    """An action as a violation names it."""
    if isinstance(action, Play):
        return CARD_WORDS[action.card]
    return ruleset.steps[action.id].name if isinstance(action, Custom) else call_words(action)


def _step_out_of_turn(ruleset: Ruleset, action: Custom, index: int, seat: Seat) -> Fault:
    """The fault of a step at another time than its own. Raises Refused for one that no feature in use knows."""
    if action.id not in ruleset.exchanges:
        raise unknown_step(f"actions[{index}].custom.id", action)
    return Fault(index, seat, violations(ruleset, (OUT_OF_TURN,), _words(ruleset, action)))


def _after_the_end(index: int) -> Refused:
    return Refused.for_field(
        f"actions[{index}]",
        Reason.DEAL_FINISHED,
        "the deal was over before this action",
        "la donne était terminée avant cette action",
        action_index=index,
    )


def _play(
    ruleset: Ruleset,
    deal: Deal,
    contract: Contract,
    dealt: Holdings,
    start: int,
    turned: Card,
    lying: Card,
    *,
    careful: bool = False,
) -> Replayed:
    assert contract.trump is not None  # an auction leaves none open
    table, play = ruleset.table.playing(contract.taker), ruleset.play[contract.trump]
    leader = table.leads[deal.dealer]
    if ruleset.dealing.unfolds:
        return _unfolded(ruleset, table, deal, contract, dealt, start, leader, turned, lying)
    if any(dealt.unknown):
        attribute(ruleset, deal, play, dealt, start, leader)
    followed = None
    if not careful and not any(dealt.unknown):
        followed = clean_play(ruleset, course(ruleset, table, play), dealt.known, deal.actions[start:], leader)
    fault: Fault | None = None
    open_actions: tuple[OpenAction, ...] = ()
    if followed is None:
        followed, fault, open_actions = _follow(ruleset, table, deal, play, dealt, start, leader)
    hidden = dict(zip(table.seats, dealt.unknown, strict=True))
    position = _in_play(deal, contract, table.seats, hidden, dealt.pool, turned, followed)
    return Replayed(position, fault, open_actions)


def _in_play(
    deal: Deal,
    contract: Contract,
    seats: tuple[Seat, ...],
    hidden: Mapping[Seat, int],
    pool: Cards,
    turned: Card,
    followed: Followed,
) -> Position:
    """The position between two cards, or after the last one."""
    left, played, turn, shown = followed
    held = dict(zip(seats, left, strict=True))
    phase, may_act = (_FINISHED, ()) if turn is None else (_PLAY, (turn,))
    return Position(deal, phase, turn, may_act, contract, False, turned, held, hidden, pool, played, shown)


# Reading a member off its class costs more than a comparison.
_PLAY, _FINISHED = Phase.PLAY, Phase.FINISHED


_card_of: Callable[[Play], Card] = attrgetter("card")
_seat_of: Callable[[Play], Seat | None] = attrgetter("seat")
_is_silent: Callable[[Play], bool] = attrgetter("silent")


def _unfolded(
    ruleset: Ruleset,
    table: Table,
    deal: Deal,
    contract: Contract,
    dealt: Holdings,
    start: int,
    leader: int,
    turned: Card,
    lying: Card,
) -> Replayed:
    """The same where hands change while the deal is played; ``lying`` is the card that lies turned on the table."""
    assert contract.trump is not None  # an auction leaves none open
    found = unfold(ruleset, deal, contract, dealt, lying, start, leader)
    fault, index, turn = found.fault, found.following, found.turn
    if fault is None and index < len(deal.actions):
        if turn is None:
            raise _after_the_end(index)
        fault = _wrong_action(ruleset, deal, index, turn)
    play = ruleset.play[contract.trump]
    played = on_table(ruleset, table, play, lambda: (found.tricks, found.leaders, found.winners), found.shown)
    played.stock, played.came = found.stock, found.came
    hidden = dict(zip(table.seats, dealt.unknown, strict=True))
    followed = Followed(dealt.known, played, turn, found.shown)
    position = _in_play(deal, contract, table.seats, hidden, dealt.pool, turned, followed)
    return Replayed(position, fault, found.open_actions)


def _follow(
    ruleset: Ruleset, table: Table, deal: Deal, play: ModePlay, dealt: Holdings, start: int, leader: int
) -> tuple[Followed, Fault | None, tuple[OpenAction, ...]]:
    """Plays the record's cards out of the holdings, trick by trick, until they end or one breaks a rule.

    The inner loop is what a whole record costs: a card that is held, silent and allowed passes it with no call but
    the judge's, or none where following is enough; everything else is left to ``judge_card``.
    """
    mode, judge = play.mode, play.judge
    seats, size, partners = table.seats, table.size, table.partners
    beats, suit_mask = mode.beats, SUIT_MASK_OF
    held, unknown = dealt.known, dealt.unknown
    tricks: list[tuple[Card, ...]] = []
    leaders: list[Seat] = []
    winners: list[Seat] = []
    shown: dict[Card, tuple[Seat, bool]] = {}
    open_actions: list[OpenAction] = []
    fault: Fault | None = None
    actions = deal.actions[start:]
    kinds = list(map(type, actions))
    if kinds.count(Play) < len(kinds):
        actions = actions[: next(index for index, kind in enumerate(kinds) if kind is not Play)]
    plays = cast("tuple[Play, ...]", actions)
    cards, named = list(map(_card_of, plays)), list(map(_seat_of, plays))
    loud = 0 if all(map(_is_silent, plays)) else cards_of(action.card for action in plays if not action.silent)
    belote_cards, follows_freely = mode.belote_cards, play.follows_freely
    index, hands_left, whole, mover = 0, ruleset.tricks, True, leader
    while whole and hands_left:
        order = table.around[leader]
        names = named[index : index + size]
        if names != table.unnamed and names != table.named[leader]:
            names = names[: _in_turn(names, table.named[leader])]
        led, best, master, first = 0, 0, leader, index
        for place, card in zip(order, cards[index : index + len(names)], strict=False):
            hand = held[place]
            if (
                not card & hand
                or unknown[place]
                or card & loud
                or (
                    led
                    and not card & led & follows_freely
                    and not card & judge(hand, led, best, partners[place][master])[0]
                )
            ):
                with_partner = bool(led) and partners[place][master]
                standing = Standing(
                    play, seats[place], hand, unknown[place], dealt.pool, led, best, with_partner, shown, not tricks
                )
                judgement = judge_card(ruleset, standing, plays[index])
                if judgement.ruling is Ruling.ILLEGAL:
                    fault = Fault(start + index, seats[place], judgement.violations)
                    break
                if judgement.open_rules:
                    open_actions.append(OpenAction(start + index, judgement.open_rules))
            if card & belote_cards:
                shown[card] = (seats[place], plays[index].says_belote)
            held[place] = hand ^ card
            if not led:
                led, best = suit_mask[card], card
            elif card & beats[best]:
                best, master = card, place
            index += 1
        whole = index - first == size
        if whole:
            hands_left -= 1
        if index > first:
            tricks.append(tuple(cards[first:index]))
            leaders.append(seats[leader])
            winners.append(seats[master])
        leader = mover = master if whole else order[index - first]
    if fault is None and start + index < len(deal.actions):
        if not hands_left:
            raise _after_the_end(start + index)
        fault = _wrong_action(ruleset, deal, start + index, seats[mover])
    turn = seats[mover] if hands_left else None
    played = on_table(ruleset, table, play, lambda: (tricks, leaders, winners), shown)
    return Followed(held, played, turn, shown), fault, tuple(open_actions)


def _in_turn(names: list[Seat | None], expected: list[Seat | None]) -> int:
    """How many of the named seats are those whose turn it is, up to the first that is not."""
    for index, (name, seat) in enumerate(zip(names, expected, strict=False)):
        if name is not None and name is not seat:
            return index
    return len(names)


def _wrong_action(ruleset: Ruleset, deal: Deal, index: int, turn: Seat) -> Fault:
    action = deal.actions[index]
    seat = turn if action.seat is None else action.seat
    if isinstance(action, Custom):
        return _step_out_of_turn(ruleset, action, index, seat)
    if isinstance(action, Play):
        return Fault(index, seat, violations(ruleset, ("play/out_of_turn",), CARD_WORDS[action.card]))
    return Fault(index, seat, violations(ruleset, ("auction/over",), call_words(action)))
