"""Finds, checks and lists plugins: one pluggy manager a server, none at module level.

Pluggy is the door only: hooks are asked while rulesets are composed, never while a request is judged.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from importlib.metadata import entry_points
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import pluggy

from referee import __version__, admission, hookspecs, shape
from referee.classic import Classic
from referee.composition import Rulesets
from referee.model.deal import RulesetChoice
from referee.model.refusal import Refused
from referee.rules.catalogue import FAMILY_RULES
from referee.ruleset import NEEDED, POINTS, Feature, Manifest

BUILT_IN: Final = "belote-referee"


class PluginRefused(Exception):
    """A plugin that may not serve; the message names it and says why."""

    def __init__(self, message: str, plugin: str = "") -> None:
        super().__init__(message)
        self.plugin = plugin
        """Its name, where one plugin alone is at fault."""


class PluginFailed(Exception):
    """A plugin's own code raised while a ruleset was composed or a request judged."""

    def __init__(self, plugin: str, cause: BaseException) -> None:
        super().__init__(f"{plugin}: {type(cause).__name__}: {cause}")
        self.plugin = plugin


Trace: TypeAlias = Callable[[str], None]


def load(
    blocked: Iterable[str] = (),
    *,
    discover: bool = True,
    beside: Mapping[str, Any] = MappingProxyType({}),
    lenient: bool = False,
    trace: Trace | None = None,
) -> Rulesets:
    """The features of this server: classic, what the installed distributions bring, and features given by name.

    Raises PluginRefused when a hook is misspelt or misused, an id is taken twice, or a rule lacks its statement or
    source: a server with a broken plugin does not start. A lenient one leaves such a plugin out instead, and its
    rulesets say which and why. ``trace`` is told what is loaded and each hook that is asked, in a line.
    """
    blocked, left_out = tuple(blocked), list[tuple[str, str]]()
    while True:
        try:
            return _load({*blocked, *(name for name, _ in left_out)}, left_out, discover, beside, trace)
        except PluginRefused as refusal:
            if not lenient or refusal.plugin in ("", BUILT_IN, *(name for name, _ in left_out)):
                raise
            left_out.append((refusal.plugin, str(refusal)))


def _load(
    blocked: Iterable[str],
    left_out: Sequence[tuple[str, str]],
    discover: bool,
    beside: Mapping[str, Any],
    trace: Trace | None,
) -> Rulesets:
    manager = pluggy.PluginManager(hookspecs.PROJECT)
    manager.add_hookspecs(hookspecs)
    for name in blocked:
        manager.set_blocked(name)
        if trace:
            trace(f"{name}: blocked")
    _register(manager, BUILT_IN, Classic)
    for entry in sorted(entry_points(group=hookspecs.PROJECT), key=lambda entry: entry.name) if discover else ():
        _register(manager, entry.name, entry.load)
    for name, feature in beside.items():
        _register(manager, name, partial(_given, feature))
    try:
        manager.check_pending()
    except pluggy.PluginValidationError as fault:
        name = manager.get_name(fault.plugin) or ""
        raise PluginRefused(f"{name}: {_line(fault)}", name) from fault
    features = [
        _feature(manager, name, plugin, trace) for name, plugin in manager.list_name_plugin() if plugin is not None
    ]
    for guilty, objection in admission.objections(features, FAMILY_RULES):
        raise PluginRefused(_line(f"{guilty}: {objection}"), guilty)
    rulesets = Rulesets(features, FAMILY_RULES, left_out)
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
        raise PluginRefused(f"{name}: {_line(fault)}", name) from fault
    except (
        Exception,
        SystemExit,
    ) as fault:  # whatever importing a plugin raises keeps the server from starting, in one line
        raise PluginRefused(f"{name}: cannot be loaded: {type(fault).__name__}: {_line(fault)}", name) from fault


def _given(feature: Any) -> Any:
    return feature


def _line(fault: object) -> str:
    return " ".join(str(fault).split())


