"""Belote for two, as a feature over the classic game: closed, with a pile to draw from, or in open stacks."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from referee import Manifest, Options, Seat, Team, Term, TermKind, Text, hookimpl
from referee.rules.auction import Auction
from referee.rules.belote import BeloteLaw
from referee.rules.dealing import Dealing
from referee.rules.exchange import Exchange
from referee.rules.play import FamilyPlay, ModePlay
from referee.rules.ranking import Mode
from referee.rules.rounding import Rounding
from referee.rules.table import Table
from referee.rules.two_rounds import TwoRoundAuction

from .conflicts import refuse_conflicts
from .options import OPTIONS, PILE, STACKS
from .presets import PRESETS
from .rules import RULES
from .settlement import PilesSettlement
from .stacked import LAST_CARD, LastCardTrumps
from .swap import STEP, SevenSwap

REVISION: Final = 1
"""Goes up with every change of a verdict."""

TWO_SEATS: Final = Table(seats=(Seat.SOUTH, Seat.NORTH), teams=(Team.SOUTH, Team.NORTH))

TERMS: Final = (
    Term(
        TermKind.CONTRACT_TERM,
        LAST_CARD,
        Text("Trumps by the last card", "Atout par la dernière carte"),
        Text("Nobody took; the last card dealt made the trumps", "Personne n'a pris ; la dernière carte fait l'atout"),
    ),
)


class TwoHanded:
    """The feature ``two_handed``: each method answers one extension point with the options in force."""

    @hookimpl
    def referee_manifest(self) -> Manifest:
        """Options, rules, the preset for two, and what it takes over from the classic game."""
        return Manifest(
            id="two_handed",
            revision=REVISION,
            name=Text("For two", "À deux"),
            line=Text(
                "Two players, each for himself, with part of the pack out of play, in a pile, or under other cards.",
                "Deux joueurs, chacun pour soi, une partie du paquet hors du jeu, au talon ou sous d'autres cartes.",
            ),
            options=OPTIONS,
            presets=PRESETS,
            rules=RULES,
            requires=("classic",),
            replaces=tuple((point, "classic") for point in ("table", "dealing", "auction", "play", "settlement")),
            overrides={"target": 501},
            reads=(
                "all_pass",
                "all_trump_belotes",
                "belote_announcement",
                "belote_order",
                "capot_for_defenders",
                "capot_points",
                "cut_min_packet",
                "first_dealer_draw",
                "notrump_alltrump",
                "notrump_alltrump_round",
                "reserve_at_game_end",
                "reserve_goes_to",
                "round2_suits",
                "rounding",
                "rounding_last_deal",
                "undertrump_opponent",
            ),
            terms=TERMS,
            steps=(STEP,),
        )

    @hookimpl
    def referee_table(self) -> Table:
        """South and north, each a team."""
        return TWO_SEATS

    @hookimpl
    def referee_dealing(self, options: Options) -> Dealing:
        """Nine cards and a turn-up that stays, or sixteen in stacks of two."""
        cut, draw = options.number("cut_min_packet"), options.choice("first_dealer_draw")
        drawn = draw == "lowest_card_redraw_on_tie"
        if options.choice("two_handed_layout") == STACKS:
            return Dealing(
                first=(4, 4, 4, 4),
                turn_up=True,
                last_is_turned=True,
                covered=True,
                cut_min_packet=cut,
                draw_for_dealer=drawn,
            )
        pile = options.choice("two_handed_layout") == PILE
        return Dealing(
            first=(3, 3),
            second=(3,),
            turn_up=True,
            turn_up_stays=True,
            stock=pile,
            free_while_stock=pile,
            cut_min_packet=cut,
            draw_for_dealer=drawn,
        )

    @hookimpl
    def referee_auction(self, options: Options, table: Table) -> Auction:
        """Two rounds of take or pass; none in stacks."""
        if options.choice("two_handed_layout") == STACKS:
            return LastCardTrumps(table)
        no_trump_from = 1 if options.choice("notrump_alltrump_round") == "both" else 2
        return TwoRoundAuction(
            table,
            turned_suit_again=options.choice("round2_suits") == "any",
            no_trump_from_round=no_trump_from if options.flag("notrump_alltrump") else None,
            dealer_must_take=options.choice("all_pass") == "dealer_must_take",
        )

    @hookimpl
    def referee_exchange(self, options: Options) -> Sequence[Exchange]:
        """The seven of trumps for the turn-up."""
        if options.choice("two_handed_layout") == STACKS or options.choice("seven_swap") == "never":
            return ()
        return (SevenSwap(first_six_only=options.choice("seven_swap") == "first_six_only"),)

    @hookimpl
    def referee_play(self, options: Options) -> FamilyPlay:
        """The duties of the French games where nobody has a partner, and the law of belote."""
        law = BeloteLaw(
            options.choice("belote_announcement"),
            king_first=options.choice("belote_order") == "king_first",
            one_only=options.choice("all_trump_belotes") == "one_only",
        )
        play = _WithoutBelote if options.choice("two_handed_layout") == STACKS else FamilyPlay
        return play(undertrump_required=options.choice("undertrump_opponent") == "required", belote=law)

    @hookimpl
    def referee_settlement(self, options: Options) -> PilesSettlement:
        """Each its own, both piles, or a level deal; the reserve, the rounding."""
        refuse_conflicts(options)
        tie = options.choice("two_handed_tie")
        return PilesSettlement(
            success_rule="strictly_more",
            tie_rule="litige" if tie == "hold" else "failed",
            reserve_goes_to=options.choice("reserve_goes_to"),
            reserve_at_game_end=options.choice("reserve_at_game_end"),
            fail_points=0,
            capot_points=0,
            capot_for_defenders=options.flag("capot_for_defenders"),
            rounding=Rounding(options.choice("rounding"), last_deal=options.flag("rounding_last_deal"), capot_points=0),
            taker_zero=tie == "taker_zero",
            capot_in_place_of_ten=options.choice("two_handed_capot") == "100_for_ten",
            nobody_takes=options.choice("two_handed_layout") == STACKS,
        )


class _WithoutBelote(FamilyPlay):
    """The same duties, with modes in which king and queen of trumps are two cards like others."""

    def for_mode(self, mode: Mode) -> ModePlay:
        """The common duties under this mode."""
        return FamilyPlay.for_mode(self, _without_belote(mode))


@lru_cache(maxsize=64)
def _without_belote(mode: Mode) -> Mode:
    return replace(mode, belote_suits=(), no_belote_rule="two_handed/no_belote")
