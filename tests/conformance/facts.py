"""Whether an answer holds what is known of it. Facts are written as the answer is in JSON, as far as they go."""

from collections.abc import Iterator
from typing import Any, Final

AMONG: Final = "among"


def differences(fact: Any, told: Any, where: str = "") -> Iterator[str]:
    """Each place where an answer is not as it is known to be.

    An object holds at least the members of the fact; null means that a member is left out. A list is as long as the
    fact's and holds the same in the same order, or under ``{"among": […]}`` at least that in any order. A list of plain
    values, such as cards, may come in any order.
    """
    if fact is None:
        if told is not None:
            yield f"{where}: {told!r}, which should be left out"
    elif isinstance(fact, dict) and set(fact) == {AMONG}:
        for one in fact[AMONG]:
            if not any(not list(differences(one, other)) for other in told or ()):
                yield f"{where}: nothing like {one!r}"
    elif isinstance(fact, dict):
        if not isinstance(told, dict):
            yield f"{where}: {told!r} where an object should be"
            return
        for name, value in fact.items():
            yield from differences(value, told.get(name), f"{where}.{name}".lstrip("."))
    elif isinstance(fact, list):
        yield from _of_lists(fact, told, where)
    elif fact != told:
        yield f"{where}: {told!r} where {fact!r} should be"


def _of_lists(fact: list[Any], told: Any, where: str) -> Iterator[str]:
    if not isinstance(told, list) or len(told) != len(fact):
        yield f"{where}: {told!r} where {fact!r} should be"
    elif all(not isinstance(one, dict | list) for one in fact):
        if sorted(map(str, fact)) != sorted(map(str, told)):
            yield f"{where}: {told!r} where {fact!r} should be"
    else:
        for index, (one, other) in enumerate(zip(fact, told, strict=True)):
            yield from differences(one, other, f"{where}[{index}]")
