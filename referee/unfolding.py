"""The play of a deal whose hands change while it lasts: cards are drawn after a trick, or bared under those played.

What comes is known from the deck, or else from a hand as the record tells it: cards in the order in which they came.
"""

from collections.abc import Sequence
from typing import NamedTuple

from referee.dealt import Holdings, attribute
from referee.judge import Standing, judge_card
from referee.model.action import Play
from referee.model.card import NAME_OF, SUIT_MASK_OF, Card, cards_of
from referee.model.contract import Contract
from referee.model.deal import Deal
from referee.model.refusal import Reason, Refused
from referee.model.ruling import Fault, OpenAction, Ruling
from referee.model.seat import Seat
from referee.ruleset import Ruleset


class Unfolded(NamedTuple):
    """Where the cards of a record lead, trick by trick, and what came to the hands on the way."""

    tricks: list[tuple[Card, ...]]
    leaders: list[Seat]
    winners: list[Seat]
    shown: dict[Card, tuple[Seat, bool]]
    fault: Fault | None
    open_actions: tuple[OpenAction, ...]
    following: int
    """Index of the first action that was not followed."""
    turn: Seat | None
    """Whose turn it is; None once every trick is complete."""
    stock: int
    came: dict[Seat, tuple[Card, ...]]
    """In the order in which they came; 0 for one that is not known."""


class _Arrivals:
    """What still comes to the hands of a deal, and from where."""

    def __init__(self, ruleset: Ruleset, deal: Deal, contract: Contract, dealt: Holdings, turned: Card) -> None:
        table, dealing = ruleset.table, ruleset.dealing
        self.table, self.deal, self.dealt = table, deal, dealt
        self.came: list[list[Card]] = [[] for _ in table.seats]
        later = [deal.hands.get(seat, ())[dealing.hand_size :] for seat in table.seats]
        self.told = [iter(cards) for cards in later]
        for place, cards in enumerate(later):
            for card in cards:
                if not card & (dealt.pool | turned):
                    raise self._inconsistent(place, card)
        # A card that is told to come later is in no hand before.
        dealt.pool &= ~cards_of(card for cards in later for card in cards)
        self.stock: list[Card] = []
        """From the last card to be drawn to the next; 0 where a card is not known."""
        if dealing.stock:
            count = dealing.left_over(table) - dealing.turn_up_stays
            rest = dealing.rest(table, deal.deck, deal.dealer, contract.taker) if deal.deck else (0,) * count
            self.stock = [*([turned] if turned else []), *reversed(rest)]
        self.under: dict[Card, Card] = {}
        """By the card that lies open upon it; 0 where a card is not known."""
        if dealing.covered:
            for seat, hand in self._open_at_first(ruleset).items():
                below = dealing.under(table, deal.deck, deal.dealer)[seat] if deal.deck else (0,) * len(hand)
                self.under.update(zip(hand, below, strict=True))

    def _open_at_first(self, ruleset: Ruleset) -> dict[Seat, tuple[Card, ...]]:
        deal, dealing = self.deal, ruleset.dealing
        if deal.deck:
            return dealing.first_stage(self.table, deal.deck, deal.dealer)
        return {seat: cards[: dealing.first_size] for seat, cards in deal.hands.items()}

    def after(self, cards: Sequence[Card], leader: int, winner: int) -> None:
        """What comes after a trick: each draws from the winner on, or bares what lay under the card played."""
        for place in self.table.around[winner]:
            if self.stock:
                self._arrive(place, self.stock.pop())
        for place, card in zip(self.table.around[leader], cards, strict=True):
            if card in self.under:
                self._arrive(place, self.under.pop(card))

    @property
    def over(self) -> bool:
        """Nothing comes any more."""
        return not self.stock and not self.under

    def _arrive(self, place: int, card: Card) -> None:
        told, dealt = next(self.told[place], 0), self.dealt
        if told and (told != card if card else told in self.stock):
            raise self._inconsistent(place, told)
        card = card or told
        if card:
            dealt.known[place] |= card
            dealt.pool &= ~card
        else:
            dealt.unknown[place] += 1
        self.came[place].append(card)

    def _inconsistent(self, place: int, card: Card) -> Refused:
        index = list(self.deal.hands).index(self.table.seats[place])
        name = NAME_OF[card]
        text = f"{name} did not come to this hand then", f"{name} n'est pas venu à cette main à ce moment"
        return Refused.for_field(f"hands[{index}].cards", Reason.CARDS_INCONSISTENT, *text, card=name)

    def refuse_more(self) -> None:
        """Raises Refused HAND_SIZE for a hand that is told with cards which have not come yet."""
        for place, told in enumerate(self.told):
            left = len(tuple(told))
            if left:
                seat = self.table.seats[place]
                count, path = len(self.deal.hands[seat]), f"hands[{list(self.deal.hands).index(seat)}].cards"
                most = count - left
                text = (
                    f"{count} cards, where this hand has received {most}",
                    f"{count} cartes pour une main qui en a reçu {most}",
                )
                raise Refused.for_field(path, Reason.HAND_SIZE, *text, count=count, limit=most)


