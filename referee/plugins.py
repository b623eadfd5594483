"""Finds, checks and lists plugins: one pluggy manager a server, none at module level.

Pluggy is the door only: hooks are asked while rulesets are composed, never while a request is judged.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final

import pluggy

from referee import hookspecs
from referee.classic import Classic
from referee.composition import Rulesets
from referee.rules.catalogue import FAMILY_RULES
from referee.ruleset import POINTS, Feature, Manifest, Options

BUILT_IN: Final = "belote-referee"


class PluginRefused(Exception):
    """A plugin that may not serve; the message names it and says why."""


class PluginFailed(Exception):
    """A plugin's own code raised while a ruleset was composed or a request judged."""

    def __init__(self, plugin: str, cause: BaseException) -> None:
        super().__init__(f"{plugin}: {type(cause).__name__}: {cause}")
        self.plugin = plugin


def load(blocked: Iterable[str] = (), *, discover: bool = True) -> Rulesets:
    """The features of this server: classic, and what the installed distributions bring.

    Raises PluginRefused when a hook is misspelt or misused, an id is taken twice, or a rule lacks its statement or
    source: a server with a broken plugin does not start.
    """
    manager = pluggy.PluginManager(hookspecs.PROJECT)
    manager.add_hookspecs(hookspecs)
    for name in blocked:
        manager.set_blocked(name)
    try:
        manager.register(Classic(), BUILT_IN)
        if discover:
            manager.load_setuptools_entrypoints(hookspecs.PROJECT)
        manager.check_pending()
    except pluggy.PluginValidationError as fault:
        raise PluginRefused(str(fault)) from fault
    except Exception as fault:  # whatever importing a plugin raises keeps the server from starting, in one line
        raise PluginRefused(f"a plugin cannot be loaded: {type(fault).__name__}: {fault}") from fault
    features = [_feature(manager, name, plugin) for name, plugin in manager.list_name_plugin() if plugin is not None]
    _check(features)
    if not any(feature.manifest.is_base for feature in features):
        raise PluginRefused("no plugin that is left brings a base game")
    return Rulesets(features, FAMILY_RULES)


def _feature(manager: pluggy.PluginManager, name: str, plugin: object) -> Feature:
    hooks = {}
    for caller in manager.get_hookcallers(plugin) or ():
        for implementation in caller.get_hookimpls():
            if implementation.plugin is not plugin:
                continue
            if implementation.wrapper or implementation.hookwrapper:
                raise PluginRefused(f"{name}: {caller.name} is a wrapper; features contribute, they do not wrap")
            hooks[caller.name] = implementation
    if "referee_manifest" not in hooks:
        raise PluginRefused(f"{name}: brings no referee_manifest")
    try:
        manifest = hooks["referee_manifest"].function()
    except Exception as fault:  # a plugin that cannot say who it is does not serve
        raise PluginRefused(f"{name}: referee_manifest raised {type(fault).__name__}: {fault}") from fault
    if not isinstance(manifest, Manifest):
        raise PluginRefused(f"{name}: referee_manifest returned {type(manifest).__name__}, not a Manifest")
    points = {
        point: partial(_ask, hooks[f"referee_{point}"].function, hooks[f"referee_{point}"].argnames, name)
        for point in POINTS
        if f"referee_{point}" in hooks
    }
    return Feature(manifest, name, type(plugin).__module__, points)


def _ask(function: Callable[..., Any], names: tuple[str, ...], plugin: str, options: Options) -> Any:
    try:
        return function(**({"options": options} if "options" in names else {}))
    except Exception as fault:  # whatever a plugin raises becomes one error that names it
        raise PluginFailed(plugin, fault) from fault


def _check(features: list[Feature]) -> None:
    taken: dict[tuple[str, str], str] = {("rule", rule.id): "the family's rules" for rule in FAMILY_RULES}
    for feature in features:
        manifest = feature.manifest
        ids = [("feature", manifest.id)]
        ids += [("option", option.name) for option in manifest.options]
        ids += [("preset", preset.id) for preset in manifest.presets]
        ids += [("rule", rule.id) for rule in manifest.rules]
        for kind, name in ids:
            holder = taken.setdefault((kind, name), feature.plugin)
            if holder != feature.plugin:
                raise PluginRefused(f"{feature.plugin}: {kind} {name} is already taken by {holder}")
        for rule in manifest.rules:
            if not (rule.statement.en and rule.statement.fr and rule.source):
                raise PluginRefused(f"{feature.plugin}: rule {rule.id} lacks its statement or its source")
        for option in manifest.options:
            if not option.allows(option.default):
                raise PluginRefused(f"{feature.plugin}: the default of option {option.name} is not allowed by itself")
