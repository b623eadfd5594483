"""How a feature with a fault is noted, and what most of them are made of."""

from typing import Any, Final

from referee.classic import Classic
from referee.model.text import Text
from referee.ruleset import Manifest

CLASSIC: Final = Classic()

PLANTED: Final[dict[type, set[str]]] = {}
"""Every feature of this file, with the promises that it must be found to break."""


def breaks(*promises: str) -> Any:
    """Notes what a feature is planted to break."""

    def noted(feature: type) -> type:
        PLANTED[feature] = set(promises)
        return feature

    return noted


def manifest(name: str, *points: str, **facts: Any) -> Manifest:
    """The manifest of a feature that takes these points from classic."""
    text = Text(name.replace("_", " "), f"« {name} »")
    return Manifest(name, 1, text, text, replaces=tuple((point, "classic") for point in points), **facts)


class Wrapped:
    """What classic brings to a point, but for what a subclass says otherwise."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)
