"""Contract bidding: coinche and contrée, as a feature over a base game."""

from collections.abc import Mapping

from referee import Manifest, Options, hookimpl
from referee.model.text import Text
from referee.model.trump import Trump
from referee.rules.ranking import Mode
from referee.rules.rounding import Rounding
from referee.rules.table import Table
from referee_coinche.bidding import ContractAuction
from referee_coinche.conflicts import refuse_conflicts
from referee_coinche.ladder import Ladder
from referee_coinche.options import OPTIONS
from referee_coinche.presets import PRESETS
from referee_coinche.rules import RULES
from referee_coinche.settlement import ContractSettlement

REVISION = 1
"""Goes up with every change of a verdict."""


class Coinche:
    """The feature ``coinche``: the auction and the settlement of the contract games."""

    @hookimpl
    def referee_manifest(self) -> Manifest:
        """Options, presets and rules of the contract games, and what they make of the base's options."""
        return Manifest(
            id="coinche",
            revision=REVISION,
            name=Text("Contract bidding", "Enchères à contrat"),
            line=Text(
                "All cards are dealt, players bid points at a trump, the bid may be doubled and must be made.",
                "Toutes les cartes sont données, on enchérit des points à un atout, on peut contrer, il faut réussir.",
            ),
            options=OPTIONS,
            presets=PRESETS,
            rules=RULES,
            requires=("classic",),
            replaces=(("auction", "classic"), ("settlement", "classic")),
            overrides={
                "deal_pattern": "8_by_2_and_3",
                "tie_rule": "failed",
                "fail_points": 160,
                "rounding": "half_up",
                "target": 2000,
            },
            reads=(
                "all_pass",
                "capot_for_defenders",
                "capot_points",
                "fail_points",
                "rounding",
                "rounding_last_deal",
            ),
        )

    @hookimpl
    def referee_auction(self, options: Options, table: Table, modes: Mapping[Trump, Mode]) -> ContractAuction:
        """Bids that rise, doubles and redoubles."""
        return ContractAuction(
            table,
            tuple(sorted(modes)),
            _ladder(options),
            dealer_must_take=options.choice("all_pass") == "dealer_must_take",
            outbid_self=options.choice("outbid_self") == "new_suit_only",
            any_time=options.choice("coinche_timing") == "any_time",
            freezes=options.flag("coinche_freezes"),
            capot_can_be_doubled=options.flag("capot_can_be_doubled"),
            coinche_factor=options.number("coinche_factor"),
            surcoinche_factor=options.number("surcoinche_factor"),
        )

    @hookimpl
    def referee_settlement(self, options: Options) -> ContractSettlement:
        """Made or failed, the contract, the double, the rounding."""
        refuse_conflicts(options)
        return ContractSettlement(
            ladder=_ladder(options),
            rounding=Rounding(
                options.choice("rounding"),
                last_deal=options.flag("rounding_last_deal"),
                capot_points=options.number("capot_points"),
            ),
            min_points_80=options.number("min_points_80"),
            must_beat_defenders=options.flag("must_beat_defenders"),
            contract_scoring=options.choice("contract_scoring"),
            fail_points=options.number("fail_points"),
            fail_adds_contract=options.flag("fail_adds_contract"),
            coinche_factor=options.number("coinche_factor"),
            surcoinche_factor=options.number("surcoinche_factor"),
            double_mode=options.choice("double_mode"),
            belote_doubled=options.flag("belote_doubled"),
            belote_of_doubled_defenders=options.choice("belote_of_doubled_defenders"),
            defenders_keep_points_when_doubled=options.flag("defenders_keep_points_when_doubled"),
            capot_can_be_doubled=options.flag("capot_can_be_doubled"),
            capot_bid_score=options.choice("capot_bid_score"),
            capot_bid_value=options.number("capot_bid_value"),
            capot_base=options.number("capot_base"),
            capot_for_defenders=options.flag("capot_for_defenders"),
        )


def _ladder(options: Options) -> Ladder:
    return Ladder(
        options.number("min_bid"),
        options.number("bid_step"),
        options.limit("max_bid"),
        generale=options.choice("generale") != "off",
    )
