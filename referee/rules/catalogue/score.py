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
            "The last trick is worth ten more points to the side that wins it, brought to scale with the cards where "
            "all-trump points are.",
            "Le dernier pli rapporte dix points de plus au camp qui le remporte, c'est le dix de der, ramené à "
            "l'échelle avec les cartes quand les points de tout-atout le sont.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); web game help (003, 004); decision row 54",
    ),
    Rule(
        "score/capot",
        Text(
            "A side that wins every trick makes a capot and writes the points agreed for it, the defence too "
            "unless agreed otherwise.",
            "Le camp qui remporte tous les plis met l'autre capot et marque les points convenus pour le capot, la "
            "défense aussi, sauf convention contraire.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); glossary (002); web game help (004); "
        "decision rows 55, 56",
        options=("capot_points", "capot_for_defenders"),
    ),
    Rule(
        "score/all_trump_scale",
        Text(
            "Where cards keep their trump values at all-trump, each side's trick points, the last trick included, are "
            "brought to a scale of 162 in all, to the nearest unit, before a belote or a capot is added.",
            "Si les cartes gardent leur valeur d'atout à tout-atout, les points de plis de chaque camp, dix de der "
            "compris, sont ramenés à une échelle de 162 en tout, à l'unité la plus proche, avant d'y ajouter belote "
            "ou capot.",
        ),
        source="FFB, official rules of belote, 27-01-2016; decision rows 6, 8",
        options=("all_trump_points",),
    ),
    Rule(
        "score/rounding",
        Text(
            "Scores are exact unless rounding is agreed, and rounding comes after the contract is judged and never "
            "decides it.",
            "Les scores sont exacts, sauf si un arrondi est convenu, et l'arrondi vient une fois le contrat jugé et "
            "n'en décide jamais.",
        ),
        source="FFB, official rules of belote, 27-01-2016; FFB web pages; rule guide (000); scoring page (001); "
        "decision rows 66, 67, 68",
        options=("rounding",),
    ),
    Rule(
        "score/rounding_last_deal",
        Text(
            "Where scores are rounded, the last deal is rounded too and may decide the match, unless it is agreed to "
            "write it exact.",
            "Si l'on arrondit, la dernière donne est arrondie aussi et peut décider de la partie, sauf s'il est "
            "convenu de la marquer exacte.",
        ),
        source="FFB, official rules of belote, 27-01-2016; FFB, rules of belote contrée, 27-01-2016; decision row 69",
        options=("rounding_last_deal",),
    ),
    Rule(
        "match/target",
        Text(
            "A match played to a target is won by the first side to reach it or, where that is agreed, to pass it.",
            "Une partie jouée jusqu'à un but est gagnée par le premier camp qui l'atteint ou, si la table en a "
            "convenu, qui le dépasse.",
        ),
        source="Rule guide (000); scoring page (001); glossary (002); web game help (003); Pagat, Belote; "
        "decision rows 115, 116",
        options=("target", "target_rule", "fixed_deals"),
    ),
    Rule(
        "match/both_reach",
        Text(
            "When both sides reach the target in the same deal, the higher total wins, unless agreed otherwise.",
            "Quand les deux camps atteignent le but à la même donne, le plus fort total gagne, sauf convention "
            "contraire.",
        ),
        source="Rule guide (000); scoring page (001); Pagat, Coinche; decision row 117",
        options=("both_reach",),
    ),
    Rule(
        "match/level_at_target",
        Text(
            "When the match would end with both sides level, another deal is played, unless agreed otherwise.",
            "Quand la partie devrait finir sur une égalité, on joue une donne de plus, sauf convention contraire.",
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
            "A passed-out deal never ends a match played to a target, and is one of a fixed number of deals only "
            "where that is agreed.",
            "Une donne passée ne termine jamais une partie jouée jusqu'à un but, et n'entre dans un nombre de donnes "
            "fixé que si la table en a convenu.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); decision rows 22, 119",
        options=("passed_deal_counts",),
    ),
    Rule(
        "match/next_dealer",
        Text(
            "After every deal the next player deals, except that the same one deals again after a passed-out or a "
            "level deal where that is agreed.",
            "Après chaque donne, c'est au joueur suivant de donner, mais le même redonne après une donne passée ou à "
            "égalité si la table en a convenu.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); glossary (002); web game help (003); "
        "decision rows 22, 59",
        options=("all_pass", "tie_rule"),
    ),
    Rule(
        "match/finish_on_belote",
        Text(
            "A side may reach the target with the points of a belote alone, unless agreed otherwise.",
            "Un camp peut atteindre le but avec les seuls points d'une belote, sauf convention contraire.",
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
