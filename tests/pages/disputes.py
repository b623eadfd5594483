"""Where authorities disagree: the points that tables argue about, who says what, and which option settles each."""

from typing import Final, NamedTuple

from referee.ruleset import Value


class Side(NamedTuple):
    """A value of an option and the texts behind it, told as sources are; empty where none speaks for it."""

    option: str
    value: Value
    texts: str


class Dispute(NamedTuple):
    """A point, why it matters at a table, and its sides; `also` names options that belong to it without a quarrel."""

    point: str
    matters: str
    sides: tuple[Side, ...]
    also: tuple[str, ...] = ()


CLASSIC_16: Final = "FFB, official rules of belote, 27-01-2016"
CONTREE_16: Final = "FFB, rules of belote contrée, 27-01-2016"
CONTREE_15: Final = "FFB, rules of belote contrée, 2015"
COINCHE_15: Final = "FFB, rules of belote coinchée, 2015"
WEB: Final = "FFB web pages"
PAGAT: Final = "Pagat, Belote"
PAGAT_COINCHE: Final = "Pagat, Coinche"
WIKI: Final = "French Wikipedia, Belote"
WIKI_COINCHE: Final = "French Wikipedia, Coinche"
CANNES: Final = "Cannes contrée championship, 2016"
TOURNAMENT: Final = "International tournament contrée rules"
GUIDE: Final = "Rule guide (000)"
SCORING: Final = "Scoring page (001)"
GLOSSARY: Final = "Glossary (002)"
WEB_GAMES: Final = "Web game help (003, 004)"
WEB_COINCHE: Final = "Web game help (003)"
WEB_501: Final = "Web game help (004)"
PLATFORM: Final = "GameDuell help pages"
ARENA: Final = "Board Game Arena coinche"
CLUB: Final = "ASCEE 79 tournament rules"
VILLAGE: Final = "Casson contest rules"

