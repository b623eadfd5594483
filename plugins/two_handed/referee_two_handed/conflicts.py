"""Agreements that come to nothing between two, though the features that read them are in use."""

from collections.abc import Mapping
from typing import Final

from referee import Options, Value
from referee.model.refusal import Reason, Refused

from .options import CLOSED, PILE, STACKS

_EVERYWHERE: Final = (CLOSED, STACKS, PILE)
_IDLE: Final[tuple[tuple[tuple[str, ...], Mapping[str, Value]], ...]] = (
    (_EVERYWHERE, {"capot_points": 252}),
    (
        (STACKS,),
        {
            "all_pass": "next_dealer",
            "round2_suits": "any_but_turnup",
            "notrump_alltrump": False,
            "belote_announcement": "both_words",
            "belote_order": "either",
            "belote_counts_for_contract": True,
            "belote_on_fail": "holder",
            "belote_if_no_trick": "kept",
            "litige_belote": "in_reserve",
            "reserve_goes_to": "deal_winner",
            "reserve_at_game_end": "void",
            "finish_on_belote": "allowed",
            "passed_deal_counts": False,
        },
    ),
)
"""Layouts, and options that have no effect in them with the value that they must keep."""

_WITHOUT_RESERVE: Final[Mapping[str, Value]] = {
    "litige_belote": "in_reserve",
    "reserve_goes_to": "deal_winner",
    "reserve_at_game_end": "void",
}


def refuse_conflicts(options: Options) -> None:
    """Raises Refused RULESET_CONFLICT where a value in force could change nothing or cannot be kept."""
    layout = options.choice("two_handed_layout")
    for layouts, kept in _IDLE:
        if layout in layouts:
            _refuse_changed(options, kept, "two_handed_layout")
    if options.choice("two_handed_tie") != "hold":
        _refuse_changed(options, _WITHOUT_RESERVE, "two_handed_tie")
    if options.choice("rounding") == "defence_then_complement":
        raise _conflict("rounding", "two_handed_layout", options)


def _refuse_changed(options: Options, kept: Mapping[str, Value], by: str) -> None:
    for name, value in kept.items():
        if name in options and options[name] != value:
            raise _conflict(name, by, options)


def _conflict(name: str, by: str, options: Options) -> Refused:
    return Refused.for_field(
        "options",
        Reason.RULESET_CONFLICT,
        f"{name} {options[name]} has no meaning between two where {by} is {options[by]}",
        f"{name} {options[name]} n'a pas de sens à deux si {by} vaut {options[by]}",
        conflict=f"{name},{by}",
    )
