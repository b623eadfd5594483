"""Which cards may be played, who wins a trick, and what a whole played deal gives."""

from collections.abc import Sequence
from dataclasses import dataclass

from .cards import PACK, SUITS, TRUMPS, height, suit, trick_points
from .options import Options, table_rules


def winner(trick: Sequence[str], trump: str) -> int:
    """The place in the trick, from 0 for the lead, of the card that is best so far."""
    best = 0
    for place in range(1, len(trick)):
        if beats(trick[place], trick[best], trump):
            best = place
    return best


def beats(card: str, best: str, trump: str) -> bool:
    """Whether a card played later takes over from the best card so far."""
    if suit(card) == suit(best):
        return height(card, trump) > height(best, trump)
    return suit(card) == trump


def legal(hand: Sequence[str], trick: Sequence[str], trump: str, options: Options = None) -> list[str]:
    """The cards of `hand` that may be played on `trick`, in the order of the hand.

    The trick holds the cards played so far, lead first; the partner's is the one two places before.
    """
    table = table_rules(options)
    if trump not in TRUMPS:
        raise ValueError(f"no such trump: {trump}")
    if len(trick) > 3:
        raise ValueError("the trick is already complete")
    if not trick:
        return list(hand)

    led = suit(trick[0])
    best_place = winner(trick, trump)
    best = trick[best_place]
    partner_is_master = len(trick) >= 2 and best_place == len(trick) - 2

    of_led_suit = [card for card in hand if suit(card) == led]

    if trump == "NT":
        return of_led_suit or list(hand)

    if trump == "AT":
        exempt = partner_is_master and table.all_trump_must_raise == "unless_partner_master"
        return raising(of_led_suit, best, trump, exempt) or list(hand)

    if led == trump:
        exempt = partner_is_master and table.must_raise_trump_lead == "unless_partner_master"
        return raising(of_led_suit, best, trump, exempt) or list(hand)

    if of_led_suit:
        return of_led_suit

    trumps = [card for card in hand if suit(card) == trump]
    if not trumps:
        return list(hand)

    if partner_is_master:
        return over_partner(hand, best, trump, table.undertrump_partner)

    if suit(best) != trump:
        return trumps

    higher = [card for card in trumps if beats(card, best, trump)]
    if higher:
        return higher
    if table.undertrump_opponent == "required":
        return trumps
    return list(hand)


def raising(followers: list[str], best: str, trump: str, exempt: bool) -> list[str]:
    """The cards that follow a lead which asks to be beaten: the higher ones where there are any."""
    higher = [card for card in followers if beats(card, best, trump)]
    if higher and not exempt:
        return higher
    return followers


def over_partner(hand: Sequence[str], best: str, trump: str, undertrump_partner: str) -> list[str]:
    """What a player without the led suit may play when his partner's card is the best one."""
    if suit(best) != trump or undertrump_partner == "free":
        return list(hand)
    not_lower = [card for card in hand if suit(card) != trump or beats(card, best, trump)]
    holds_a_plain_card = any(suit(card) != trump for card in hand)
    if undertrump_partner == "only_trumps_left":
        return not_lower if holds_a_plain_card else list(hand)
    return not_lower or list(hand)


def side(seat: int) -> str:
    """The side of a seat: "A" for 0 and 2, "B" for 1 and 3."""
    return "A" if seat % 2 == 0 else "B"


@dataclass(frozen=True)
class PlayedDeal:
    """What eight tricks came to."""

    winners: list[int]  # the seat that won each trick
    cards: dict[str, int]  # card points by side, without the ten of the last trick
    last_trick: str
    capot: str | None  # the side that won all eight tricks
    belotes: list[str]  # sides that showed king and queen of a trump from one hand, in the order completed


def play_out(
    hands: Sequence[Sequence[str]], leader: int, trump: str, played: Sequence[str], options: Options = None
) -> PlayedDeal:
    """Plays a whole deal, 32 cards in play order; a card that may not be played is a ValueError."""
    if sorted(card for hand in hands for card in hand) != sorted(PACK) or any(len(hand) != 8 for hand in hands):
        raise ValueError("a deal is four hands of eight cards, each card of the pack once")
    if len(played) != 32:
        raise ValueError(f"a deal is 32 cards, not {len(played)}")
    left = [list(hand) for hand in hands]
    winners: list[int] = []
    cards = {"A": 0, "B": 0}
    for start in range(0, 32, 4):
        trick: list[str] = []
        for card in played[start : start + 4]:
            seat = (leader + len(trick)) % 4
            if card not in legal(left[seat], trick, trump, options):
                raise ValueError(f"seat {seat} may not play {card} on {' '.join(trick) or 'the lead'}")
            left[seat].remove(card)
            trick.append(card)
        leader = (leader + winner(trick, trump)) % 4
        winners.append(leader)
        cards[side(leader)] += trick_points(trick, trump, options)
    sides = {side(seat) for seat in winners}
    return PlayedDeal(
        winners=winners,
        cards=cards,
        last_trick=side(leader),
        capot=side(leader) if len(sides) == 1 else None,
        belotes=belotes_shown(hands, trump, played),
    )


def belotes_shown(hands: Sequence[Sequence[str]], trump: str, played: Sequence[str]) -> list[str]:
    """The side of each hand that holds king and queen of a trump suit, in the order the pairs were completed."""
    if trump == "NT":
        return []
    completed: list[tuple[int, str]] = []
    for trump_suit in SUITS if trump == "AT" else [trump]:
        king, queen = "K" + trump_suit, "Q" + trump_suit
        for seat, hand in enumerate(hands):
            if king in hand and queen in hand:
                completed.append((max(played.index(king), played.index(queen)), side(seat)))
    return [holder for _, holder in sorted(completed)]
