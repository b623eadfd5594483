"""What was declared over the first cards: whether it was held, which of it scores, what has been shown."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import IntEnum
from itertools import chain, product
from typing import Final, NamedTuple

from referee.dealt import turned_card
from referee.model.action import Declaration, Play
from referee.model.card import Cards, cards_in, cards_of
from referee.model.contract import Contract
from referee.model.deal import Deal
from referee.model.kept import Kept
from referee.model.position import DeclarationStatus, Position
from referee.model.seat import Seat
from referee.model.trick import Trick
from referee.model.trump import Trump
from referee.rules.declarations import Combination, Said
from referee.rules.ranking import Mode
from referee.ruleset import Ruleset

UNKNOWN_KIND = "play/declaration_unknown"
LATE = "play/declared_late"
NOT_HELD = "play/declaration_not_held"
NO_COMBINATION = "play/declaration_no_combination"
NOT_PLAYED = "play/no_declarations"
MOST_CHOICES: Final = 500
"""Ways to read declarations told by kind alone; no hand of eight cards has so many."""


def objections(
    ruleset: Ruleset,
    mode: Mode,
    said: Sequence[Declaration],
    hand: Cards,
    hidden: int,
    pool: Cards,
    *,
    first_card: bool,
) -> tuple[list[str], list[str]]:
    """The rules that object to declaring this out of a hand, and those that its hidden cards leave open."""
    contest = ruleset.contest
    if contest is None:
        return [NOT_PLAYED], []
    found, against, whole = _resolved(ruleset, mode, tuple(said), hand)
    if whole and first_card:
        return [], []
    if any(one.kind not in ruleset.declarations for one in said):
        return [UNKNOWN_KIND], []
    certain = [] if first_card else [LATE]
    missing = [one for one, combination in zip(said, found, strict=True) if combination is None]
    unmade = [one for one in missing if one.cards and _claimed(ruleset, mode, one) is None]
    if unmade:
        certain.append(NO_COMBINATION)
    if not hidden:
        lacking = any(cards_of(one.cards) & ~hand if one in unmade else True for one in missing)
        return [*certain, *against, *([NOT_HELD] if lacking else [])], []
    # What is told by kind alone may stand for cards that are not known, which nothing need be against.
    told = [other for one, other in zip(said, found, strict=True) if one.cards and other is not None]
    sure = contest.objections(told)
    left_open = [rule_id for rule_id in against if rule_id not in sure]
    certain += sure
    made = [one for one in missing if one not in unmade]
    if all(_could_be_held(ruleset, mode, one, hand, hidden, pool) for one in made):
        return certain, [*left_open, *([NOT_HELD] if made else [])]
    return [*certain, NOT_HELD], left_open


class _Read(NamedTuple):
    """What one seat's declarations stand for, and the rules of the contest that object to saying them together."""

    found: tuple[Combination | None, ...]
    against: tuple[str, ...]
    whole: bool
    """Each stands for something, and nothing is against it."""


class _Heard(NamedTuple):
    """One seat's declarations over the first trick, and what is known of the hand they were said of."""

    seat: Seat
    declarations: tuple[Declaration, ...]
    hand: Cards
    hidden: int
    was_told: bool


_READ: Final[Kept[tuple[int, Trump, tuple[Declaration, ...], Cards], _Read]] = Kept(4096)
_STOOD: Final[Kept[tuple[int, Trump | None, Seat | None, tuple[_Heard, ...], int], tuple[DeclarationStatus, ...]]] = (
    Kept(4096)
)
"""What was declared is asked about again with every card of the deal; both answers follow from their keys alone,
in which a ruleset's serial number stands for it.
"""


def _resolved(ruleset: Ruleset, mode: Mode, said: tuple[Declaration, ...], hand: Cards) -> _Read:
    """The combination of each declaration: the one its cards name, else the best that leaves the others theirs.

    Where no choice pleases the contest, one that it objects to; what the hand does not have at all stays None.
    """
    key = ruleset.serial, mode.trump, said, hand
    known = _READ.get(key)
    if known is None:
        if any(one.kind not in ruleset.declarations for one in said):
            return _Read((None,) * len(said), (), whole=False)  # names that nobody knows are not kept
        known = _READ.keep(key, _read(ruleset, mode, said, hand))
    return known


class _Moment(IntEnum):
    """How far the first tricks have come."""

    OPEN = 0
    SETTLED = 1
    SECOND = 2


