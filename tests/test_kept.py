"""What outlives a call: shared where rulesets agree, small, and never more of it than its bound says."""

import gc
import tracemalloc
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Final

import pytest
from belote.referee.v1 import card_pb2, referee_service_pb2, ruleset_pb2

from referee.model.card import Rank, Suit, card
from referee.model.deal import RulesetChoice
from referee.model.kept import Kept
from referee.model.refusal import Refused
from referee.model.trump import Trump
from referee.plugins import load
from referee.ruleset import Ruleset
from referee.service import Service
from tests.fuzz.sound import SOUND, sound_request

MANY: Final = 100
LARGEST: Final = 24 * 1024
"""Bytes that one more ruleset may take, with all that is kept of its answers: a stranger can name a thousand."""
RULESETS: Final = load()
PRESETS: Final = sorted(RULESETS.presets)
JACK: Final = card(Rank.JACK, Suit.CLUBS)


def test_never_more_than_so_many_are_kept() -> None:
    kept: Kept[int, str] = Kept(10)
    for number in range(1000):
        kept.keep(number, str(number))
        assert kept[number] == str(number)
        assert len(kept) <= 10


def targets() -> Iterator[int]:
    """Numbers of points that a match may be played to, each of which makes a ruleset of its own."""
    _, option = RULESETS.options["target"]
    assert option.minimum is not None
    yield from (number for number in range(option.minimum, option.minimum + 10_000) if option.allows(number))


@pytest.mark.parametrize("preset", PRESETS)
def test_rulesets_share_what_they_agree_on(preset: str) -> None:
    wanted = iter(targets())
    one, other = (RULESETS.get(RulesetChoice(preset, (), (("target", next(wanted)),))) for _ in range(2))
    assert one is not other
    assert one.rules is other.rules
    assert one.rule_order is other.rule_order
    for trump in one.modes:
        assert one.modes[trump] is other.modes[trump]
        assert one.play[trump].mode is other.play[trump].mode
        assert one.play[trump].duties is other.play[trump].duties


def test_rulesets_share_nothing_on_which_they_differ() -> None:
    for scale, jack in (("scaled_13_9_6_5_3_2", 0), ("scaled_14_9_6_5_3_1", 2)):
        options = ("notrump_alltrump", True), ("no_trump_jack", jack), ("all_trump_points", scale)
        modes = RULESETS.get(RulesetChoice("ffb_classic", (), options)).modes
        assert modes[Trump.NO_TRUMP].worth[JACK] == jack
        assert modes[Trump.ALL_TRUMP].worth[JACK] == int(scale.split("_")[1])


@pytest.mark.parametrize("preset", PRESETS)
def test_one_more_ruleset_takes_little(preset: str) -> None:
    service = Service(load())
    wanted = iter(targets())

    def ask() -> None:
        for full in (False, True):
            option = ruleset_pb2.RuleOption(name="target", number=number)
            request = referee_service_pb2.DealCardsRequest(
                ruleset=ruleset_pb2.Ruleset(preset=preset, options=[option]), dealer=card_pb2.SEAT_SOUTH
            )
            dealt = referee_service_pb2.DealCardsResponse.FromString(
                service.answer("DealCards", request.SerializeToString(), "en")
            )
            asked = referee_service_pb2.ListLegalActionsRequest(deal=dealt.deal, full_ruleset=full)
            service.answer("ListLegalActions", asked.SerializeToString(), "en")

    number = next(wanted)
    ask()  # what all of them share
    composed = service.rulesets.composed
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(MANY):
            number = next(wanted)
            ask()
        gc.collect()
        grown = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert service.rulesets.composed == composed + MANY
    assert grown / MANY < LARGEST, f"{grown / MANY:.0f} bytes for one"


def test_what_is_kept_of_deals_keeps_no_ruleset() -> None:
    def rulesets() -> set[int]:
        return {one.serial for one in gc.get_objects() if isinstance(one, Ruleset)}

    asked = [sound_request(number) for number in range(SOUND)]  # made by rules of their own
    others = rulesets()
    service = Service(load())
    for rpc, request in asked:
        if rpc != "BatchJudge":
            with suppress(Refused):
                service.answer(rpc, request.SerializeToString(), "en")
    played = rulesets() - others
    assert len(played) > 20
    del service
    gc.collect()
    assert not played & rulesets()


def test_no_two_rulesets_are_taken_for_each_other() -> None:
    one = RULESETS.get(RulesetChoice("ffb_classic", (), ()))
    assert replace(one).serial != one.serial
    assert replace(one) == one