DISPUTES: Final = (
    Dispute(
        "A lower trump when an opponent's cannot be beaten",
        "Several times in a match. On one and the same day the federation wrote it both ways, for two games.",
        (
            Side(
                "undertrump_opponent",
                "required",
                f"{CLASSIC_16}; {PAGAT}; {PAGAT_COINCHE}; {WIKI}; {CLUB}; {WEB_GAMES}",
            ),
            Side("undertrump_opponent", "free", f"{CONTREE_16}; {COINCHE_15}; {CANNES}; {TOURNAMENT}"),
        ),
    ),
    Dispute(
        "What a failed contract gives",
        "Every third deal or so.",
        (
            Side("fail_points", 162, f"{CLASSIC_16}; {PAGAT}; {CANNES}; {WEB_GAMES}"),
            Side("fail_points", 160, f"{CONTREE_16}; {COINCHE_15}; {PAGAT_COINCHE}"),
            Side("fail_points", 0, ""),
            Side("fail_adds_contract", True, f"{CONTREE_16}; {COINCHE_15}; {PAGAT_COINCHE}; {CANNES}; {WEB_COINCHE}"),
            Side("fail_adds_contract", False, TOURNAMENT),
            Side("declarations_on_fail", "validated_to_defenders", f"{COINCHE_15}; {PAGAT}; {SCORING}; {GLOSSARY}"),
            Side("declarations_on_fail", "own_only", ""),
        ),
    ),
    Dispute(
        "The belote of a taker who fails",
        "Twenty points, in many a failed deal. The line runs just between contrée and all other games.",
        (
            Side("belote_on_fail", "holder", f"{CLASSIC_16}; {COINCHE_15}; {PAGAT_COINCHE}; {GUIDE}; {ARENA}"),
            Side("belote_on_fail", "to_defenders", f"{CONTREE_16}; {TOURNAMENT}; {CANNES}"),
        ),
    ),
    Dispute(
        "Rounding, and whether it may win a match",
        "Each deal of a table that rounds; a five alone moves ten points.",
        (
            Side("rounding", "none", f"{CLASSIC_16}, unless the organiser rounds; {WEB}; {WEB_GAMES}"),
            Side("rounding", "half_up", f"{CONTREE_16}; {PAGAT_COINCHE}; {GUIDE}, where a contest rounds"),
            Side("rounding", "half_down", f"{CANNES}; RJCV contest rules"),
            Side("rounding", "half_to_taker", f"{SCORING}, for a taker who has made it"),
            Side("rounding", "defence_then_complement", f"{WIKI}, the taker being given the rest"),
            Side("rounding_last_deal", True, f"{CLASSIC_16}; {CONTREE_16}"),
            Side("rounding_last_deal", False, CANNES),
        ),
    ),
    Dispute(
        "Declarations: what they do, and what becomes of them",
        "Wherever they are played; two hundred points may hang on one card. That they are played at all is a matter of "
        "the feature `declarations`: the federation's classic game and its contrée have none, its coinche has them.",
        (
            Side("declarations_count_for_contract", True, f"{COINCHE_15}; {WEB}; {SCORING}; {GLOSSARY}"),
            Side("declarations_count_for_contract", False, PLATFORM),
            Side("declarations_on_capot", "to_capot_team", f"{COINCHE_15}; {WEB}"),
            Side("declarations_on_capot", "kept", ""),
            Side("declarations_on_capot", "lost", PAGAT),
            Side("declaration_tie", "cancel_all", f"{COINCHE_15}; {GLOSSARY}"),
            Side("declaration_tie", "first_to_speak", f"{PAGAT_COINCHE}, or else nobody scores"),
            Side("carre_beats_sequence", True, f"{COINCHE_15}; {PAGAT}"),
            Side("carre_beats_sequence", False, ""),
            Side("declaration_show", "winners_at_trick2", f"{COINCHE_15}; {GLOSSARY}"),
            Side("declaration_show", "on_request", PAGAT),
        ),
    ),
    Dispute(
        "What a contract that is made gives",
        "It sets the scale of the whole match: targets go from 501 to 3000 with it.",
        (
            Side(
                "contract_scoring",
                "made_plus_contract",
                f"{CONTREE_16}, as one of its two ways; {COINCHE_15}; {PAGAT_COINCHE}; {WIKI_COINCHE}; {CANNES}",
            ),
            Side("contract_scoring", "contract_only", f"{WEB_COINCHE}; {WEB}, on contrée"),
            Side("contract_scoring", "made_only", f"{CONTREE_16}, as the other of its two ways"),
        ),
    ),
    Dispute(
        "What a double multiplies, and by how much",
        "Rare, and then hundreds of points. The federation's figures of 2016, 320 and twice the contract, are those of "
        "a double of the whole.",
        (
            Side("double_mode", "whole", f"{CONTREE_16}; {COINCHE_15}; {WEB}; {WIKI_COINCHE}; {ARENA}"),
            Side("double_mode", "contract_only", f"{PAGAT_COINCHE}; {CANNES}"),
            Side("coinche_factor", 2, f"{CONTREE_16}; {PAGAT_COINCHE}; {WEB_COINCHE}"),
            Side("coinche_factor", 3, ""),
            Side("surcoinche_factor", 4, f"{CONTREE_16}; {PAGAT_COINCHE}; {WIKI_COINCHE}; {WEB_COINCHE}; {ARENA}"),
            Side("surcoinche_factor", 3, CANNES),
            Side("belote_doubled", False, f"{CONTREE_15}; {CANNES}; {WEB}"),
            Side("belote_doubled", True, f"{COINCHE_15}, its formula taken to the letter"),
            Side("defenders_keep_points_when_doubled", False, f"{CONTREE_16}; {COINCHE_15}; {ARENA}"),
            Side("defenders_keep_points_when_doubled", True, f"{PAGAT_COINCHE}, which is not clear on it"),
        ),
        also=("belote_of_doubled_defenders",),
    ),
    Dispute(
        "Doubling out of turn, and bidding on after a double",
        "Next to undertrumping the deepest split of the contract games.",
        (
            Side("coinche_timing", "in_turn", f"{CONTREE_16}; {TOURNAMENT}; {CANNES}"),
            Side(
                "coinche_timing",
                "any_time",
                f"{PAGAT_COINCHE}; {WIKI_COINCHE}; Ducale coinche leaflet, 2022; {ARENA}",
            ),
            Side("coinche_freezes", True, f"{CONTREE_16}; {ARENA}"),
            Side("coinche_freezes", False, f"{PAGAT_COINCHE}, as a variant; {WIKI_COINCHE}, as a variant"),
        ),
    ),
    Dispute(
        "A level deal",
        "One deal in fifty, and always an argument.",
        (
            Side("tie_rule", "litige", f"{CLASSIC_16}; {GUIDE}; {SCORING}; {GLOSSARY}"),
            Side("tie_rule", "failed", f"{WEB_GAMES}; AAPPMA Koenigshoffen contest rules"),
            Side("tie_rule", "made", PAGAT),
            Side("tie_rule", "redeal", "Coinche as played in Guyane"),
            Side("litige_belote", "in_reserve", CLASSIC_16),
            Side("litige_belote", "kept_by_holder", VILLAGE),
            Side("reserve_goes_to", "deal_winner", f"{GUIDE}; {SCORING}; {GLOSSARY}; {CLUB}"),
            Side("reserve_goes_to", "next_successful_taker", f"{CLASSIC_16}; {WEB}"),
            Side("reserve_at_game_end", "void", ""),
            Side("reserve_at_game_end", "each_keeps", CLUB),
        ),
    ),
    Dispute(
        "When a contract is made",
        "Each close deal. A belote makes all the difference: at 82 points with the belote a taker needs ten points of "
        "tricks fewer than by comparison.",
        (
            Side("success_rule", "strictly_more", f"{CLASSIC_16}; {GUIDE}; {SCORING}; {GLOSSARY}"),
            Side("success_rule", "at_least_equal", PAGAT),
            Side("success_rule", "threshold_82", WEB_501),
            Side("must_beat_defenders", False, f"{CONTREE_16}; {PAGAT_COINCHE}"),
            Side("must_beat_defenders", True, f"{COINCHE_15}; {WIKI_COINCHE}"),
            Side("min_points_80", 80, CONTREE_16),
            Side("min_points_80", 82, f"{PAGAT_COINCHE}; English Wikipedia, Coinche; {ARENA}"),
            Side("belote_counts_for_contract", True, f"{CLASSIC_16}; {CONTREE_16}; {COINCHE_15}; {PAGAT_COINCHE}"),
            Side("belote_counts_for_contract", False, PLATFORM),
        ),
    ),
    Dispute(
        "Capot, bid or not",
        "Seldom, and then worth a deal and a half or more.",
        (
            Side("capot_points", 252, f"{CLASSIC_16}; {GUIDE}; {GLOSSARY}; {WEB_501}; {CLUB}"),
            Side("capot_points", 250, f"{WEB_COINCHE}; {PAGAT_COINCHE}"),
            Side("capot_points", 162, "AAPPMA Koenigshoffen contest rules"),
            Side("capot_for_defenders", True, f"{CLASSIC_16}; {GUIDE}; {GLOSSARY}; {WEB_GAMES}"),
            Side("capot_for_defenders", False, PAGAT),
            Side("capot_bid_score", "flat_500", CONTREE_16),
            Side("capot_bid_score", "contract", COINCHE_15),
            Side("capot_bid_value", 250, COINCHE_15),
            Side("capot_bid_value", 270, CANNES),
            Side("capot_bid_value", 260, PLATFORM),
            Side("capot_bid_value", 350, "Ducale coinche leaflet, 2022"),
            Side("capot_can_be_doubled", True, CONTREE_16),
            Side("capot_can_be_doubled", False, PAGAT_COINCHE),
        ),
        also=("capot_base",),
    ),
    Dispute(
        "Saying belote and rebelote",
        "In every third deal somebody holds one, and a word is soon forgotten. The federation forgave that once a "
        "match in 2015, and no longer does since 2016.",
        (
            Side("belote_announcement", "both_words", f"{CLASSIC_16}; {CONTREE_16}; {GUIDE}; {GLOSSARY}"),
            Side("belote_announcement", "both_words_with_tolerance", f"{CONTREE_15}; {WEB}"),
            Side("belote_announcement", "automatic", WEB_GAMES),
            Side("belote_order", "either", f"{CLASSIC_16}; {CONTREE_16}; {PLATFORM}"),
            Side("belote_order", "king_first", f"{VILLAGE}; RJCV contest rules; {WIKI}, as the older rule"),
        ),
    ),
    Dispute(
        "Where a match ends",
        "Once a match, when nobody wants to argue.",
        (
            Side("target_rule", "reach", f"{CLASSIC_16}; {PAGAT}; {GUIDE}; {SCORING}"),
            Side("target_rule", "pass", ARENA),
            Side("both_reach", "higher_total", f"{GUIDE}; {SCORING}; {PAGAT_COINCHE}"),
            Side("both_reach", "last_taker", "Ducale coinche leaflet, 2022"),
            Side("both_reach", "last_deal_points", TOURNAMENT),
            Side("tie_at_target", "play_on", f"{CLASSIC_16}; {GUIDE}; {SCORING}; {GLOSSARY}"),
            Side("tie_at_target", "draw", PAGAT),
            Side("tie_at_target", "last_deal_winner", PAGAT_COINCHE),
            Side("finish_on_belote", "allowed", f"{CONTREE_16}; RJCV contest rules"),
            Side("finish_on_belote", "not_if_capot", f"{CONTREE_15}; {WEB}; {TOURNAMENT}"),
            Side("finish_on_belote", "not_if_capot_or_failed", COINCHE_15),
            Side("finish_on_belote", "never", ""),
        ),
        also=("target",),
    ),
    Dispute(
        "A trump below the partner's",
        "Rare; but to refuse a card that is right is worse than to let one pass.",
        (
            Side("undertrump_partner", "free", f"{CLASSIC_16}; {CONTREE_16}; {WIKI}; {GUIDE}; {WEB_GAMES}"),
            Side("undertrump_partner", "only_trumps_left", COINCHE_15),
            Side("undertrump_partner", "never_by_choice", PAGAT),
        ),
    ),
    Dispute(
        "Going over the partner when trumps are led",
        "Nearly all agree; some tables are more lenient.",
        (
            Side("must_raise_trump_lead", "always", f"{CLASSIC_16}; {CONTREE_16}; {PAGAT}; {WIKI}; {CLUB}"),
            Side("must_raise_trump_lead", "unless_partner_master", f"{PAGAT}, as a variant"),
            Side("all_trump_must_raise", "always", f"{CLASSIC_16}; {COINCHE_15}"),
            Side("all_trump_must_raise", "unless_partner_master", "English Wikipedia, Coinche"),
        ),
    ),
    Dispute(
        "What cards are worth at all-trump, and jacks at no-trump",
        "Only where these contracts are played. A jack worth nothing leaves a pack of 144 points.",
        (
            Side("all_trump_points", "trump_258_scaled", f"{CLASSIC_16}; {CONTREE_16}"),
            Side("all_trump_points", "scaled_13_9_6_5_3_2", COINCHE_15),
            Side("all_trump_points", "scaled_14_9_6_5_3_1", f"{WIKI_COINCHE}; {PAGAT_COINCHE}"),
            Side("no_trump_jack", 2, f"{WIKI_COINCHE}; {PAGAT_COINCHE}"),
            Side("no_trump_jack", 0, f"{CONTREE_16}; {COINCHE_15}"),
            Side("notrump_alltrump", False, f"{TOURNAMENT}; {WEB_COINCHE}"),
            Side("notrump_alltrump", True, f"{WIKI_COINCHE}; {CLASSIC_16}, where the organiser allows it"),
        ),
    ),
    Dispute(
        "The highest bid, the générale, bidding over oneself",
        "The ends of the auction, where few hands come.",
        (
            Side("max_bid", 160, CONTREE_16),
            Side("max_bid", 180, "Ducale coinche leaflet, 2022, because of the belote"),
            Side("max_bid", 260, CANNES),
            Side("max_bid", 650, f"{WEB}, because of declarations"),
            Side("max_bid", "none", PAGAT_COINCHE),
            Side("generale", "off", f"{CONTREE_16}, which does not know it"),
            Side("generale", "solo_500", "Coinche apps, as surveyed in 2026"),
            Side("outbid_self", "no", f"{CONTREE_16}; {TOURNAMENT}"),
            Side("outbid_self", "new_suit_only", f"English Wikipedia, Coinche; {ARENA}"),
        ),
        also=("min_bid", "bid_step"),
    ),
    Dispute(
        "One card in two declarations, and long runs",
        "Few hands in a year.",
        (
            Side(
                "card_in_two_declarations",
                False,
                f"{COINCHE_15}; RJCV contest rules; Clubs de Bridge, on belote and rebelote",
            ),
            Side("card_in_two_declarations", True, ""),
            Side("long_sequence", "single_hundred", f"{COINCHE_15}; {GLOSSARY}; {PAGAT}"),
            Side("long_sequence", "best_split", ""),
            Side("long_sequence_compare", "by_class", COINCHE_15),
            Side("long_sequence_compare", "by_length", PAGAT_COINCHE),
        ),
    ),
    Dispute(
        "Direction, shuffle, cut and packets",
        "Loud at the table; a referee hardly sees them.",
        (
            Side("direction", "anticlockwise", f"{CLASSIC_16}; {PAGAT}; {GUIDE}; {SCORING}; {GLOSSARY}; {CANNES}"),
            Side("direction", "clockwise", f"{WEB_COINCHE}; {CLUB}; {VILLAGE}; {PLATFORM}"),
            Side("shuffle", "every_deal", f"{CLASSIC_16}; {GUIDE}"),
            Side("shuffle", "dealer_choice", PAGAT_COINCHE),
            Side("shuffle", "never_cut_only", "English Wikipedia, Coinche, after the first deal"),
            Side("cut_min_packet", 3, CLASSIC_16),
            Side("cut_min_packet", 2, CANNES),
        ),
        also=("deal_pattern",),
    ),
    Dispute(
        "The turned suit in the second round, and who deals when all pass",
        "Agreed in a minute, before the first deal.",
        (
            Side("round2_suits", "any_but_turnup", f"{GUIDE}; {GLOSSARY}; {PAGAT}"),
            Side("round2_suits", "any", f"{CLASSIC_16}, which does not bar it"),
            Side("all_pass", "next_dealer", f"{CLASSIC_16}; {GUIDE}; {GLOSSARY}; {WEB_COINCHE}"),
            Side("all_pass", "same_dealer", CLUB),
            Side("all_pass", "dealer_must_take", "House rule of a club"),
        ),
        also=("passed_deal_counts",),
    ),
    Dispute(
        "A level deal, a capot and the seven, between two",
        "Only between two players, on whom few texts say a word.",
        (
            Side("two_handed_tie", "hold", "Exoty, rules of two-handed belote"),
            Side("two_handed_tie", "failed", "The referee's own reading"),
            Side("two_handed_tie", "taker_zero", "Wikipedia, Klaberjass"),
        ),
        also=("two_handed_layout", "two_handed_capot", "seven_swap"),
    ),
    Dispute(
        "What the taker must beat, and who gains when he fails, among three",
        "Every deal of three players; again few texts speak.",
        (
            Side("made_if", "more_than_each", "Exoty, rules of three-handed belote"),
            Side("made_if", "more_than_sum", "Croatian bela for three and two, survey of public rules"),
        ),
        also=("three_handed_fail", "three_handed_tie", "three_handed_layout"),
    ),
)
"""Heaviest first: how often the point comes up, times how far it moves the score. That order is a judgement."""