def _stood(
    ruleset: Ruleset, contract: Contract, heard: tuple[_Heard, ...], moment: _Moment
) -> tuple[DeclarationStatus, ...]:
    """What becomes of these declarations, as the contest has it."""
    key = ruleset.serial, contract.trump, contract.taker, heard, moment
    known = _STOOD.get(key)
    if known is None:
        contest = ruleset.contest
        assert contest is not None
        assert contract.trump is not None
        mode = ruleset.play[contract.trump].mode
        said = _meant(ruleset, mode, contract, heard)
        counts: tuple[bool | None, ...] = (None,) * len(said)
        most = max(Counter(one.seat for one in said).values())
        # More than a hand can hold is never looked through: it would take long, and nothing can come of it.
        if moment is not _Moment.OPEN and most <= ruleset.dealing.hand_size // 2:
            counts = contest.scoring(said, mode)
        shows = contest.shows and moment is _Moment.SECOND
        found = tuple(
            DeclarationStatus(
                one.seat,
                Declaration(one.kind, () if one.combination is None else cards_in(one.combination.cards)),
                scores,
                shown=shows and scores is True,
                points=contest.points(one, mode),
            )
            for one, scores in zip(said, counts, strict=True)
        )
        known = _STOOD.keep(key, found)
    return known


def _meant(ruleset: Ruleset, mode: Mode, contract: Contract, heard: Sequence[_Heard]) -> tuple[Said, ...]:
    """The combinations that were meant, as far as the record lets them be told."""
    table = ruleset.table.playing(contract.taker)
    said: list[Said] = []
    for seat, declarations, hand, hidden, was_told in heard:
        resolved = _resolved(ruleset, mode, declarations, hand).found
        if not was_told:
            resolved = tuple(
                one
                if declaration.cards or _told_apart(ruleset, mode, declaration, declarations, hand, hidden)
                else None
                for declaration, one in zip(declarations, resolved, strict=True)
            )
            resolved = tuple(
                one if one is not None or not declaration.cards else _claimed(ruleset, mode, declaration)
                for declaration, one in zip(declarations, resolved, strict=True)
            )
        team = table.team_of(seat)
        said += (
            Said(seat, team, declaration.kind, combination)
            for declaration, combination in zip(declarations, resolved, strict=True)
        )
    return tuple(said)


def _read(ruleset: Ruleset, mode: Mode, said: tuple[Declaration, ...], hand: Cards) -> _Read:
    contest = ruleset.contest
    assert contest is not None
    fitting: list[tuple[Combination, ...]] = []
    for one in said:
        find = ruleset.declarations[one.kind].find
        cards = cards_of(one.cards)
        fitting.append(
            tuple(other for other in find(cards & hand, mode) if other.cards == cards) if cards else find(hand, mode)
        )
    held = [index for index, some in enumerate(fitting) if some]
    chosen: Sequence[Combination] = ()
    for number, choice in enumerate(product(*(fitting[index] for index in held))):
        if number >= MOST_CHOICES:
            break
        if len(set(choice)) < len(choice) and not all(one.cards for one in said):
            continue  # the same cards do not make two declarations
        if not contest.objections(choice):
            chosen = choice
            break
        chosen = chosen or choice
    found: list[Combination | None] = [None] * len(said)
    for index, combination in zip(held, chosen, strict=False):
        found[index] = combination
    against = contest.objections(chosen)
    if len(set(chosen)) < len(chosen) and not against:
        against = (NOT_HELD,)
    return _Read(tuple(found), against, whole=None not in found and not against)


def _could_be_held(ruleset: Ruleset, mode: Mode, one: Declaration, hand: Cards, hidden: int, pool: Cards) -> bool:
    """Some filling of the hidden hand has such a combination."""
    if one.cards:
        claimed = _claimed(ruleset, mode, one)
        fitting: tuple[Combination, ...] = () if claimed is None else (claimed,)
    else:
        fitting = ruleset.declarations[one.kind].find(hand | pool, mode)
    lacking = (other.cards & ~hand for other in fitting)
    return any(not cards & ~pool and cards.bit_count() <= hidden for cards in lacking)


def sayable(ruleset: Ruleset, mode: Mode, hand: Cards) -> tuple[Declaration, ...]:
    """What a seat with this hand may declare over its first card, with its cards; none where none are played."""
    if ruleset.contest is None:
        return ()
    return tuple(Declaration(one.kind, cards_in(one.cards)) for one in ruleset.contest.best(hand, mode))


def statuses(ruleset: Ruleset, position: Position) -> tuple[DeclarationStatus, ...]:
    """Every declaration of the first trick in the order said, with what the record lets be known of it.

    Whether it scores is settled by the first trick's last card; what scores is shown by the second trick's first.
    """
    deal, contest, contract = position.deal, ruleset.contest, position.contract
    tricks = position.tricks
    if contest is None or contract is None or contract.trump is None or not tricks:
        return ()
    declared = _declared(ruleset, deal, tricks[0])
    if not declared:
        return ()
    moment = _Moment.SECOND if len(tricks) > 1 else _Moment.SETTLED if tricks[0].complete else _Moment.OPEN
    heard = []
    for seat, declarations in declared:
        hand, hidden = _first_hand(ruleset, position, seat)
        heard.append(_Heard(seat, declarations, hand, hidden, _was_told(ruleset, deal, seat, hand)))
    found = _stood(ruleset, contract, tuple(heard), moment)
    if moment is _Moment.SECOND and contest.shows and any(one.counts is None for one in found):
        told = [bool(one.cards) for _, declarations in declared for one in declarations]
        return _as_shown(ruleset, contract, deal, told, found)
    return found


