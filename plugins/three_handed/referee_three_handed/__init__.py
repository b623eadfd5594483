"""Belote for three: the taker alone against two who are no partners, as a feature over classic belote."""

from collections.abc import Mapping, Sequence
from typing import Final

from referee import Manifest, Options, hookimpl
from referee.model.text import Text
from referee.model.trump import Trump
from referee.rules.auction import Auction
from referee.rules.bonuses import Bonus
from referee.rules.dealing import Dealing
from referee.rules.exchange import Exchange
from referee.rules.ranking import Mode
from referee.rules.rounding import Rounding
from referee.rules.table import Table
from referee.rules.two_rounds import TwoRoundAuction

from .agreements import refuse_idle
from .bonuses import shared_capot
from .discard import Discard
from .layouts import FIVE, LAYOUTS, Layout, players
from .naming import OneRoundAuction
from .options import OPTIONS
from .presets import PRESETS
from .rules import RULES
from .settlement import ThreeSidedSettlement
from .steps import STEPS

REVISION: Final = 1
"""Goes up with every change of a verdict."""


class ThreeHanded:
    """The feature ``three_handed``: table, dealing, auction and settlement of three players."""

    @hookimpl
    def referee_manifest(self) -> Manifest:
        """Options, preset and rules of belote for three, and what it makes of the base's options."""
        return Manifest(
            id="three_handed",
            revision=REVISION,
            name=Text("Belote for three", "Belote à trois"),
            line=Text(
                "Three players, each with a score of his own: the taker must make more than each of the others.",
                "Trois joueurs qui marquent chacun pour soi : le preneur doit faire plus que chacun des autres.",
            ),
            options=OPTIONS,
            presets=PRESETS,
            rules=RULES,
            steps=STEPS,
            requires=("classic",),
            replaces=(
                ("table", "classic"),
                ("dealing", "classic"),
                ("auction", "classic"),
                ("settlement", "classic"),
            ),
            # What two sides agree on is not read here; these are the values under which the base's other options hold.
            overrides={"success_rule": "strictly_more", "tie_rule": "litige"},
            reads=(
                "all_pass",
                "cut_min_packet",
                "deal_pattern",
                "first_dealer_draw",
                "notrump_alltrump",
                "notrump_alltrump_round",
                "reserve_at_game_end",
                "reserve_goes_to",
                "round2_suits",
                "rounding",
                "rounding_last_deal",
                "taker_gets_turnup",
            ),
        )

    @hookimpl
    def referee_table(self, options: Options) -> Table:
        """South, east and west, each a side of his own, and perhaps a dummy north."""
        refuse_idle(options)
        return players(_layout(options))

    @hookimpl
    def referee_dealing(self, options: Options) -> Dealing:
        """Packets as the layout has them, what is left over dead or for the taker."""
        layout = _layout(options)
        return Dealing(
            layout.first or FIVE[options.choice("deal_pattern")],
            layout.second,
            layout.turns_a_card,
            taker_gets_turn_up=layout.turns_a_card and options.flag("taker_gets_turnup"),
            taker_extra=layout.dog,
            cut_min_packet=options.number("cut_min_packet"),
            draw_for_dealer=options.choice("first_dealer_draw") == "lowest_card_redraw_on_tie",
        )

    @hookimpl
    def referee_auction(self, options: Options, table: Table, modes: Mapping[Trump, Mode]) -> Auction:
        """Two rounds over the turned card, or one where none is turned."""
        layout = _layout(options)
        must_take = options.choice("all_pass") == "dealer_must_take"
        no_trump = options.flag("notrump_alltrump")
        if not layout.turns_a_card:
            return OneRoundAuction(table, no_trump=no_trump, dealer_must_take=must_take)
        no_trump_from = 1 if options.choice("notrump_alltrump_round") == "both" else 2
        return TwoRoundAuction(
            table,
            turned_suit_again=options.choice("round2_suits") == "any",
            no_trump_from_round=no_trump_from if no_trump else None,
            dealer_must_take=must_take,
        )

    @hookimpl
    def referee_exchange(self, options: Options) -> Sequence[Exchange]:
        """The taker's discard where there is a dog."""
        layout = _layout(options)
        return (Discard(layout.dog),) if layout.dog else ()

    @hookimpl
    def referee_bonuses(self) -> Sequence[Bonus]:
        """The capot of one player, which the other two share."""
        return (shared_capot,)

    @hookimpl
    def referee_settlement(self, options: Options) -> ThreeSidedSettlement:
        """The taker against each of the others or both, the reserve, the rounding."""
        return ThreeSidedSettlement(
            made_if=options.choice("made_if"),
            three_handed_fail=options.choice("three_handed_fail"),
            three_handed_tie=options.choice("three_handed_tie"),
            equal_defenders=options.choice("equal_defenders"),
            reserve_goes_to=options.choice("reserve_goes_to"),
            reserve_at_game_end=options.choice("reserve_at_game_end"),
            # What a capot counts is asked by the complement alone, which is refused among three.
            rounding=Rounding(options.choice("rounding"), options.flag("rounding_last_deal"), capot_points=0),
        )


def _layout(options: Options) -> Layout:
    return LAYOUTS[options.choice("three_handed_layout")]
