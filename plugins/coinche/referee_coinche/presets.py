"""The named rulesets of coinche and contrée, each after one dated text."""

from typing import Final

from referee import Preset, Value
from referee.model.text import Text

_DEALT: Final[dict[str, Value]] = {"deal_pattern": "8_by_2_and_3", "tie_rule": "failed"}
"""What all contract games say of the base's options."""

PRESETS: Final[tuple[Preset, ...]] = (
    Preset(
        id="ffb_contree",
        base="classic",
        features=("coinche",),
        name=Text("Contrée, federation rules", "Belote contrée, règles de la fédération"),
        line=Text(
            "Points made plus points bid, a capot bid worth 500, belote lost with the contract, 2000 points",
            "Points faits plus points demandés, capot demandé à 500, belote perdue avec le contrat, 2000 points",
        ),
        source="FFB, rules of belote contrée, 27-01-2016",
        options={
            **_DEALT,
            "undertrump_opponent": "free",
            "belote_on_fail": "to_defenders",
            "fail_points": 160,
            "rounding": "half_up",
            "target": 2000,
        },
    ),
    Preset(
        id="ffb_coinche",
        base="classic",
        features=("coinche", "declarations"),
        name=Text("Coinche, federation rules", "Belote coinchée, règles de la fédération"),
        line=Text(
            "With declarations, the bid must be reached and the defence beaten, bids up to 650, 2000 points",
            "Avec annonces, il faut atteindre l'enchère et battre la défense, enchères jusqu'à 650, 2000 points",
        ),
        source="FFB, rules of belote coinchée, 2015",
        options={
            **_DEALT,
            "undertrump_opponent": "free",
            "all_trump_points": "scaled_13_9_6_5_3_2",
            "fail_points": 160,
            "rounding": "half_up",
            "target": 2000,
            "finish_on_belote": "not_if_capot_or_failed",
            "max_bid": 650,
            "must_beat_defenders": True,
            "capot_bid_score": "contract",
        },
    ),
    Preset(
        id="coinche_web",
        base="classic",
        features=("coinche",),
        name=Text("Online coinche", "Coinche en ligne"),
        line=Text(
            "Clockwise, automatic belote, the contract alone is written when it is made, 1000 points",
            "Sens des aiguilles d'une montre, belote automatique, seul le contrat réussi se marque, 1000 points",
        ),
        source="Help page of a web game for belote and coinche, as read in 2026; web game help (003)",
        options={
            **_DEALT,
            "direction": "clockwise",
            "belote_announcement": "automatic",
            "capot_points": 250,
            "contract_scoring": "contract_only",
            "capot_bid_score": "contract",
        },
    ),
    Preset(
        id="pagat_coinche",
        base="classic",
        features=("coinche", "declarations"),
        name=Text("Coinche as Pagat describes it", "Coinche selon Pagat"),
        line=Text(
            "With declarations, eighty needs 82 points, doubles at any time on the contract alone, 2000 points",
            "Avec annonces, quatre-vingts exige 82 points, contre à tout moment sur le contrat seul, 2000 points",
        ),
        source="Pagat, Coinche, as read in 2026",
        options={
            **_DEALT,
            "shuffle": "never_cut_only",
            "undertrump_partner": "never_by_choice",
            "all_trump_points": "scaled_14_9_6_5_3_1",
            "capot_points": 250,
            "fail_points": 160,
            "rounding": "half_up",
            "target": 2000,
            "declaration_tie": "first_to_speak",
            "long_sequence_compare": "by_length",
            "declarations_on_capot": "lost",
            "max_bid": "none",
            "coinche_timing": "any_time",
            "capot_can_be_doubled": False,
            "min_points_80": 82,
            "double_mode": "contract_only",
            "defenders_keep_points_when_doubled": True,
        },
    ),
    Preset(
        id="cannes_contree",
        base="classic",
        features=("coinche",),
        name=Text("Contrée of the Cannes championship", "Contrée du championnat de Cannes"),
        line=Text(
            "Bids up to 260, a capot bid worth 270, redouble times three, a 5 rounds down, 2001 points",
            "Enchères jusqu'à 260, capot demandé à 270, surcontre par trois, le 5 s'arrondit en bas, 2001 points",
        ),
        source="Cannes contrée championship, 2016",
        options={
            **_DEALT,
            "shuffle": "dealer_choice",
            "cut_min_packet": 2,
            "undertrump_opponent": "free",
            "belote_on_fail": "to_defenders",
            "rounding": "half_down",
            "rounding_last_deal": False,
            "target": 2001,
            "max_bid": 260,
            "surcoinche_factor": 3,
            "double_mode": "contract_only",
            "capot_bid_score": "contract",
            "capot_bid_value": 270,
            "capot_base": 252,
        },
    ),
)