def _feature(manager: pluggy.PluginManager, name: str, plugin: object, trace: Trace | None) -> Feature:
    hooks = {}
    for caller in manager.get_hookcallers(plugin) or ():
        for implementation in caller.get_hookimpls():
            if implementation.plugin is not plugin:
                continue
            if implementation.wrapper or implementation.hookwrapper:
                raise PluginRefused(f"{name}: {caller.name} is a wrapper; features contribute, they do not wrap", name)
            hooks[caller.name] = implementation
    _check_marks(name, plugin, set(hooks))
    if "referee_manifest" not in hooks:
        raise PluginRefused(f"{name}: brings no referee_manifest", name)
    try:
        manifest = hooks["referee_manifest"].function()
    except (Exception, SystemExit) as fault:  # a plugin that cannot say who it is does not serve
        raise PluginRefused(f"{name}: referee_manifest raised {type(fault).__name__}: {fault}", name) from fault
    if not isinstance(manifest, Manifest):
        raise PluginRefused(f"{name}: referee_manifest returned {type(manifest).__name__}, not a Manifest", name)
    points = {
        point: partial(_ask, hooks[f"referee_{point}"], name, point, trace)
        for point in POINTS
        if f"referee_{point}" in hooks
    }
    if trace:
        trace(
            f"{name}: feature {manifest.id}, revision {manifest.revision}, answers for {', '.join(points) or 'nothing'}"
        )
    return Feature(manifest, name, _home(plugin), type(plugin).__qualname__, points, _version(name))


def _check_marks(name: str, plugin: object, hooks: set[str]) -> None:
    """A hook without its mark would be passed over in silence."""
    for attribute in dir(plugin):
        if attribute.startswith("referee_") and attribute not in hooks:
            raise PluginRefused(f"{name}: {attribute} is not marked with hookimpl, so nobody would ask it", name)


def _home(plugin: object) -> str:
    """The package that a plugin's faults are told by: its outermost one, classic's own where it is built in."""
    module = type(plugin).__module__
    return module if module.partition(".")[0] == "referee" else module.partition(".")[0]


def _version(name: str) -> str:
    for entry in entry_points(group=hookspecs.PROJECT):
        if entry.name == name and entry.dist is not None:
            return entry.dist.version
    return __version__ if name == BUILT_IN else ""


def _ask(hook: pluggy.HookImpl, plugin: str, point: str, trace: Trace | None, given: Mapping[str, Any]) -> Any:
    try:
        if trace:
            trace(f"{plugin}: asked for {point}")
        found = hook.function(**{name: given[name] for name in hook.argnames})
        if found is None:
            raise TypeError("the hook returned nothing")  # told like whatever else the plugin does wrong
        return shape.checked(point, found)
    except Refused:  # option values that this feature cannot make sense of together
        raise
    except (Exception, SystemExit) as fault:  # whatever a plugin raises becomes one error that names it
        raise PluginFailed(plugin, fault) from fault


def _check_presets(rulesets: Rulesets) -> None:
    """Every preset must compose: its base is one, and each point has its owner."""
    if not rulesets.presets:
        raise PluginRefused("no plugin that is left brings a preset")
    for feature in rulesets.features.values():
        for preset in feature.manifest.presets:
            if preset.id not in rulesets.presets:
                continue
            if preset.base not in rulesets.features:
                strange = f"preset {preset.id} is built on {preset.base}, which no plugin brings"
                raise PluginRefused(f"{feature.plugin}: {strange}", feature.plugin)
            held = {point for name in (preset.base, *preset.features) for point in rulesets.features[name].points}
            if not held.issuperset(NEEDED):
                missing = ", ".join(point for point in NEEDED if point not in held)
                raise PluginRefused(f"{feature.plugin}: in preset {preset.id} nobody brings {missing}", feature.plugin)
            try:
                rulesets.get(RulesetChoice(preset.id))
            except PluginFailed as failed:
                raise PluginRefused(f"{feature.plugin}: preset {preset.id}: {_line(failed)}", failed.plugin) from failed
            except Refused as refusal:
                raise PluginRefused(
                    f"{feature.plugin}: preset {preset.id}: {_line(refusal)}", feature.plugin
                ) from refusal
