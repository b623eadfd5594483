"""Laws of the count and the match."""

from typing import Final

from referee.model.rule import Rule
from referee.model.text import Text

SCORE_RULES: Final = (
    Rule(
        "score/card_points",
        Text(
            "Each side counts the cards in the tricks it has won.",
            "Chaque camp compte les cartes des plis qu'il a remportés.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); web game help (003); decision row 4",
    ),
    Rule(
        "score/last_trick",
        Text(
            "The last trick is worth ten more points to the side that wins it.",
            "Le dernier pli rapporte dix points de plus au camp qui le remporte, c'est le dix de der.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); web game help (003, 004); decision row 54",
    ),
    Rule(
        "score/capot",
        Text(
            "A side that wins all eight tricks makes a capot and writes 252 points instead of 162.",
            "Le camp qui remporte les huit plis met l'autre capot et marque 252 points au lieu de 162.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); glossary (002); web game help (004); "
        "decision rows 55, 56",
        options=("capot_points", "capot_for_defenders"),
    ),
    Rule(
        "score/all_trump_scale",
        Text(
            "At all-trump each side's trick points are brought from 258 to 162, to the nearest unit, before a belote "
            "or a capot is added.",
            "À tout-atout, les points de plis de chaque camp sont ramenés de 258 à 162, à l'unité la plus proche, "
            "avant d'y ajouter belote ou capot.",
        ),
        source="FFB, official rules of belote, 27-01-2016; decision rows 6, 8",
        options=("all_trump_points",),
    ),
    Rule(
        "score/rounding",
        Text(
            "Scores are exact; where they are rounded, that comes last and never decides whether the contract is made.",
            "Les scores sont exacts ; si on les arrondit, c'est à la fin, et l'arrondi ne décide jamais du contrat.",
        ),
        source="FFB, official rules of belote, 27-01-2016; FFB web pages; rule guide (000); scoring page (001); "
        "decision rows 66, 67, 68",
        options=("rounding",),
    ),
    Rule(
        "score/rounding_last_deal",
        Text(
            "Where scores are rounded, the last deal is rounded too and may decide the match.",
            "Si l'on arrondit, la dernière donne est arrondie aussi et peut décider de la partie.",
        ),
        source="FFB, official rules of belote, 27-01-2016; FFB, rules of belote contrée, 27-01-2016; decision row 69",
        options=("rounding_last_deal",),
    ),
    Rule(
        "match/target",
        Text(
            "The first side to reach 1000 points wins the match.",
            "Le premier camp qui atteint 1000 points gagne la partie.",
        ),
        source="Rule guide (000); scoring page (001); glossary (002); web game help (003); Pagat, Belote; "
        "decision rows 115, 116",
        options=("target", "target_rule", "fixed_deals"),
    ),
    Rule(
        "match/both_reach",
        Text(
            "When both sides reach the target in the same deal, the higher total wins.",
            "Quand les deux camps atteignent le but à la même donne, le plus fort total gagne.",
        ),
        source="Rule guide (000); scoring page (001); Pagat, Coinche; decision row 117",
        options=("both_reach",),
    ),
    Rule(
        "match/level_at_target",
        Text(
            "When the match would end with both sides level, another deal is played.",
            "Quand la partie devrait finir sur une égalité, on joue une donne de plus.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); scoring page (001); glossary (002); "
        "decision row 118",
        options=("tie_at_target",),
    ),
    Rule(
        "match/fixed_deals",
        Text(
            "Where the number of deals is fixed, the match ends after them and the higher total wins.",
            "Si le nombre de donnes est fixé, la partie s'arrête après elles et le plus fort total gagne.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); decision row 119",
        options=("fixed_deals",),
    ),
    Rule(
        "match/passed_deal",
        Text(
            "A passed-out deal ends no match and is not one of a fixed number of deals.",
            "Une donne passée ne termine pas une partie et n'entre pas dans un nombre de donnes fixé.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); decision rows 22, 119",
        options=("passed_deal_counts",),
    ),
    Rule(
        "match/next_dealer",
        Text(
            "After every deal, played or passed out, the next player deals.",
            "Après chaque donne, jouée ou passée, c'est au joueur suivant de donner.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); glossary (002); web game help (003); "
        "decision rows 22, 59",
        options=("all_pass", "tie_rule"),
    ),
    Rule(
        "match/finish_on_belote",
        Text(
            "A side may reach the target with the points of a belote alone.",
            "Un camp peut atteindre le but avec les seuls points d'une belote.",
        ),
        source="FFB, rules of belote contrée, 27-01-2016; RJCV contest rules; decision row 120",
        options=("finish_on_belote",),
    ),
    Rule(
        "match/over",
        Text("No deal counts after the end of the match.", "Aucune donne ne compte après la fin de la partie."),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); decision row 115",
    ),
)
