"""Features whose duties are at fault."""

from dataclasses import replace
from typing import Any

from referee.hookspecs import hookimpl
from referee.model.card import Card, Cards
from referee.rules.belote import BeloteLaw
from referee.rules.play import Duty, ModePlay, Objects
from referee.rules.ranking import Mode
from referee.ruleset import Manifest, Options
from tests.testing_kit.planted.planting import CLASSIC, breaks, manifest


class Playing:
    """The duties of classic with something wrong in them."""

    @hookimpl
    def referee_play(self, options: Options) -> Any:
        self.family = CLASSIC.referee_play(options)
        return self

    @property
    def belote(self) -> BeloteLaw:
        return self.family.belote


@breaks("refusals_have_reasons")
class RefusesInSilence(Playing):
    """No duty explains what its judge refuses."""

    @hookimpl
    def referee_manifest(self) -> Manifest:
        return manifest("refuses_in_silence", "play")

    def for_mode(self, mode: Mode) -> ModePlay:
        play = self.family.for_mode(mode)
        return replace(play, duties=((),) * len(play.duties))


@breaks("points_add_up")
class CountsOtherwise(Playing):
    """The cards it plays are worth more than those that are counted."""

    @hookimpl
    def referee_manifest(self) -> Manifest:
        return manifest("counts_otherwise", "play")

    def for_mode(self, mode: Mode) -> ModePlay:
        dearer = {suit: {rank: worth + 1 for rank, worth in ranks.items()} for suit, ranks in mode.points.items()}
        return self.family.for_mode(replace(mode, points=dearer))


def whims(hand: Cards, led: Cards, best: Card, partner_best: bool) -> tuple[Cards, int]:
    """Of three cards or more the lowest must stay, which no two cards tell."""
    lowest = hand & -hand if led and hand.bit_count() > 2 else 0
    return hand & ~lowest, 1 if lowest else 0


@breaks("choices_agree")
class KnowsNoPairs(Playing):
    """Its judge looks at the whole hand, and it says that pairs are enough."""

    @hookimpl
    def referee_manifest(self) -> Manifest:
        return manifest("knows_no_pairs", "play")

    def for_mode(self, mode: Mode) -> ModePlay:
        stays = Duty("play/must_follow_suit", Objects.OFF_SUIT), Duty("play/must_raise_trump", Objects.LOWER_OF_SUIT)
        return ModePlay(mode, whims, ((), stays), by_pairs=(mode, whims))


class Unthinking(ModePlay):
    """It cannot tell what a hidden hand may hold."""

    def classes(self, led: Cards, best: Card) -> tuple[Cards, ...]:
        return ()


@breaks("redaction_tells_truth")
class JudgesTheUnseen(Playing):
    @hookimpl
    def referee_manifest(self) -> Manifest:
        return manifest("judges_the_unseen", "play")

    def for_mode(self, mode: Mode) -> ModePlay:
        play = self.family.for_mode(mode)
        return Unthinking(play.mode, play.judge, play.duties, play.follows_freely)
