"""Rulesets with features that are not installed, and what a ruleset under test is known by."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import entry_points
from typing import Any

from referee import plugins
from referee.classic import Classic
from referee.composition import Rulesets
from referee.hookspecs import PROJECT
from referee.model.deal import RulesetChoice
from referee.model.term import TermKind
from referee.ruleset import Manifest, Ruleset, Step


def rulesets_of(*features: Any, discover: bool = False) -> Rulesets:
    """The rulesets of a server that has these features beside classic, and those installed if they are to be found.

    A feature is a class or an object, as an entry point names it; one that is installed is not registered twice.
    Raises PluginRefused as a server's start does.
    """
    installed: list[Any] = [Classic]
    if discover:
        installed += [entry.load() for entry in entry_points(group=PROJECT)]
    mine = [one for one in features if one not in installed and type(one) not in installed]
    beside = {name_of(one): one for one in mine}
    if len(beside) < len(mine):
        raise plugins.PluginRefused(f"two features are called alike among {', '.join(map(name_of, mine))}")
    return plugins.load(discover=discover, beside=beside)


def name_of(feature: Any) -> str:
    """The id of a feature; the name of its class where it does not tell."""
    manifest = manifest_of(feature)
    return type(feature).__name__ if manifest is None else manifest.id


def manifest_of(feature: Any) -> Manifest | None:
    """What a feature says of itself; None where it cannot: a server's start says why."""
    try:
        manifest = (feature() if isinstance(feature, type) else feature).referee_manifest()
    except Exception:  # noqa: BLE001  # whatever it raises is told by the registration, with its name
        return None
    return manifest if isinstance(manifest, Manifest) else None


@dataclass(frozen=True)
class Trial:
    """A ruleset under test: how a request asks for it, and the words that its answers may use."""

    rulesets: Rulesets
    choice: RulesetChoice

    @cached_property
    def ruleset(self) -> Ruleset:
        """The ruleset as composed."""
        return self.rulesets.get(self.choice)

    @cached_property
    def manifests(self) -> tuple[Manifest, ...]:
        """Those of the features in use."""
        return tuple(self.rulesets.features[name].manifest for name, _ in self.ruleset.features)

    @cached_property
    def terms(self) -> Mapping[TermKind, frozenset[str]]:
        """Ids of the terms in use, by kind."""
        terms = [term for manifest in self.manifests for term in manifest.terms]
        return {kind: frozenset(term.id for term in terms if term.kind is kind) for kind in TermKind}

    @cached_property
    def steps(self) -> Mapping[str, Step]:
        """Custom actions of the features in use, by id."""
        return {step.id: step for manifest in self.manifests for step in manifest.steps}

    def __str__(self) -> str:
        return told(self.choice)


def told(choice: RulesetChoice) -> str:
    """What a request asks for, in words."""
    options = ", ".join(f"{name}={value}" for name, value in choice.options)
    added = f" with {', '.join(choice.features)}" if choice.features else ""
    return f"{choice.preset}{added}{f' and {options}' if options else ''}"


def choice_of(ruleset: Ruleset) -> RulesetChoice:
    """How a request asks for a ruleset, told in full."""
    return RulesetChoice(ruleset.preset, tuple(name for name, _ in ruleset.features), tuple(ruleset.values.items()))