class Reversal(NamedTuple):
    """A point on which the federation's own texts differ."""

    point: str
    one: str
    other: str


REVERSALS: Final = (
    Reversal("A lower trump when an opponent's cannot be beaten", "a duty: classic 2016", "no duty: contrée 2016"),
    Reversal("The belote of a taker who fails", "kept: classic 2016, coinche 2015", "lost: contrée 2016"),
    Reversal("Whether the defence must be beaten too", "yes: coinche 2015", "no: contrée 2016"),
    Reversal("A failed contract", "162: classic 2016", "160: contrée 2016, coinche 2015"),
    Reversal("A capot that was bid", "500 flat: contrée 2016", "a contract of 250: coinche 2015"),
    Reversal("A redouble", "by four: 2015 and 2016", "by three: a later edition of contrée"),
    Reversal("A five when rounding", "up: 2015 and 2016", "down: a later edition of contrée; exact: classic 2016"),
    Reversal("A forgotten rebelote", "lost: 2016", "forgiven once a match: contrée 2015, web pages"),
    Reversal("A doubled capot", "1000, redoubled 2000: a web page", "500 and 1000: the same page, further down"),
    Reversal("All-trump", "values of its own: coinche 2015", "258 brought down to 162: classic and contrée 2016"),
)
"""One federation, several texts in force at once: the reason why presets are named after one dated text."""

NOT_SETTLED: Final = (
    "What a fault costs at a table with real cards (a misdeal, a card against the rules found out later) differs from "
    "contest to contest and is no option here: this referee refuses what is wrong and says why, it does not punish."
)
