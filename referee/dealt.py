"""Who holds what: the cards of a record checked as one set and laid out by place, as far as they are known."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from referee.model.action import Play
from referee.model.card import NAME_OF, Card, Cards, cards_of
from referee.model.contract import Contract
from referee.model.deal import Deal
from referee.model.refusal import BadField, Reason, Refused, bad_field
from referee.model.seat import Seat
from referee.rules.play import ModePlay
from referee.ruleset import Ruleset


@dataclass(slots=True)
class Holdings:
    """By place, the cards known to be held and how many more are; the pool holds every card of unknown place.

    The pool also has cards that are known to lie in no hand; where nothing is hidden it is not looked at.
    """

    known: list[Cards]
    unknown: list[int]
    pool: Cards


def no_seat(path: str, seat: Seat) -> BadField:
    """A seat that does not play in this ruleset."""
    return bad_field(
        path, Reason.SEAT_INVALID, "no such seat at this table", "pas de telle place à cette table", seat=seat.name
    )


def turned_card(ruleset: Ruleset, deal: Deal) -> Card:
    """The turned card, from the deck where it is known; 0 where the game turns none."""
    index = ruleset.turn_up_index
    if index is None:
        return 0
    return deal.deck[index] if deal.deck else deal.turn_up


def check_cards(ruleset: Ruleset, deal: Deal) -> None:
    """Refuses cards that cannot be: foreign, twice, too many, at odds with the turned card or the deck.

    Raises Refused with every bad field of dealer, deck, hands and turn-up.
    """
    if plain_deck(ruleset, deal):
        return
    table, dealing, bad = ruleset.table, ruleset.dealing, []
    if deal.dealer not in table.players:
        bad.append(no_seat("dealer", deal.dealer))
    bad += _pack_faults(ruleset, "deck", deal.deck)
    size = table.pack.bit_count()
    if deal.deck and len(deal.deck) != size:
        count = len(deal.deck)
        bad.append(
            bad_field("deck", Reason.CARDS_INCONSISTENT, f"{count} cards, not {size}", f"{count} cartes et non {size}")
        )
    earlier: dict[str, Sequence[Card]] = {}
    for index, (seat, cards) in enumerate(deal.hands.items()):
        path = f"hands[{index}]"
        if seat not in table.place_of:
            bad.append(no_seat(f"{path}.seat", seat))
        bad += _pack_faults(ruleset, f"{path}.cards", cards, earlier)
        earlier[f"{path}.cards"] = cards
    if deal.turn_up:
        bad += _turn_up_faults(ruleset, deal)
    elif dealing.turn_up and not deal.deck:
        bad.append(
            bad_field(
                "turn_up",
                Reason.FIELD_MISSING,
                "the turned card is needed where the deck is not given",
                "la retourne est nécessaire quand le paquet n'est pas donné",
            )
        )
    if bad:
        raise Refused.for_fields(bad)


def check_table(ruleset: Ruleset, deal: Deal) -> None:
    """Refuses teams that have totals and seats that act where this table has none such."""
    strangers = [
        bad_field(
            f"totals_in[{index}].team",
            Reason.SEAT_INVALID,
            "no such team at this table",
            "pas de telle équipe à cette table",
            team=team.name,
        )
        for index, team in enumerate(deal.totals_in)
        if team not in ruleset.table.sides
    ]
    if strangers:
        raise Refused.for_fields(strangers)
    bad = [
        no_seat(f"actions[{index}].seat", action.seat)
        for index, action in enumerate(deal.actions)
        if action.seat is not None and action.seat not in ruleset.table.place_of
    ]
    if bad:
        raise Refused.for_fields(bad)


def plain_deck(ruleset: Ruleset, deal: Deal) -> bool:
    """Nothing but the dealer, a whole deck, and at most the turned card at its place: the records most often sent."""
    table, deck = ruleset.table, deal.deck
    # As many single bits as the pack has add up to the pack only when each is there once.
    if not deck or deal.hands or sum(deck) != table.pack or len(deck) != table.pack.bit_count():
        return False
    return deal.dealer in table.players and deal.turn_up in (0, turned_card(ruleset, deal))


_NOTHING: Final[Mapping[str, Sequence[Card]]] = {}


def _pack_faults(
    ruleset: Ruleset, path: str, cards: Sequence[Card], earlier: Mapping[str, Sequence[Card]] = _NOTHING
) -> list[BadField]:
    before = cards_of(card for hand in earlier.values() for card in hand)
    whole = sum(cards)
    # A sum of single bits has as many bits as terms only when no two are the same.
    if whole.bit_count() == len(cards) and not whole & (~ruleset.table.pack | before):
        return []
    seen = {card: f"{place}[{index}]" for place, hand in earlier.items() for index, card in enumerate(hand)}
    bad = []
    for index, card in enumerate(cards):
        here, name = f"{path}[{index}]", NAME_OF[card]
        if not card & ruleset.table.pack:
            bad.append(
                bad_field(
                    here,
                    Reason.CARD_UNKNOWN,
                    f"{name} is not in this pack",
                    f"{name} n'est pas dans ce paquet",
                    card=name,
                )
            )
        elif card in seen:
            bad.append(
                bad_field(
                    here,
                    Reason.CARD_DUPLICATED,
                    f"{name} also at {seen[card]}",
                    f"{name} figure aussi en {seen[card]}",
                    card=name,
                )
            )
        seen.setdefault(card, here)
    return bad


def _turn_up_faults(ruleset: Ruleset, deal: Deal) -> list[BadField]:
    name, dealing = NAME_OF[deal.turn_up], ruleset.dealing
    if not dealing.turn_up:
        return [
            bad_field(
                "turn_up", Reason.CARDS_INCONSISTENT, "this game turns no card", "ce jeu ne retourne pas de carte"
            )
        ]
    index = dealing.turn_up_index(ruleset.table)
    if len(deal.deck) > index and deal.deck[index] != deal.turn_up:
        other = NAME_OF[deal.deck[index]]
        return [
            bad_field(
                "turn_up",
                Reason.CARDS_INCONSISTENT,
                f"{name}, where the deck turns {other}",
                f"{name}, alors que le paquet retourne {other}",
                card=name,
            )
        ]
    return []


def holdings(ruleset: Ruleset, deal: Deal, contract: Contract | None) -> Holdings:
    """What the places hold before the first card is played: after the auction when a contract is given, else before.

    Raises Refused HAND_SIZE, CARDS_INCONSISTENT or FIELD_MISSING when the known hands cannot be those of such a deal.
    """
    table, dealing = ruleset.table, ruleset.dealing
    if contract is not None and deal.deck and not deal.hands:
        # All that was to be dealt was, so that nothing is hidden.
        known = dealing.complete(table, deal.deck, deal.dealer, contract.taker)
        return Holdings(known, [0] * table.size, in_no_known_hand(ruleset, deal, known, turned=dealing.turn_up_stays))
    sizes = [dealing.first_size if contract is None else dealing.hand_size] * table.size
    taker = None if contract is None or contract.taker is None else table.place_of[contract.taker]
    if taker is not None:
        sizes[taker] += dealing.taker_extra
    if deal.deck:
        known = _dealt_from_deck(ruleset, deal, contract)
    else:
        known = [0] * table.size
        turned = turned_card(ruleset, deal)
        if dealing.last_is_turned:
            known[table.place_of[deal.dealer]] = turned
        elif turned and contract is not None and contract.taker is not None and not dealing.turn_up_stays:
            known[table.place_of[dealing.turn_up_to(table, deal.dealer, contract.taker)]] = turned
    bad: list[BadField] = []
    for index, (seat, cards) in enumerate(deal.hands.items()):
        path, place = f"hands[{index}].cards", table.place_of[seat]
        size = sizes[place]
        most = ruleset.tricks if dealing.unfolds and contract is not None else size
        if dealing.first_size <= len(cards) <= most:
            # What is told beyond that comes during the play.
            bad += _told_hand(ruleset, deal, path, cards_of(cards[:size]), known, place, size)
            continue
        count, least = len(cards), size if contract is None else dealing.first_size
        most = least if contract is None else most
        wanted, voulu = (f"{least} to {most}", f"{least} à {most}") if least < most else (str(most), str(most))
        text = f"{count} cards, where a hand has {wanted}", f"{count} cartes pour une main de {voulu}"
        bad.append(bad_field(path, Reason.HAND_SIZE, *text, count=count, limit=most))
    if dealing.covered and not deal.deck and len(deal.hands) < table.size:
        text = "the open cards of every seat are needed", "il faut les cartes visibles de chaque place"
        bad.append(bad_field("hands", Reason.FIELD_MISSING, *text))
    if bad:
        raise Refused.for_fields(bad)
    unknown = [size - hand.bit_count() for size, hand in zip(sizes, known, strict=True)]
    lies = contract is None or dealing.turn_up_stays
    return Holdings(known, unknown, in_no_known_hand(ruleset, deal, known, turned=lies))


def in_no_known_hand(ruleset: Ruleset, deal: Deal, known: Sequence[Cards], *, turned: bool) -> Cards:
    """The cards that may lie in an unknown hand, or in none; not a turned one that lies on the table."""
    pool = ruleset.table.pack & ~sum(known)
    return pool & ~turned_card(ruleset, deal) if turned else pool


def _dealt_from_deck(ruleset: Ruleset, deal: Deal, contract: Contract | None) -> list[Cards]:
    table, dealing = ruleset.table, ruleset.dealing
    if contract is not None:
        return dealing.complete(table, deal.deck, deal.dealer, contract.taker)
    return [cards_of(cards) for cards in dealing.first_stage(table, deal.deck, deal.dealer).values()]


def _told_hand(
    ruleset: Ruleset, deal: Deal, path: str, told: Cards, known: list[Cards], place: int, size: int
) -> list[BadField]:
    """Adds a told hand to what is known of its place, or says what it contradicts."""
    if deal.deck:
        if not told & ~known[place]:
            return []
        text = "other cards than the deck deals", "d'autres cartes que celles du paquet"
        return [bad_field(path, Reason.CARDS_INCONSISTENT, *text)]
    turned = turned_card(ruleset, deal)
    name = NAME_OF.get(turned, "")
    if turned & told and not turned & known[place]:
        text = f"holds the turned card {name}", f"contient la retourne {name}"
        return [bad_field(path, Reason.CARDS_INCONSISTENT, *text, card=name)]
    known[place] |= told
    if known[place].bit_count() > size:
        text = f"the turned card {name} went to this hand", f"la retourne {name} est allée à cette main"
        return [bad_field(path, Reason.CARDS_INCONSISTENT, *text, card=name)]
    return []


def attribute(ruleset: Ruleset, deal: Deal, play: ModePlay, dealt: Holdings, start: int, leader: int) -> None:
    """Gives every hidden card that the record plays to the hand it came from, and then what that leaves certain."""
    beats, size = play.mode.beats, ruleset.table.size
    table: list[Card] = []
    best = 0
    place = master = leader
    for action in deal.actions[start:]:
        if not isinstance(action, Play) or action.seat not in (None, ruleset.table.seats[place]):
            break  # out of turn: whose card it was is not for the order of play to say
        card = action.card
        if card & dealt.pool and dealt.unknown[place]:
            dealt.known[place] |= card
            dealt.unknown[place] -= 1
            dealt.pool &= ~card
        elif not card & dealt.known[place]:
            break
        if not table or card & beats[best]:
            best, master = card, place
        table.append(card)
        place = (place + 1) % size
        if len(table) == size:
            table, place = [], master
    hidden = [place for place, count in enumerate(dealt.unknown) if count]
    if len(hidden) == 1 and dealt.unknown[hidden[0]] == dealt.pool.bit_count():
        dealt.known[hidden[0]] |= dealt.pool
        dealt.unknown[hidden[0]], dealt.pool = 0, 0
