"""Options of the count of a deal."""

from typing import Final

from referee.model.text import Text
from referee.ruleset import Option

SCORE_OPTIONS: Final = (
    Option(
        name="capot_points",
        default=252,
        line=Text("What a capot is worth", "Valeur du capot"),
        details=Text(
            "252 is the federation's figure, the cards and 100 for the last trick. "
            "250 is the round figure of several sites and house rules. "
            "162 gives no bonus for a capot, as in a few village contests.",
            "252 est le chiffre de la fédération, les cartes et 100 pour le dernier pli. "
            "250 est le chiffre rond de plusieurs sites et tables. "
            "162 ne donne aucune prime au capot, comme dans quelques concours de village.",
        ),
        source="FFB, official rules of belote, 27-01-2016; web game help (003); AAPPMA Koenigshoffen contest rules; "
        "decision row 55",
        points=("bonuses", "settlement"),
        numbers=(252, 250, 162),
        rule_ids=("score/capot",),
    ),
    Option(
        name="capot_for_defenders",
        default=True,
        line=Text("The defence scores a capot too", "La défense marque aussi le capot"),
        details=Text(
            "true: whichever side wins all eight tricks writes the capot, as the federation has it. "
            "false: only the taker's side can, and a defence with all eight tricks writes the points of a failed "
            "contract, as Pagat has it.",
            "true : le camp qui fait les huit plis marque le capot, quel qu'il soit, selon la fédération. "
            "false : seul le camp du preneur le peut, et une défense qui fait les huit plis marque les points d'un "
            "contrat chuté, selon Pagat.",
        ),
        source="FFB, official rules of belote, 27-01-2016; Pagat, Belote; rule guide (000); decision row 56",
        points=("bonuses", "settlement"),
        rule_ids=("score/capot",),
    ),
    Option(
        name="success_rule",
        default="strictly_more",
        line=Text("When the contract is made", "Quand le contrat est réussi"),
        details=Text(
            "strictly_more: the taker's side needs more points than the defence, everything included, as the "
            "federation has it. "
            "at_least_equal: as many points are enough, as Pagat has it. "
            "threshold_82: 82 points with the belote are enough whatever the defence has, as in some web games.",
            "strictly_more : le camp du preneur doit avoir plus de points que la défense, tout compris, selon la "
            "fédération. "
            "at_least_equal : autant de points suffisent, selon Pagat. "
            "threshold_82 : 82 points avec la belote suffisent quoi qu'ait la défense, comme dans certains jeux en "
            "ligne.",
        ),
        source="FFB, official rules of belote, 27-01-2016; Pagat, Belote; rule guide (000); web game help (004); "
        "decision rows 57, 58",
        points=("settlement",),
        choices=("strictly_more", "at_least_equal", "threshold_82"),
        rule_ids=("score/contract_made", "score/tie"),
    ),
    Option(
        name="tie_rule",
        default="litige",
        line=Text("What a level deal becomes", "Ce que devient une donne à égalité"),
        details=Text(
            "litige: the defence writes its points and the taker's wait for a later deal, the federation's usual rule. "
            "failed: the taker has failed, as on many sites; made: the taker has succeeded. "
            "redeal: the same dealer deals again and nothing is written.",
            "litige : la défense marque ses points et ceux du preneur attendent une donne suivante, règle habituelle "
            "de la fédération. "
            "failed : le preneur est dedans, comme sur bien des sites ; made : le preneur a réussi. "
            "redeal : le même donneur redonne et l'on ne marque rien.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); web game help (003, 004); "
        "coinche as played in Guyane; decision row 59",
        points=("settlement",),
        choices=("litige", "failed", "made", "redeal"),
        rule_ids=("score/tie", "score/litige", "score/redeal", "match/next_dealer"),
        only_if=(("success_rule", ("strictly_more",)),),
    ),
    Option(
        name="litige_belote",
        default="in_reserve",
        line=Text("The taker's belote in a litige", "La belote du preneur en cas de litige"),
        details=Text(
            "in_reserve: it waits with the taker's other points, 91 in all, as in the federation's example. "
            "kept_by_holder: its side writes it at once and only the other points wait.",
            "in_reserve : elle attend avec les autres points du preneur, 91 en tout, selon l'exemple de la fédération. "
            "kept_by_holder : son camp la marque aussitôt et seuls les autres points attendent.",
        ),
        source="FFB, official rules of belote, 27-01-2016; Casson contest rules; decision row 61",
        points=("bonuses",),
        choices=("in_reserve", "kept_by_holder"),
        rule_ids=("score/litige_belote",),
        only_if=(
            ("success_rule", ("strictly_more",)),
            ("tie_rule", ("litige",)),
            ("belote_counts_for_contract", (True,)),
        ),
    ),
    Option(
        name="reserve_goes_to",
        default="deal_winner",
        line=Text("Who collects the reserve of a litige", "Qui ramasse la réserve d'un litige"),
        details=Text(
            "deal_winner: the side that wins the next deal, the taker's when it makes the contract and otherwise the "
            "defence, as most texts have it. "
            "next_successful_taker: the next side that makes a contract as taker; a failed contract leaves the reserve "
            "waiting, the federation's wording read strictly.",
            "deal_winner : le camp qui gagne la donne suivante, celui du preneur s'il réussit et sinon la défense, "
            "selon la plupart des textes. "
            "next_successful_taker : le prochain camp preneur qui réussit son contrat ; une chute laisse la réserve "
            "en attente, selon la lettre du texte de la fédération.",
        ),
        source="Rule guide (000); scoring page (001); glossary (002); FFB, official rules of belote, 27-01-2016; "
        "decision row 62",
        points=("settlement",),
        choices=("deal_winner", "next_successful_taker"),
        rule_ids=("score/reserve",),
        only_if=(("success_rule", ("strictly_more",)), ("tie_rule", ("litige",))),
    ),
    Option(
        name="reserve_at_game_end",
        default="void",
        line=Text("A litige on the last deal of the match", "Un litige à la dernière donne de la partie"),
        details=Text(
            "void: the points held in reserve are lost when the match ends. "
            "each_keeps: each side writes its own points of a level last deal, as in some contests with a fixed "
            "number of deals. "
            "each_keeps needs the record to say that the deal is the last.",
            "void : les points en réserve sont perdus quand la partie finit. "
            "each_keeps : chaque camp marque ses points d'une dernière donne à égalité, comme dans certains concours à "
            "nombre de donnes fixé. "
            "each_keeps exige que l'on indique que la donne est la dernière.",
        ),
        source="ASCEE 79 tournament rules; decision row 64",
        points=("settlement",),
        choices=("void", "each_keeps"),
        rule_ids=("score/reserve_at_game_end",),
        only_if=(("success_rule", ("strictly_more",)), ("tie_rule", ("litige",))),
    ),
    Option(
        name="fail_points",
        default=162,
        line=Text(
            "What the defence writes for a failed contract", "Ce que marque la défense quand le preneur est dedans"
        ),
        details=Text(
            "162 is what every classic text gives. "
            "160 is the round figure of the federation's contrée and coinche rules. "
            "0 gives no points for the tricks of a failed contract.",
            "162 est le chiffre de tous les textes classiques. "
            "160 est le chiffre rond des règles de contrée et de coinche de la fédération. "
            "0 ne donne aucun point pour les plis d'un contrat chuté.",
        ),
        source="FFB, official rules of belote, 27-01-2016; FFB, rules of belote contrée, 27-01-2016; "
        "rule guide (000); decision row 65",
        points=("settlement",),
        numbers=(162, 160, 0),
        rule_ids=("score/contract_failed",),
    ),
    Option(
        name="rounding",
        default="none",
        line=Text("Rounding of the written scores to tens", "Arrondi des scores à la dizaine"),
        details=Text(
            "none writes exact points, the usual classic way; half_up rounds to the nearest ten with a 5 going up, "
            "the federation's option. "
            "half_down lets a 5 go down; half_to_taker lets it go up for the side that won the deal and down for the "
            "other. "
            "defence_then_complement rounds the defence's tricks and gives the taker the rest of 160, or after a "
            "capot of 250 (of 160 where capot_points is 162: the capot as the table counts it, in tens).",
            "none marque les points exacts, l'usage classique ; half_up arrondit à la dizaine la plus proche, le 5 "
            "vers le haut, l'option de la fédération. "
            "half_down arrondit le 5 vers le bas ; half_to_taker l'arrondit vers le haut pour le camp qui gagne la "
            "donne et vers le bas pour l'autre. "
            "defence_then_complement arrondit les plis de la défense et donne au preneur le complément à 160, ou après "
            "un capot à 250 (à 160 si capot_points vaut 162 : le capot tel que la table le compte, à la dizaine).",
        ),
        source="FFB, official rules of belote, 27-01-2016; FFB web pages; rule guide (000); scoring page (001); "
        "French Wikipedia, Belote; decision rows 66, 67",
        points=("settlement",),
        choices=("none", "half_up", "half_down", "half_to_taker", "defence_then_complement"),
        rule_ids=("score/rounding",),
    ),
    Option(
        name="rounding_last_deal",
        default=True,
        line=Text("The last deal is rounded too", "La dernière donne est arrondie aussi"),
        details=Text(
            "true: the last deal is rounded like the others and rounding may win the match, as the federation has it. "
            "false: the last deal is written exact, as at Cannes. "
            "false needs the record to say that the deal is the last.",
            "true : la dernière donne est arrondie comme les autres et l'arrondi peut faire gagner la partie, selon la "
            "fédération. "
            "false : la dernière donne est marquée exacte, comme à Cannes. "
            "false exige que l'on indique que la donne est la dernière.",
        ),
        source="FFB, official rules of belote, 27-01-2016; Cannes contrée championship, 2016; decision row 69",
        points=("settlement",),
        rule_ids=("score/rounding_last_deal",),
        only_if=(("rounding", ("half_up", "half_down", "half_to_taker", "defence_then_complement")),),
    ),
)