def unfold(
    ruleset: Ruleset, deal: Deal, contract: Contract, dealt: Holdings, turned: Card, start: int, leader: int
) -> Unfolded:
    """Plays the record's cards out of the holdings, card by card, until they end or one breaks a rule.

    ``turned`` is the card that lies turned on the table, 0 where none does. Raises Refused for hands that are told
    otherwise than they can have come.
    """
    assert contract.trump is not None  # an auction leaves none open
    table, play = ruleset.table.playing(contract.taker), ruleset.play[contract.trump]
    beats, belotes, size = play.mode.beats, play.mode.belote_cards, table.size
    arrivals = _Arrivals(ruleset, deal, contract, dealt, turned)
    tricks: list[tuple[Card, ...]] = []
    leaders, winners = [table.seats[leader]], list[Seat]()
    shown: dict[Card, tuple[Seat, bool]] = {}
    opened: list[OpenAction] = []
    fault: Fault | None = None
    trick: list[Card] = []
    best, master, place, index = 0, leader, leader, start
    for action in deal.actions[start : start + ruleset.tricks * size]:
        seat = table.seats[place]
        if not isinstance(action, Play) or action.seat not in (None, seat):
            break
        card = action.card
        if card & dealt.pool and dealt.unknown[place]:
            # It was held now; since when, only the order in which cards came could tell.
            dealt.known[place] |= card
            dealt.unknown[place] -= 1
            dealt.pool &= ~card
        standing = Standing(
            ruleset.duties(contract.trump, len(arrivals.stock)),
            seat,
            dealt.known[place],
            dealt.unknown[place],
            dealt.pool,
            SUIT_MASK_OF[trick[0]] if trick else 0,
            best,
            bool(trick) and table.partners[place][master],
            shown,
            first_card=not tricks,
        )
        judgement = judge_card(ruleset, standing, action)
        if judgement.ruling is Ruling.ILLEGAL:
            fault = Fault(index, seat, judgement.violations)
            break
        if judgement.open_rules:
            opened.append(OpenAction(index, judgement.open_rules))
        if card & belotes:
            shown[card] = seat, action.says_belote
        dealt.known[place] &= ~card
        if not trick or card & beats[best]:
            best, master = card, place
        trick.append(card)
        index += 1
        place = (place + 1) % size
        if len(trick) == size:
            tricks.append(tuple(trick))
            winners.append(table.seats[master])
            leaders.append(table.seats[master])
            arrivals.after(trick, leader, master)
            leader = place = master
            trick, best = [], 0
            if arrivals.over and any(dealt.unknown):
                attribute(ruleset, deal, play, dealt, index, leader)
    if trick:
        tricks.append(tuple(trick))
        winners.append(table.seats[master])
    if fault is None:
        arrivals.refuse_more()
    over = not trick and len(tricks) == ruleset.tricks
    came = {seat: tuple(cards) for seat, cards in zip(table.seats, arrivals.came, strict=True) if cards}
    return Unfolded(
        tricks=tricks,
        leaders=leaders[: len(tricks)],
        winners=winners,
        shown=shown,
        fault=fault,
        open_actions=tuple(opened),
        following=index,
        turn=None if over else table.seats[place],
        stock=len(arrivals.stock),
        came=came,
    )
