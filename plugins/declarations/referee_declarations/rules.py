"""The laws that come with declarations."""

from typing import Final

from referee import Rule
from referee.model.text import Text

RULES: Final[tuple[Rule, ...]] = (
    Rule(
        "declarations/natural_order",
        Text(
            "In a sequence cards follow one another from seven to ace in their natural order, whatever the trump.",
            "Dans une séquence, les cartes se suivent du sept à l'as dans leur ordre naturel, quel que soit l'atout.",
        ),
        source="FFB, rules of belote coinchée, 2015; rule guide (000); decision row 72",
    ),
    Rule(
        "declarations/tierce",
        Text(
            "A tierce is three cards of one suit in a row and is worth 20 points.",
            "Une tierce est faite de trois cartes qui se suivent dans une couleur et vaut 20 points.",
        ),
        source="FFB, rules of belote coinchée, 2015; scoring page (001); glossary (002); decision row 72",
    ),
    Rule(
        "declarations/cinquante",
        Text(
            "A cinquante is four cards of one suit in a row and is worth 50 points.",
            "Un cinquante est fait de quatre cartes qui se suivent dans une couleur et vaut 50 points.",
        ),
        source="FFB, rules of belote coinchée, 2015; scoring page (001); glossary (002); decision row 72",
    ),
    Rule(
        "declarations/cent",
        Text(
            "A cent is five cards or more of one suit in a row and is worth 100 points.",
            "Un cent est fait d'au moins cinq cartes qui se suivent dans une couleur et vaut 100 points.",
        ),
        source="FFB, rules of belote coinchée, 2015; scoring page (001); glossary (002); decision row 72",
    ),
    Rule(
        "declarations/long_run",
        Text(
            "A long run makes one declaration, unless it is agreed that it may be said in parts.",
            "Une longue suite ne fait qu'une annonce, sauf s'il est convenu qu'elle peut s'annoncer en plusieurs "
            "parties.",
        ),
        source="FFB, rules of belote coinchée, 2015; Pagat, Belote; glossary (002); decision row 74",
        options=("long_sequence",),
    ),
    Rule(
        "declarations/carre",
        Text(
            "A carré is four cards of one rank, worth 200 points for jacks, 150 for nines, 100 for aces, tens, kings "
            "and queens, and nothing for eights and sevens.",
            "Un carré est fait de quatre cartes de même hauteur et vaut 200 points aux valets, 150 aux neuf, 100 aux "
            "as, dix, rois et dames, et rien aux huit et aux sept.",
        ),
        source="FFB, rules of belote coinchée, 2015; Pagat, Belote; rule guide (000); glossary (002); "
        "decision rows 73, 86",
    ),
    Rule(
        "declarations/no_trump_carre",
        Text(
            "At no-trump a carré is worth 200 points for aces, 150 for tens, and 100 for kings, queens, jacks and "
            "nines.",
            "À sans-atout, un carré vaut 200 points aux as, 150 aux dix, et 100 aux rois, dames, valets et neuf.",
        ),
        source="FFB, rules of belote coinchée, 2015; decision row 73",
    ),
    Rule(
        "declarations/card_twice",
        Text(
            "A card counts in one declaration only, except that it may count in a carré and in a sequence where that "
            "is agreed.",
            "Une carte ne compte que dans une annonce, mais elle peut compter dans un carré et dans une séquence si la "
            "table en a convenu.",
        ),
        source="FFB, rules of belote coinchée, 2015; RJCV contest rules; Clubs de Bridge, on belote and rebelote; "
        "decision row 82",
        options=("card_in_two_declarations",),
    ),
    Rule(
        "declarations/carre_over_sequence",
        Text(
            "Any carré beats any sequence, unless it is agreed that the points of the two are compared first.",
            "Tout carré bat toute séquence, sauf s'il est convenu de comparer d'abord leurs points.",
        ),
        source="FFB, rules of belote coinchée, 2015; Pagat, Belote; decision row 76",
        options=("carre_beats_sequence",),
    ),
    Rule(
        "declarations/carre_order",
        Text(
            "Among carrés jacks come first, then nines, aces, tens, kings and queens, and at no-trump aces, tens, "
            "kings, queens, jacks and nines.",
            "Entre carrés, les valets passent avant les neuf, les as, les dix, les rois et les dames, et à sans-atout "
            "l'ordre est as, dix, rois, dames, valets, neuf.",
        ),
        source="FFB, rules of belote coinchée, 2015; Pagat, Belote; decision row 77",
    ),
    Rule(
        "declarations/longer_then_higher",
        Text(
            "Of two sequences the one that is worth more wins, then, where that is agreed, the longer one, then the "
            "one with the higher top card.",
            "De deux séquences l'emporte celle qui vaut le plus, puis, si la table en a convenu, la plus longue, puis "
            "celle dont la carte la plus haute est supérieure.",
        ),
        source="FFB, rules of belote coinchée, 2015; decision rows 75, 78",
        options=("long_sequence_compare",),
    ),
    Rule(
        "declarations/trump_breaks_tie",
        Text(
            "Of two sequences that are otherwise equal the one in trumps wins.",
            "De deux séquences égales par ailleurs, celle d'atout l'emporte.",
        ),
        source="FFB, rules of belote coinchée, 2015; decision row 78",
    ),
    Rule(
        "declarations/level",
        Text(
            "When the best declarations of both sides are equal nobody scores any, lower ones included, unless it is "
            "agreed that whoever spoke first wins.",
            "Quand les meilleures annonces des deux camps sont égales, personne n'en marque, pas même les "
            "inférieures, sauf s'il est convenu que le premier à parler l'emporte.",
        ),
        source="FFB, rules of belote coinchée, 2015; glossary (002); decision row 78",
        options=("declaration_tie",),
    ),
    Rule(
        "declarations/best_side_scores_all",
        Text(
            "The side with the best declaration scores all those it said, and the other side none.",
            "Le camp qui a la meilleure annonce marque toutes celles qu'il a faites, et l'autre camp aucune.",
        ),
        source="FFB, rules of belote coinchée, 2015; Pagat, Belote; glossary (002); decision row 79",
    ),
    Rule(
        "declarations/shown",
        Text(
            "The side that scores shows the cards of its declarations once the first card of the second trick lies, "
            "unless it is agreed that they are shown on request only.",
            "Le camp qui marque montre les cartes de ses annonces dès que la première carte du deuxième pli est posée, "
            "sauf s'il est convenu de ne les montrer que sur demande.",
        ),
        source="FFB, rules of belote coinchée, 2015; Pagat, Belote; glossary (002); decision row 81",
        options=("declaration_show",),
    ),
    Rule(
        "declarations/count_for_contract",
        Text(
            "The declarations that score count for making the contract, on either side, unless agreed otherwise.",
            "Les annonces qui marquent comptent pour le contrat, dans un camp comme dans l'autre, sauf convention "
            "contraire.",
        ),
        source="FFB, rules of belote coinchée, 2015; FFB web pages; scoring page (001); glossary (002); "
        "decision row 83",
        options=("declarations_count_for_contract",),
    ),
    Rule(
        "declarations/on_fail",
        Text(
            "Where a lost deal gives a side's points to the other, its declarations go with them, unless it is agreed "
            "that they are lost.",
            "Quand une donne perdue donne les points d'un camp à l'autre, ses annonces les suivent, sauf s'il est "
            "convenu qu'elles sont perdues.",
        ),
        source="FFB, rules of belote coinchée, 2015; Pagat, Belote; scoring page (001); glossary (002); "
        "decision row 84",
        options=("declarations_on_fail",),
    ),
    Rule(
        "declarations/on_capot",
        Text(
            "The declarations of a defence without a trick go to the side that won the deal, unless it is agreed that "
            "they stay or are lost.",
            "Les annonces d'une défense sans pli vont au camp qui a gagné la donne, sauf s'il est convenu qu'elles lui "
            "restent ou qu'elles sont perdues.",
        ),
        source="FFB, rules of belote coinchée, 2015; FFB web pages; Pagat, Belote; decision row 85",
        options=("declarations_on_capot",),
    ),
)