def _declared(ruleset: Ruleset, deal: Deal, first: Trick) -> list[tuple[Seat, tuple[Declaration, ...]]]:
    """Who declared what over a card of the first trick, in order."""
    table = ruleset.table
    order, count, found = table.around[table.place_of[first.leader]], 0, []
    for action in deal.actions:
        if type(action) is Play:
            if action.declarations:
                found.append((table.seats[order[count]], action.declarations))
            count += 1
            if count == len(first.cards):
                break
    return found


def _played_by(ruleset: Ruleset, tricks: Sequence[Trick], seat: Seat) -> Cards:
    found, size, place_of = 0, ruleset.table.size, ruleset.table.place_of
    place = place_of[seat]
    for trick in tricks:
        turn = (place - place_of[trick.leader]) % size
        if turn < len(trick.cards):
            found |= trick.cards[turn]
    return found


def _first_hand(ruleset: Ruleset, position: Position, seat: Seat) -> tuple[Cards, int]:
    """What a seat held when it could declare, as far as it is known, and how many cards of that are not."""
    if position.played.dealt is not None:
        return position.played.dealt[ruleset.table.place_of[seat]], 0
    came = position.came.get(seat, ())
    hand, hidden = position.held[seat] | _played_by(ruleset, position.tricks, seat), position.hidden[seat]
    if 0 not in came:
        return hand & ~cards_of(came), hidden
    # Some cards were drawn unseen, so of what was played later nobody knows since when it was held.
    return _played_by(ruleset, position.tricks[:1], seat), ruleset.dealing.hand_size - 1


def _was_told(ruleset: Ruleset, deal: Deal, seat: Seat, hand: Cards) -> bool:
    """The record itself told this hand, but for a turned card that came to it, rather than its plays giving it away."""
    if deal.deck:
        return True
    told = cards_of(deal.hands.get(seat, ()))
    return bool(told) and not hand & ~(told | turned_card(ruleset, deal))


def _told_apart(
    ruleset: Ruleset, mode: Mode, one: Declaration, said: Sequence[Declaration], hand: Cards, hidden: int
) -> bool:
    """A hand that came to light has as many combinations of this kind as were said, so that these were meant."""
    alike = sum(other.kind == one.kind for other in said)
    return not hidden and len(ruleset.declarations[one.kind].find(hand, mode)) == alike


def _claimed(ruleset: Ruleset, mode: Mode, one: Declaration) -> Combination | None:
    """The combination that told cards make, whoever holds them."""
    cards = cards_of(one.cards)
    return next((other for other in ruleset.declarations[one.kind].find(cards, mode) if other.cards == cards), None)


def _as_shown(
    ruleset: Ruleset, contract: Contract, deal: Deal, told: Sequence[bool], found: tuple[DeclarationStatus, ...]
) -> tuple[DeclarationStatus, ...]:
    """Only what scores is shown, so cards told of a hand that is not tell which side scores."""
    team_of = ruleset.table.playing(contract.taker).team_of
    hidden = [not deal.deck and one.seat not in deal.hands for one in found]
    sides = {team_of(one.seat) for one, cards, away in zip(found, told, hidden, strict=True) if cards and away}
    if len(sides) != 1:
        return found
    return tuple(
        replace(status, counts=team_of(status.seat) in sides, shown=team_of(status.seat) in sides) for status in found
    )


def in_sight(ruleset: Ruleset, position: Position, seat: Seat) -> Iterator[tuple[Declaration, ...]]:
    """For each play of the record that declares, what this seat may see of its declarations, in order."""
    shown = iter(position.declarations)
    first_trick = len(position.tricks[0].cards) if position.tricks else 0
    plays = [action for action in position.deal.actions if isinstance(action, Play)]
    actors = chain.from_iterable(
        ruleset.table.around[ruleset.table.place_of[trick.leader]] for trick in position.tricks[:1]
    )
    for play, place in zip(plays[:first_trick], actors, strict=False):
        if play.declarations:
            statuses_here = [next(shown) for _ in play.declarations]
            mine = ruleset.table.seats[place] in (seat, ruleset.table.dummy)  # a dummy's hand lies open
            yield tuple(
                status.declaration if status.shown else said if mine else replace(said, cards=())
                for said, status in zip(play.declarations, statuses_here, strict=True)
            )
