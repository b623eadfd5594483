"""Plugins for tests: one that counts how often it is asked, one that fails while it judges, and broken ones."""

import inspect
from collections import Counter
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, Final

from referee.classic import Classic
from referee.hookspecs import hookimpl
from referee.model.rule import Rule
from referee.model.score import Tally
from referee.model.text import Text
from referee.rules.bonuses import Bonus, Scale, ScoreItem
from referee.ruleset import Manifest, Options, Preset

UNTOLD: Final = "JH KH AS"
"""What a careless plugin may write into its exception: no caller and no log may see it."""

asked: Counter[str] = Counter()
"""How often each hook of the counting game was asked."""


def feature(name: str, **facts: Any) -> Manifest:
    """The manifest of a feature that adds something to a game."""
    return Manifest(id=name, revision=1, name=Text(name, name), line=Text(name, name), **facts)


def _counted(name: str, hook: Callable[..., Any]) -> Callable[..., Any]:
    @hookimpl
    @wraps(hook)
    def counting(self: Classic, *arguments: Any, **named: Any) -> Any:
        asked[name] += 1
        return hook(self, *arguments, **named)

    return counting


class Counting(Classic):
    """Classic belote that counts how often each of its hooks is asked."""

    for _name, _hook in inspect.getmembers(Classic, inspect.isfunction):
        if _name.startswith("referee_"):
            locals()[_name] = _counted(_name, _hook)


class Raising:
    """A bonus that fails whenever a deal is counted."""

    @hookimpl
    def referee_manifest(self) -> Manifest:
        return feature("raising")

    @hookimpl
    def referee_bonuses(self, options: Options) -> Sequence[Bonus]:
        return (self.bonus,)

    def bonus(self, tally: Tally, scale: Scale) -> tuple[ScoreItem, ...]:
        raise ValueError(UNTOLD)


class Uncomposed:
    """It fails as soon as a ruleset is composed with it."""

    @hookimpl
    def referee_manifest(self) -> Manifest:
        return feature("uncomposed")

    @hookimpl
    def referee_bonuses(self, options: Options) -> Sequence[Bonus]:
        raise LookupError(UNTOLD)


class Nothing:
    """It returns nothing where bonuses are asked for."""

    @hookimpl
    def referee_manifest(self) -> Manifest:
        return feature("nothing")

    @hookimpl
    def referee_bonuses(self, options: Options) -> Any:
        return None


class Unmarked:
    """Its second hook has lost its mark, so nobody would ask it."""

    @hookimpl
    def referee_manifest(self) -> Manifest:
        return feature("unmarked")

    def referee_bonuses(self, options: Options) -> Sequence[Bonus]:
        raise LookupError(UNTOLD)


class Misspelt:
    @hookimpl
    def referee_manifest(self) -> Manifest:
        return feature("misspelt")

    @hookimpl
    def referee_bonusses(self, options: Options) -> Sequence[Bonus]:
        return ()


class WrongArgument:
    @hookimpl
    def referee_manifest(self) -> Manifest:
        return feature("wrong_argument")

    @hookimpl
    def referee_bonuses(self, optoins: Options) -> Sequence[Bonus]:
        return ()


class TakenId:
    @hookimpl
    def referee_manifest(self) -> Manifest:
        return feature("classic")


class TakenRule:
    @hookimpl
    def referee_manifest(self) -> Manifest:
        statement = Text("A duty of its own.", "Un devoir à elle.")
        return feature("taken_rule", rules=(Rule("play/must_follow_suit", statement, "House rule"),))


class NoSource:
    @hookimpl
    def referee_manifest(self) -> Manifest:
        statement = Text("A duty of nobody.", "Un devoir de personne.")
        return feature("no_source", rules=(Rule("no_source/duty", statement, source=""),))


class OneLanguage:
    @hookimpl
    def referee_manifest(self) -> Manifest:
        return feature("one_language", rules=(Rule("one_language/duty", Text("A duty.", ""), "House rule"),))


class NoManifest:
    @hookimpl
    def referee_bonuses(self, options: Options) -> Sequence[Bonus]:
        return ()


class RaisingManifest:
    @hookimpl
    def referee_manifest(self) -> Manifest:
        raise RuntimeError("no")


class NoBase:
    """Its preset stands on a game that nobody brings."""

    @hookimpl
    def referee_manifest(self) -> Manifest:
        preset = Preset("no_base", "tarot", Text("No base", "Sans base"), Text("None", "Aucune"), "House rule")
        return feature("no_base", presets=(preset,))


class Wrapping:
    @hookimpl
    def referee_manifest(self) -> Manifest:
        return feature("wrapping")

    @hookimpl(wrapper=True)
    def referee_bonuses(self, options: Options) -> Any:
        return (yield)


counting, raising, uncomposed, nothing, unmarked = Counting(), Raising(), Uncomposed(), Nothing(), Unmarked()
misspelt, wrong_argument, taken_id, taken_rule = Misspelt(), WrongArgument(), TakenId(), TakenRule()
no_source, one_language, no_manifest, raising_manifest = NoSource(), OneLanguage(), NoManifest(), RaisingManifest()
no_base, wrapping = NoBase(), Wrapping()
