"""What may be done next, and why the rest may not: the answer asked for before every card of every deal."""

from typing import Final

from belote.referee.v1 import referee_service_pb2

from referee.clean_play import Course, standing_seen
from referee.judge import Standing, bid_ranges, cards_ruled, choices, refusal, sayable
from referee.model.card import Card, Cards, cards_in
from referee.model.deal import Deal, PlainRecord
from referee.model.kept import Kept
from referee.model.seat import Seat
from referee.replay import glance, replay_clean
from referee.ruleset import Ruleset
from referee.service.asking import Ask, under
from referee.service.naming import Naming
from referee.wire import encode


def legal_actions(ruleset: Ruleset, deal: Deal, ask: Ask, naming: Naming, *, full: bool) -> bytes:
    """The serialised answer, joined from parts in the order of its fields; most of them were used before."""
    position = under("deal", replay_clean, ruleset, deal)
    turn, rest = encode.turn(position.turn, position.may_act), b""
    ranges = [encode.bid_range(one) for one in bid_ranges(ruleset, position)]
    if ranges or position.hand_hidden:
        message = referee_service_pb2.ListLegalActionsResponse(bid_ranges=ranges, hand_hidden=position.hand_hidden)
        rest = message.SerializeToString()
    rest += naming.listed(ruleset, ask, full)
    return encode.listed(turn, choices(ruleset, position), rest, ask.language)


def legal_cards(ruleset: Ruleset, record: PlainRecord, language: str) -> bytes | None:
    """What ``legal_actions`` says, but for the rules at its end, of a record that a glance is enough for; else None."""
    seen = glance(ruleset, record)
    if seen is None:
        return None
    on, place, hand, led, best, partner_best, _, plays = seen
    seat = on.seats[place]
    turn, (a, b, c, d) = _MAY_PLAY[seat]
    if ruleset.contest is not None and len(plays[0]) < on.size:
        return encode.listed(turn, cards_ruled(ruleset, standing_seen(seen)), b"", language)
    playable, situation = on.judge(hand, led, best, partner_best)
    playable &= hand  # a plugin's judge may allow what is not held
    refused = b""
    if playable != hand:
        key = id(on), place, hand ^ playable, led, best, situation, playable, language
        known = _REFUSED.get(key)
        if known is None:
            known = _REFUSED.keep(key, (_refused(ruleset, standing_seen(seen), playable, situation, language), on))
        refused = known[0]
    if playable & on.belote_cards:
        say = sayable(ruleset, standing_seen(seen), playable)
        return b"".join((turn, *_playable(seat, playable, say), refused))
    clubs, diamonds, hearts, spades = playable & 255, playable >> 8 & 255, playable >> 16 & 255, playable >> 24
    return b"".join((turn, a[clubs], b[diamonds], c[hearts], d[spades], refused))


def _playable(seat: Seat, playable: Cards, say: Cards) -> list[bytes]:
    """The parts of the cards one by one, since over some of them belote may be said."""
    plain, told = encode.PLAYABLE[seat], encode.SAYABLE[seat]
    return [told[card] if card & say else plain[card] for card in cards_in(playable)]


_MAY_PLAY: Final = {seat: (encode.TURNS[seat], encode.ALL_PLAYABLE[seat]) for seat in Seat}


def _refused(ruleset: Ruleset, standing: Standing, playable: Cards, situation: int, language: str) -> bytes:
    return b"".join(
        [
            encode.refused_choice(refusal(ruleset, standing, card, playable, situation), language)
            for card in cards_in(standing.hand & ~playable)
        ]
    )


_REFUSED: Final[Kept[tuple[int, int, Cards, Cards, Card, int, Cards, str], tuple[bytes, Course]]] = Kept(2048)
"""Refusals by all that they rest on; each entry keeps alive the course, which is one ruleset's."""
