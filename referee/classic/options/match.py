"""Options of the match."""

from typing import Final

from referee.model.text import Text
from referee.ruleset import Option

MATCH_OPTIONS: Final = (
    Option(
        name="target",
        default=1000,
        line=Text("Points that end the match", "Points qui terminent la partie"),
        details=Text(
            "The match is played to this total. "
            "1000 is the usual classic target; 501 is common online, 2000 and 3000 for long matches.",
            "La partie se joue jusqu'à ce total. "
            "1000 est le but habituel de la belote classique ; 501 est fréquent en ligne, 2000 et 3000 pour les "
            "longues parties.",
        ),
        source="Rule guide (000); scoring page (001); glossary (002); web game help (003, 004); decision row 115",
        points=("match",),
        minimum=1,
        maximum=1_000_000,
        rule_ids=("match/target",),
        only_if=(("fixed_deals", ("none",)),),
    ),
    Option(
        name="target_rule",
        default="reach",
        line=Text("Whether the target must be reached or passed", "Atteindre ou dépasser le but"),
        details=Text(
            "reach: a total equal to the target is enough, as the federation and Pagat have it. "
            "pass: the total must be higher than the target, as in some contests and web games.",
            "reach : il suffit d'égaler le but, selon la fédération et Pagat. "
            "pass : il faut dépasser le but, comme dans certains concours et jeux en ligne.",
        ),
        source="Rule guide (000); scoring page (001); Pagat, Belote; Board Game Arena coinche; decision row 116",
        points=("match",),
        choices=("reach", "pass"),
        rule_ids=("match/target",),
        only_if=(("fixed_deals", ("none",)),),
    ),
    Option(
        name="both_reach",
        default="higher_total",
        line=Text("Who wins when both sides reach the target", "Qui gagne quand les deux camps atteignent le but"),
        details=Text(
            "higher_total: the side with more points in all, as the federation has it. "
            "last_taker: the side that took the last deal, as on the Ducale leaflet. "
            "last_deal_points: the side that wrote more in the last deal, as in international contrée rules.",
            "higher_total : le camp qui a le plus de points en tout, selon la fédération. "
            "last_taker : le camp qui a pris à la dernière donne, selon la notice Ducale. "
            "last_deal_points : le camp qui a marqué le plus à la dernière donne, selon des règles internationales de "
            "contrée.",
        ),
        source="Rule guide (000); scoring page (001); Ducale coinche leaflet, 2022; "
        "international tournament contrée rules; decision row 117",
        points=("match",),
        choices=("higher_total", "last_taker", "last_deal_points"),
        rule_ids=("match/both_reach",),
        only_if=(("fixed_deals", ("none",)),),
    ),
    Option(
        name="tie_at_target",
        default="play_on",
        line=Text("Both sides level at the end of the match", "Égalité à la fin de la partie"),
        details=Text(
            "play_on: another deal decides, until one side leads, as the federation has it. "
            "draw: the match is drawn, as in Pagat's belote. "
            "last_deal_winner: the side that won the last deal wins the match, as in Pagat's coinche.",
            "play_on : une donne de plus décide, jusqu'à ce qu'un camp mène, selon la fédération. "
            "draw : la partie est nulle, selon la belote de Pagat. "
            "last_deal_winner : le camp qui a gagné la dernière donne gagne la partie, selon la coinche de Pagat.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); Pagat, Belote; Pagat, Coinche; "
        "decision row 118",
        points=("match",),
        choices=("play_on", "draw", "last_deal_winner"),
        rule_ids=("match/level_at_target",),
    ),
    Option(
        name="fixed_deals",
        default="none",
        line=Text("A fixed number of deals instead of a target", "Nombre de donnes fixé à la place d'un but"),
        details=Text(
            "none: the match is played to its target. "
            "A number from 1 to 1000: the match ends after that many deals and the higher total wins, as in contests "
            "of 10, 12 or 20 deals; a litige and the deal that follows it both count.",
            "none : la partie se joue jusqu'à son but. "
            "Un nombre de 1 à 1000 : la partie s'arrête après tant de donnes et le plus fort total gagne, comme dans "
            "les concours de 10, 12 ou 20 donnes ; un litige et la donne qui le suit comptent tous deux.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); decision row 119",
        points=("match",),
        choices=("none",),
        minimum=1,
        maximum=1000,
        rule_ids=("match/target", "match/fixed_deals"),
    ),
    Option(
        name="finish_on_belote",
        default="allowed",
        line=Text("Winning the match on a belote alone", "Gagner la partie sur une seule belote"),
        details=Text(
            "allowed: the points of a belote alone may reach the target; never: they may not. "
            "not_if_capot: they may not for a side that won no trick, as on the federation's web pages. "
            "not_if_capot_or_failed: nor for a side whose contract failed, as in its coinche rules of 2015.",
            "allowed : les seuls points d'une belote peuvent atteindre le but ; never : ils ne le peuvent pas. "
            "not_if_capot : ils ne le peuvent pas pour un camp sans aucun pli, selon les pages web de la fédération. "
            "not_if_capot_or_failed : ni pour un camp dont le contrat a chuté, selon ses règles de coinche de 2015.",
        ),
        source="FFB, rules of belote contrée, 27-01-2016; FFB web pages; FFB, rules of belote coinchée, 2015; "
        "decision row 120",
        points=("match",),
        choices=("allowed", "not_if_capot", "not_if_capot_or_failed", "never"),
        rule_ids=("match/finish_on_belote",),
        only_if=(("fixed_deals", ("none",)),),
    ),
)
