"""Classic belote: the built-in base. It comes in by the same door as any plugin."""

from collections.abc import Sequence

from referee.classic.options import OPTIONS
from referee.classic.presets import PRESETS
from referee.classic.rules import CLASSIC_RULES
from referee.hookspecs import hookimpl
from referee.model.card import Suit
from referee.model.text import Text
from referee.rules.belote import BeloteLaw
from referee.rules.bonuses import Bonus, Fate, belote, capot, last_trick
from referee.rules.dealing import Dealing
from referee.rules.match import PointsMatch
from referee.rules.play import FamilyPlay
from referee.rules.ranking import (
    ALL_TRUMP_13,
    ALL_TRUMP_14,
    TRUMP_POINTS,
    Mode,
    all_trump_mode,
    no_trump_mode,
    suit_mode,
)
from referee.rules.rounding import Rounding
from referee.rules.table import FOUR_SEATS, Table
from referee.rules.taker_settlement import TakerSettlement
from referee.rules.two_rounds import TwoRoundAuction
from referee.ruleset import Manifest, Options

REVISION = 1
"""Goes up with every change of a verdict."""

_PATTERNS = {
    "5_turnup_3": ((3, 2), (3,), True),
    "5_turnup_3_by_2_and_3": ((2, 3), (3,), True),
    "8_by_2_and_3": ((3, 2, 3), (), False),
    "4_4": ((4, 4), (), False),
    "6_bid_2": ((3, 3), (2,), False),
}

_ALL_TRUMP_SCALES = {
    "trump_258_scaled": TRUMP_POINTS,
    "scaled_13_9_6_5_3_2": ALL_TRUMP_13,
    "scaled_14_9_6_5_3_1": ALL_TRUMP_14,
}


class Classic:
    """The feature ``classic``: each method answers one extension point with the options in force."""

    @hookimpl
    def referee_manifest(self) -> Manifest:
        """Options, presets and rules of classic belote."""
        return Manifest(
            id="classic",
            revision=REVISION,
            name=Text("Classic belote", "Belote classique"),
            line=Text(
                "Four players, a card is turned, the taker must make more than the defenders.",
                "Quatre joueurs, une carte est retournée, le preneur doit faire plus que la défense.",
            ),
            is_base=True,
            options=OPTIONS,
            presets=PRESETS,
            rules=CLASSIC_RULES,
        )

    @hookimpl
    def referee_table(self) -> Table:
        """Four seats in two teams, 32 cards."""
        return FOUR_SEATS

    @hookimpl
    def referee_dealing(self, options: Options) -> Dealing:
        """Packets as the pattern says; the turned card goes to the taker or is dealt with the rest."""
        first, second, turn_up = _PATTERNS[options.choice("deal_pattern")]
        return Dealing(
            first,
            second,
            turn_up,
            taker_gets_turn_up=options.flag("taker_gets_turnup"),
            cut_min_packet=options.number("cut_min_packet"),
            draw_for_dealer=options.choice("first_dealer_draw") == "lowest_card_redraw_on_tie",
        )

    @hookimpl
    def referee_auction(self, options: Options, table: Table) -> TwoRoundAuction:
        """Two rounds of take or pass."""
        no_trump_from = 1 if options.choice("notrump_alltrump_round") == "both" else 2
        return TwoRoundAuction(
            table,
            turned_suit_again=options.choice("round2_suits") == "any",
            no_trump_from_round=no_trump_from if options.flag("notrump_alltrump") else None,
            dealer_must_take=options.choice("all_pass") == "dealer_must_take",
        )

    @hookimpl
    def referee_trump_modes(self, options: Options) -> Sequence[Mode]:
        """The four suits, and no-trump and all-trump where they are played."""
        modes = [suit_mode(suit) for suit in Suit]
        if options.flag("notrump_alltrump"):
            scale = options.choice("all_trump_points")
            belotes = options.choice("all_trump_belotes") != "none"
            modes.append(no_trump_mode(options.number("no_trump_jack")))
            modes.append(all_trump_mode(_ALL_TRUMP_SCALES[scale], scaled=scale == "trump_258_scaled", belotes=belotes))
        return modes

    @hookimpl
    def referee_play(self, options: Options) -> FamilyPlay:
        """The duties of the French games, and the law of belote."""
        return FamilyPlay(
            raise_over_partner=options.choice("must_raise_trump_lead") == "always",
            raise_all_trump_over_partner=options.choice("all_trump_must_raise") == "always",
            undertrump_required=options.choice("undertrump_opponent") == "required",
            undertrump_partner=options.choice("undertrump_partner"),
            belote=BeloteLaw(
                options.choice("belote_announcement"),
                king_first=options.choice("belote_order") == "king_first",
                one_only=options.choice("all_trump_belotes") == "one_only",
            ),
        )

    @hookimpl
    def referee_bonuses(self, options: Options) -> Sequence[Bonus]:
        """Last trick, capot, belote."""
        return (
            last_trick,
            capot(options.number("capot_points"), for_defenders=options.flag("capot_for_defenders")),
            belote(
                counts=options.flag("belote_counts_for_contract"),
                if_lost=Fate.STAYS if options.choice("belote_on_fail") == "holder" else Fate.FOLLOWS,
                if_trickless=Fate.STAYS if options.choice("belote_if_no_trick") == "kept" else Fate.VOID,
                if_tied=Fate.HELD if options.choice("litige_belote") == "in_reserve" else Fate.STAYS,
            ),
        )

    @hookimpl
    def referee_settlement(self, options: Options) -> TakerSettlement:
        """Made, failed, litige or redeal, the reserve, the rounding."""
        return TakerSettlement(
            success_rule=options.choice("success_rule"),
            tie_rule=options.choice("tie_rule"),
            reserve_goes_to=options.choice("reserve_goes_to"),
            reserve_at_game_end=options.choice("reserve_at_game_end"),
            fail_points=options.number("fail_points"),
            capot_points=options.number("capot_points"),
            capot_for_defenders=options.flag("capot_for_defenders"),
            rounding=Rounding(
                options.choice("rounding"),
                last_deal=options.flag("rounding_last_deal"),
                capot_points=options.number("capot_points"),
            ),
        )

    @hookimpl
    def referee_match(self, options: Options) -> PointsMatch:
        """To a target or over a fixed number of deals."""
        return PointsMatch(
            target=options.number("target"),
            must_pass_target=options.choice("target_rule") == "pass",
            both_reach=options.choice("both_reach"),
            tie_at_target=options.choice("tie_at_target"),
            fixed_deals=options.limit("fixed_deals"),
            passed_deal_counts=options.flag("passed_deal_counts"),
            all_pass=options.choice("all_pass"),
            finish_on_belote=options.choice("finish_on_belote"),
        )
