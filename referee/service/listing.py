"""What may be done next, and why the rest may not: the answer asked for before every card of every deal."""

from typing import Final

from belote.referee.v1 import referee_service_pb2

from referee.clean_play import Course, standing_seen
from referee.judge import Standing, bid_ranges, cards_ruled, choices, refusal, sayable
from referee.model.card import Card, Cards, cards_in
from referee.model.deal import Deal, PlainRecord
from referee.model.kept import Kept
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
    rest += naming.listed(ruleset, ask, full=full)
    return encode.listed(turn, choices(ruleset, position), rest, ask.language)


def legal_cards(ruleset: Ruleset, record: PlainRecord, ask: Ask, naming: Naming, *, full: bool) -> bytes | None:
    """The same of a record that a glance is enough for; None of any other."""
    seen = glance(ruleset, record)
    if seen is None:
        return None
    on, place, hand, led, best, partner_best, _, plays = seen
    seat, rest = on.table.seats[place], naming.listed(ruleset, ask, full=full)
    turn = encode.TURNS[seat]
    if ruleset.contest is not None and len(plays.cards) < on.size:
        return encode.listed(turn, cards_ruled(ruleset, standing_seen(seen)), rest, ask.language)
    playable, situation = on.judge(hand, led, best, partner_best)
    playable &= hand  # a plugin's judge may allow what is not held
    if playable != hand:
        key = id(on), place, hand & ~playable, led, best, situation, playable, ask.language
        known = _REFUSED.get(key)
        if known is None:
            known = _REFUSED.keep(key, (_refused(ruleset, standing_seen(seen), playable, situation, ask.language), on))
        rest = known[0] + rest
    plain = encode.PLAYABLE[seat]
    if playable & on.belote_cards:
        say, told = sayable(ruleset, standing_seen(seen), playable), encode.SAYABLE[seat]
        parts = [told[card] if card & say else plain[card] for card in cards_in(playable)]
    else:
        parts = [plain[card] for card in cards_in(playable)]
    return b"".join((turn, *parts, rest))


def _refused(ruleset: Ruleset, standing: Standing, playable: Cards, situation: int, language: str) -> bytes:
    return b"".join(
        [
            encode.refused_choice(refusal(ruleset, standing, card, playable, situation), language)
            for card in cards_in(standing.hand & ~playable)
        ]
    )


_REFUSED: Final[Kept[tuple[int, int, Cards, Cards, Card, int, Cards, str], tuple[bytes, Course]]] = Kept(2048)
"""Refusals by all that they rest on; each entry keeps alive the course, which is one ruleset's."""
