"""Agreements that cannot stand together, though each alone has an effect (1D, "Combinations refused")."""

from typing import Final, NamedTuple

from referee import Options, Value
from referee.model.refusal import Reason, Refused
from referee.model.text import Text


class _Pair(NamedTuple):
    """Two options with the values that exclude each other, and why."""

    one: tuple[str, tuple[Value, ...]]
    other: tuple[str, tuple[Value, ...]]
    why: Text


_NOTHING_TO_DOUBLE: Final = Text(
    "where the contract is not written, a double of the contract alone would touch nothing",
    "si le contrat ne se marque pas, un contre qui ne multiplie que lui ne toucherait rien",
)

_PAIRS: Final = (
    _Pair(
        ("contract_scoring", ("made_only",)),
        ("double_mode", ("contract_only",)),
        _NOTHING_TO_DOUBLE,
    ),
    _Pair(
        ("contract_scoring", ("made_only",)),
        ("defenders_keep_points_when_doubled", (True,)),
        _NOTHING_TO_DOUBLE,
    ),
)


def refuse_conflicts(options: Options) -> None:
    """Raises Refused RULESET_CONFLICT where two values in force exclude each other."""
    for (one, values), (other, others), why in _PAIRS:
        if options[one] in values and options[other] in others:
            raise Refused.for_field(
                "options",
                Reason.RULESET_CONFLICT,
                f"{one} {options[one]} cannot go with {other} {options[other]}: {why.en}",
                f"{one} {options[one]} ne va pas avec {other} {options[other]} : {why.fr}",
                conflict=f"{one},{other}",
            )
