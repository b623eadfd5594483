"""The options of classic belote, in the words of the option list."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_type_hints


@dataclass(frozen=True)
class TableRules:
    """What one table plays; every default is that of the preset `ffb_classic`.

    A value outside the list of its option is a ValueError.
    """

    must_raise_trump_lead: Literal["always", "unless_partner_master"] = "always"
    undertrump_opponent: Literal["required", "free"] = "required"
    undertrump_partner: Literal["free", "only_trumps_left", "never_by_choice"] = "free"
    # Spot questions name their trump themselves, so this one is accepted and changes nothing here.
    notrump_alltrump: Literal[False, True] = False
    all_trump_must_raise: Literal["always", "unless_partner_master"] = "always"
    all_trump_points: Literal["trump_258_scaled", "scaled_13_9_6_5_3_2", "scaled_14_9_6_5_3_1"] = "trump_258_scaled"
    no_trump_jack: Literal[2, 0] = 2

    belote_counts_for_contract: Literal[True, False] = True
    belote_on_fail: Literal["holder", "to_defenders"] = "holder"
    belote_if_no_trick: Literal["kept", "lost"] = "kept"
    all_trump_belotes: Literal["one_per_suit", "one_only", "none"] = "one_per_suit"

    success_rule: Literal["strictly_more", "at_least_equal", "threshold_82"] = "strictly_more"
    tie_rule: Literal["litige", "failed", "made", "redeal"] = "litige"
    litige_belote: Literal["in_reserve", "kept_by_holder"] = "in_reserve"
    reserve_goes_to: Literal["deal_winner", "next_successful_taker"] = "deal_winner"
    reserve_at_game_end: Literal["void", "each_keeps"] = "void"
    capot_points: Literal[252, 250, 162] = 252
    capot_for_defenders: Literal[True, False] = True
    fail_points: Literal[162, 160, 0] = 162
    rounding: Literal["none", "half_up", "half_down", "half_to_taker", "defence_then_complement"] = "none"
    rounding_last_deal: Literal[True, False] = True

    def __post_init__(self) -> None:
        for name, allowed in ALLOWED.items():
            value = getattr(self, name)
            if value not in allowed:
                raise ValueError(f"{name} is one of {', '.join(map(str, allowed))}, not {value}")


ALLOWED = {name: get_args(hint) for name, hint in get_type_hints(TableRules).items()}

# What the other classic presets change; declarations, which `cafe` adds, are not played here.
PRESETS: dict[str, dict[str, str | int | bool]] = {
    "ffb_classic": {},
    "cafe": {},
    "online_250": {"capot_points": 250, "tie_rule": "failed"},
    "online_252": {"success_rule": "threshold_82", "tie_rule": "failed"},
}

# The values differ in type from option to option; TableRules checks each of them.
Options = Mapping[str, Any] | TableRules | None


def table_rules(options: Options) -> TableRules:
    """The full rules of a table that departs from `ffb_classic` by `options`; an unknown name is a ValueError."""
    if options is None:
        return TableRules()
    if isinstance(options, TableRules):
        return options
    for name in options:
        if name not in ALLOWED:
            raise ValueError(f"{name} is not an option of classic belote")
    return TableRules(**options)


def option_value(word: str) -> str | int | bool:
    """An option's value as it stands in a text: yes, no, a number, or a choice."""
    if word in ("yes", "no"):
        return word == "yes"
    return int(word) if word.isdigit() else word
