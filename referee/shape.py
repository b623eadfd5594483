"""Whether what a hook returned can serve at all: the right kind of thing, with every name that will be asked of it.

What a plugin's own types promise is not checked while it runs; without this a thing of the wrong shape would fail
later, in the middle of a request, and far from whoever made it.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from referee.model.trump import Trump
from referee.rules.auction import Auction
from referee.rules.dealing import Dealing
from referee.rules.declarations import Contest, DeclarationKind
from referee.rules.exchange import Exchange
from referee.rules.match import MatchRules
from referee.rules.play import PlayOwner
from referee.rules.ranking import Mode
from referee.rules.settlement import Settlement
from referee.rules.table import Table
from referee.ruleset import MANY

_KINDS: Final[Mapping[str, type]] = {
    "table": Table,
    "dealing": Dealing,
    "trump_modes": Mode,
    "declarations": DeclarationKind,
}
_PROTOCOLS: Final[Mapping[str, type]] = {
    "auction": Auction,
    "exchange": Exchange,
    "play": PlayOwner,
    "declaration_contest": Contest,
    "settlement": Settlement,
    "match": MatchRules,
}


def checked(point: str, found: Any) -> Any:
    """What a hook returned for a point; a tuple where many may bring something. Raises TypeError for a wrong shape."""
    if point not in MANY:
        return _one(point, found)
    if isinstance(found, str | Mapping) or not isinstance(found, Iterable):
        raise TypeError(f"the hook returned {type(found).__name__}, where a sequence is wanted")
    return tuple(_one(point, one) for one in found)


def _one(point: str, found: Any) -> Any:
    if point in _KINDS and not isinstance(found, _KINDS[point]):
        raise TypeError(f"{type(found).__name__} is no {_KINDS[point].__name__}")
    if point in _PROTOCOLS:
        wanted = _PROTOCOLS[point]
        absent = [name for name in sorted(_names(wanted)) if not hasattr(found, name)]
        if absent:
            raise TypeError(f"{type(found).__name__} is no {wanted.__name__}: it lacks {', '.join(absent)}")
    elif point == "bonuses" and not callable(found):
        raise TypeError(f"{type(found).__name__} is no function from a tally to score items")
    if point == "trump_modes" and not isinstance(found.trump, Trump):
        raise TypeError(f"a mode's trump is {found.trump!r}")
    return found


def _names(protocol: type) -> set[str]:
    return {name for name in vars(protocol) if not name.startswith("_")}
