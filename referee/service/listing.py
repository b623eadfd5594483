"""What may be done next, and why the rest may not: the answer asked for before every card of every deal."""

from belote.referee.v1 import referee_service_pb2

from referee.judge import bid_ranges, cards_ruled, choices
from referee.model.deal import Deal
from referee.model.ruling import Ruling
from referee.replay import glance, replay_clean
from referee.ruleset import Ruleset
from referee.service.asking import Ask, under
from referee.service.naming import Naming
from referee.wire import encode


def legal_actions(ruleset: Ruleset, deal: Deal, ask: Ask, naming: Naming, *, full: bool) -> bytes:
    """The serialised answer, joined from parts in the order of its fields; most of them were used before."""
    language, rest = ask.language, b""
    standing = glance(ruleset, deal)
    if standing is not None:
        found, turn = cards_ruled(ruleset, standing), encode.turn(standing.seat, (standing.seat,))
    else:
        position = under("deal", replay_clean, ruleset, deal)
        found, turn = choices(ruleset, position), encode.turn(position.turn, position.may_act)
        ranges = [encode.bid_range(one) for one in bid_ranges(ruleset, position)]
        if ranges or position.hand_hidden:
            message = referee_service_pb2.ListLegalActionsResponse(bid_ranges=ranges, hand_hidden=position.hand_hidden)
            rest = message.SerializeToString()
    legal: list[bytes] = []
    refused: list[bytes] = []
    may = Ruling.LEGAL
    for one in found:
        (legal if one.judgement.ruling is may else refused).append(encode.listed(one, language))
    return b"".join((turn, *legal, *refused, rest, naming.listed(ruleset, ask, full=full)))
