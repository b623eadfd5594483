"""Finds, checks and lists plugins: one pluggy manager a server, none at module level.

Pluggy is the door only: hooks are asked while rulesets are composed, never while a request is judged.
"""

from collections.abc import Callable, Iterable
from functools import partial
from importlib.metadata import entry_points
from typing import Any, Final

import pluggy

from referee import __version__, admission, hookspecs
from referee.classic import Classic
from referee.composition import Rulesets
from referee.model.deal import RulesetChoice
from referee.model.refusal import Refused
from referee.rules.catalogue import FAMILY_RULES
from referee.ruleset import MANY, ONE_OWNER, POINTS, Feature, Manifest, Options

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
    _register(manager, BUILT_IN, Classic)
    for entry in sorted(entry_points(group=hookspecs.PROJECT), key=lambda entry: entry.name) if discover else ():
        _register(manager, entry.name, entry.load)
    try:
        manager.check_pending()
    except pluggy.PluginValidationError as fault:
        raise PluginRefused(f"{manager.get_name(fault.plugin)}: {_line(fault)}") from fault
    features = [_feature(manager, name, plugin) for name, plugin in manager.list_name_plugin() if plugin is not None]
    for objection in admission.objections(features, FAMILY_RULES):
        raise PluginRefused(_line(objection))
    rulesets = Rulesets(features, FAMILY_RULES)
    _check_presets(rulesets)
    return rulesets


def _register(manager: pluggy.PluginManager, name: str, find: Callable[[], Any]) -> None:
    """Registers what ``find`` brings under its name: a feature object, or a class whose instance is one."""
    if manager.is_blocked(name):
        return
    try:
        found = find()
        manager.register(found() if isinstance(found, type) else found, name)
    except pluggy.PluginValidationError as fault:
        raise PluginRefused(f"{name}: {_line(fault)}") from fault
    except (
        Exception,
        SystemExit,
    ) as fault:  # whatever importing a plugin raises keeps the server from starting, in one line
        raise PluginRefused(f"{name}: cannot be loaded: {type(fault).__name__}: {_line(fault)}") from fault


def _line(fault: object) -> str:
    return " ".join(str(fault).split())


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
    except (Exception, SystemExit) as fault:  # a plugin that cannot say who it is does not serve
        raise PluginRefused(f"{name}: referee_manifest raised {type(fault).__name__}: {fault}") from fault
    if not isinstance(manifest, Manifest):
        raise PluginRefused(f"{name}: referee_manifest returned {type(manifest).__name__}, not a Manifest")
    points = {
        point: partial(
            _ask, hooks[f"referee_{point}"].function, hooks[f"referee_{point}"].argnames, name, point in MANY
        )
        for point in POINTS
        if f"referee_{point}" in hooks
    }
    return Feature(manifest, name, _home(plugin), type(plugin).__qualname__, points, _version(name))


def _home(plugin: object) -> str:
    """The package that a plugin's faults are told by: its outermost one, classic's own where it is built in."""
    module = type(plugin).__module__
    return module if module.partition(".")[0] == "referee" else module.partition(".")[0]


def _version(name: str) -> str:
    for entry in entry_points(group=hookspecs.PROJECT):
        if entry.name == name and entry.dist is not None:
            return entry.dist.version
    return __version__ if name == BUILT_IN else ""


def _ask(function: Callable[..., Any], names: tuple[str, ...], plugin: str, many: bool, options: Options) -> Any:
    try:
        found = function(**({"options": options} if "options" in names else {}))
        if found is None:
            raise TypeError("the hook returned nothing")  # told like whatever else the plugin does wrong
        return tuple(found) if many else found
    except (Exception, SystemExit) as fault:  # whatever a plugin raises becomes one error that names it
        raise PluginFailed(plugin, fault) from fault


def _check_presets(rulesets: Rulesets) -> None:
    """Every preset must compose: its base and features are there, and each point has its owner."""
    if not rulesets.presets:
        raise PluginRefused("no plugin that is left brings a preset")
    for feature in rulesets.features.values():
        for preset in feature.manifest.presets:
            absent = {preset.base, *preset.features} - set(rulesets.features)
            if absent:
                raise PluginRefused(f"{feature.plugin}: preset {preset.id} needs {', '.join(sorted(absent))}")
            held = {point for name in (preset.base, *preset.features) for point in rulesets.features[name].points}
            if not held.issuperset(ONE_OWNER):
                missing = ", ".join(point for point in ONE_OWNER if point not in held)
                raise PluginRefused(f"{feature.plugin}: in preset {preset.id} nobody brings {missing}")
            try:
                rulesets.get(RulesetChoice(preset.id))
            except (Refused, PluginFailed) as fault:
                raise PluginRefused(f"{feature.plugin}: preset {preset.id}: {_line(fault)}") from fault
