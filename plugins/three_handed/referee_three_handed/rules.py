"""The laws that only three players have."""

from typing import Final

from referee import Rule
from referee.model.text import Text

RULES: Final[tuple[Rule, ...]] = (
    Rule(
        "three_handed/each_alone",
        Text(
            "Three play and deal in turn, each with a score of his own.",
            "On joue et on donne à trois, chacun pour son propre compte.",
        ),
        source="Exoty, rules of three-handed belote; Hoppare, three-handed belote",
    ),
    Rule(
        "three_handed/hands",
        Text(
            "Each plays with eight cards of a pack without sevens and eights, or of 32 with as many, nine or ten each, "
            "as is agreed.",
            "Chacun joue avec huit cartes d'un paquet sans sept ni huit, ou, de 32 cartes, avec huit, neuf ou dix, "
            "selon ce qui est convenu.",
        ),
        source="Exoty, rules of three-handed belote; AD Poker, three-handed belote; Hoppare, three-handed belote",
        options=("three_handed_layout",),
    ),
    Rule(
        "three_handed/one_round",
        Text(
            "Where no card is turned, each may in a single round take at any suit or pass.",
            "Sans retourne, chacun peut, en un seul tour, prendre à la couleur de son choix ou passer.",
        ),
        source="Hoppare, three-handed belote; the number of rounds is the referee's own reading",
        options=("three_handed_layout",),
    ),
    Rule(
        "three_handed/discard",
        Text(
            "Where two cards are dealt for the taker, he lays any two of his twelve away, face down, before the first "
            "lead, and they count for him.",
            "Quand deux cartes sont données pour le preneur, il en écarte deux de ses douze, à son choix et face "
            "cachée, avant l'entame, et elles comptent pour lui.",
        ),
        source="Hoppare, three-handed belote; that any card may be laid away is the referee's own reading",
        options=("three_handed_layout",),
    ),
    Rule(
        "three_handed/no_partners",
        Text(
            "The two defenders are no partners in play: a trick that one of them holds leaves the other no duty "
            "undone.",
            "Les deux défenseurs ne sont pas partenaires dans le jeu : que l'un soit maître ne dispense l'autre "
            "d'aucune obligation.",
        ),
        source="Exoty, rules of three-handed belote; AD Poker, three-handed belote",
        options=("three_handed_layout",),
    ),
    Rule(
        "three_handed/dummy",
        Text(
            "Where a fourth hand is dealt, the taker plays it face up beside his own, and its tricks are his.",
            "Quand une quatrième main est donnée, le preneur la joue étalée avec la sienne, et ses plis sont à lui.",
        ),
        source="Exoty, rules of three-handed belote; its seat is the referee's own reading",
        options=("three_handed_layout",),
    ),
    Rule(
        "three_handed/made",
        Text(
            "The contract is made when the taker has more points than each of the others or, where that is agreed, "
            "than both together, and then everybody writes his own.",
            "Le contrat est réussi quand le preneur a plus de points que chacun des autres ou, si la table en a "
            "convenu, que les deux ensemble, et chacun marque alors les siens.",
        ),
        source="Exoty, rules of three-handed belote; Croatian bela for three and two, survey of public rules",
        options=("made_if",),
    ),
    Rule(
        "three_handed/own_points",
        Text(
            "When the taker fails, each of the defenders writes what he has made himself, whatever he adds to it.",
            "Quand le preneur est dedans, chaque défenseur marque ce qu'il a fait lui-même, quoi qu'il y ajoute.",
        ),
        source="Exoty, rules of three-handed belote; Croatian bela for three and two, survey of public rules",
    ),
    Rule(
        "three_handed/failed",
        Text(
            "A failed taker writes nothing for his tricks, and the defender with more points adds them to his own, "
            "unless agreed otherwise.",
            "Un preneur dedans ne marque rien pour ses plis, et le défenseur qui a le plus de points les ajoute aux "
            "siens, sauf convention contraire.",
        ),
        source="Exoty, rules of three-handed belote; Croatian bela for three and two, survey of public rules",
        options=("three_handed_fail",),
    ),
    Rule(
        "three_handed/equal_defenders",
        Text(
            "Where neither defender has more than the other, nobody adds a failed taker's points, unless it is agreed "
            "that both do.",
            "Si aucun défenseur n'a plus que l'autre, personne n'ajoute les points d'un preneur dedans, sauf s'il est "
            "convenu que les deux le font.",
        ),
        source="The referee's own reading, the texts being silent",
        options=("equal_defenders", "three_handed_fail"),
    ),
    Rule(
        "three_handed/tie",
        Text(
            "A taker who has just as many points as he must beat has failed, unless agreed otherwise.",
            "Un preneur qui a juste autant de points que ce qu'il doit battre est dedans, sauf convention contraire.",
        ),
        source="Exoty, rules of three-handed belote; AD Poker, three-handed belote",
        options=("three_handed_tie", "made_if"),
    ),
    Rule(
        "three_handed/held",
        Text(
            "Where it is agreed to hold a level taker's points, they wait for the winner of a later deal, and the "
            "others write theirs.",
            "S'il est convenu de réserver les points d'un preneur à égalité, ils attendent le gagnant d'une donne "
            "suivante, et les autres marquent les leurs.",
        ),
        source="AD Poker, three-handed belote, which refers to two players",
        options=("three_handed_tie",),
    ),
    Rule(
        "three_handed/capot_shared",
        Text(
            "When just one player has no trick, the two others write 50 each, and nobody the ten of the last trick.",
            "Quand un seul joueur n'a fait aucun pli, les deux autres marquent 50 points chacun, et personne le dix de "
            "der.",
        ),
        source="AD Poker, three-handed belote",
    ),
)
