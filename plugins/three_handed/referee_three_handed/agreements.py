"""Agreements of the base game that are without effect, or without sense, among three players."""

from typing import Final, NamedTuple

from referee import Options, Value
from referee.model.refusal import Reason, Refused

from .layouts import CARDS24, CARDS32_NINE, DUMMY, FIVE


class _Needs(NamedTuple):
    """An option, the values that go without saying, and where alone another value has an effect."""

    option: str
    always: tuple[Value, ...]
    needed: str
    values: tuple[Value, ...]


_LAYOUT: Final = "three_handed_layout"
_TURNED: Final = (CARDS24, CARDS32_NINE, DUMMY)

_NEEDS: Final = (
    _Needs("deal_pattern", ("5_turnup_3",), _LAYOUT, (CARDS24, DUMMY)),
    _Needs("taker_gets_turnup", (True,), _LAYOUT, _TURNED),
    _Needs("round2_suits", ("any_but_turnup",), _LAYOUT, _TURNED),
    _Needs("notrump_alltrump_round", ("second",), _LAYOUT, _TURNED),
    # Only a taker and his dummy are partners.
    _Needs("must_raise_trump_lead", ("always",), _LAYOUT, (DUMMY,)),
    _Needs("all_trump_must_raise", ("always",), _LAYOUT, (DUMMY,)),
    _Needs("undertrump_partner", ("free",), _LAYOUT, (DUMMY,)),
    _Needs("litige_belote", ("in_reserve",), "three_handed_tie", ("hold",)),
    _Needs("reserve_goes_to", ("deal_winner",), "three_handed_tie", ("hold",)),
    _Needs("reserve_at_game_end", ("void",), "three_handed_tie", ("hold",)),
)

_OF_TWO_SIDES: Final = "defence_then_complement"


def refuse_idle(options: Options) -> None:
    """Raises Refused RULESET_CONFLICT where a value in force could have no effect among three."""
    for option, always, needed, values in _NEEDS:
        if options[option] not in always and options[needed] not in values:
            shown = " / ".join(map(str, values))
            raise _refused(
                f"option {option} has an effect among three only where {needed} is {shown}",
                f"à trois, l'option {option} n'a d'effet que si {needed} vaut {shown}",
                option,
                needed,
            )
    if options["deal_pattern"] not in FIVE:
        patterns = " / ".join(FIVE)
        raise _refused(
            f"three players turn a card once each has five: deal_pattern is {patterns}",
            f"à trois, on retourne une carte quand chacun en a cinq : deal_pattern vaut {patterns}",
            "deal_pattern",
        )
    if options["rounding"] == _OF_TWO_SIDES:
        raise _refused(
            f"rounding {_OF_TWO_SIDES} gives one side what the other leaves, and there are three",
            f"l'arrondi {_OF_TWO_SIDES} donne à un camp ce que l'autre laisse, et il y en a trois",
            "rounding",
        )


def _refused(english: str, french: str, *options: str) -> Refused:
    return Refused.for_field("options", Reason.RULESET_CONFLICT, english, french, conflict=",".join(options))
