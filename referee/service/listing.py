"""What may be done next, and why the rest may not: the answer asked for before every card of every deal."""

from typing import Final

from belote.referee.v1 import referee_service_pb2

from referee.judge import Standing, bid_ranges, cards_ruled, choices, refusal, sayable
from referee.model.card import Card, Cards, cards_in
from referee.model.deal import Deal, PlainRecord
from referee.model.kept import Kept
from referee.model.seat import Seat
from referee.replay import glance, replay_clean
from referee.rules.play import ModePlay
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
    rest += naming.listed(ruleset, ask, full=full)
    return encode.listed(turn, choices(ruleset, position), rest, ask.language)


def legal_cards(ruleset: Ruleset, record: PlainRecord, ask: Ask, naming: Naming, *, full: bool) -> bytes | None:
    """The same of a record that a glance is enough for; None of any other."""
    standing = glance(ruleset, record)
    if standing is None:
        return None
    seat, hand, rest = standing.seat, standing.hand, naming.listed(ruleset, ask, full=full)
    turn = encode.TURNS[seat]
    if standing.first_card and ruleset.contest is not None:
        return encode.listed(turn, cards_ruled(ruleset, standing), rest, ask.language)
    playable, situation = standing.play.judge(hand, standing.led, standing.best, standing.partner_best)
    plain = encode.PLAYABLE[seat]
    say = sayable(ruleset, standing, playable) if playable & standing.play.mode.belote_cards else 0
    if say:
        told = encode.SAYABLE[seat]
        parts = [told[card] if card & say else plain[card] for card in cards_in(playable)]
    else:
        parts = list(map(plain.__getitem__, cards_in(playable)))
    if playable != hand:
        rest = _refused(ruleset, standing, playable, situation, ask.language) + rest
    return b"".join((turn, *parts, rest))


def _refused(ruleset: Ruleset, standing: Standing, playable: Cards, situation: int, language: str) -> bytes:
    play, refused = standing.play, standing.hand & ~playable
    key = id(play), standing.seat, refused, standing.led, standing.best, situation, playable, language
    known = _REFUSED.get(key)
    if known is None:
        parts = [
            encode.refused_choice(refusal(ruleset, standing, card, playable, situation), language)
            for card in cards_in(refused)
        ]
        known = _REFUSED.keep(key, (b"".join(parts), play))
    return known[0]


_REFUSED: Final[Kept[tuple[int, Seat, Cards, Cards, Card, int, Cards, str], tuple[bytes, ModePlay]]] = Kept(2048)
"""Refusals by all that they rest on; each entry keeps alive the duties, which are those of one ruleset."""
