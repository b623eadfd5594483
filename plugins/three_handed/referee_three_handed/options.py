"""The points on which tables of three differ; every default is that of the preset ``belote_3p``."""

from typing import Final

from referee import Option
from referee.model.text import Text

OPTIONS: Final[tuple[Option, ...]] = (
    Option(
        name="three_handed_layout",
        default="cards24",
        line=Text("How the cards are shared out among three", "Partage des cartes entre trois joueurs"),
        details=Text(
            "cards24: without sevens and eights, five each, one turned up, three more, or for the taker that one and "
            "two. "
            "cards32_dog: ten each and two for the taker, who lays two away that count for him; no card is turned. "
            "cards32_nine: six each, one turned up, three more, or for the taker that one and two; five cards are out "
            "of play. "
            "dummy: eight each for three players and a fourth hand, which the taker plays face up beside his own.",
            "cards24 : sans les sept ni les huit, cinq cartes chacun, une retournée, puis trois, ou pour le preneur "
            "celle-là et deux. "
            "cards32_dog : dix cartes chacun et deux pour le preneur, qui en écarte deux qui comptent pour lui ; pas "
            "de retourne. "
            "cards32_nine : six cartes chacun, une retournée, puis trois, ou pour le preneur celle-là et deux ; cinq "
            "cartes restent hors du jeu. "
            "dummy : huit cartes pour chacun et pour une quatrième main, le mort, que le preneur joue étalée avec la "
            "sienne.",
        ),
        source="Exoty, rules of three-handed belote; AD Poker, three-handed belote; Hoppare, three-handed belote",
        points=("table", "dealing", "auction", "exchange"),
        choices=("cards24", "cards32_dog", "cards32_nine", "dummy"),
        rule_ids=(
            "three_handed/hands",
            "three_handed/one_round",
            "three_handed/discard",
            "three_handed/no_partners",
            "three_handed/dummy",
        ),
    ),
    Option(
        name="made_if",
        default="more_than_each",
        line=Text("What the taker must beat", "Ce que le preneur doit battre"),
        details=Text(
            "more_than_each: more points than each of the two others, everything included. "
            "more_than_sum: more than the two together.",
            "more_than_each : plus de points que chacun des deux autres, tout compris. "
            "more_than_sum : plus que les deux autres ensemble.",
        ),
        source="Exoty, rules of three-handed belote; Croatian bela for three and two, survey of public rules",
        points=("settlement",),
        choices=("more_than_each", "more_than_sum"),
        rule_ids=("three_handed/made", "three_handed/tie"),
    ),
    Option(
        name="three_handed_fail",
        default="best_defender",
        line=Text("Who writes a failed taker's points", "Qui marque les points d'un preneur dedans"),
        details=Text(
            "best_defender: the defender with more points adds them to his own. "
            "vanish: nobody writes them. "
            "both_defenders: each of the two adds them.",
            "best_defender : le défenseur qui a le plus de points les ajoute aux siens. "
            "vanish : personne ne les marque. "
            "both_defenders : chacun des deux les ajoute aux siens.",
        ),
        source="Exoty, rules of three-handed belote; Croatian bela for three and two, survey of public rules",
        points=("settlement",),
        choices=("best_defender", "vanish", "both_defenders"),
        rule_ids=("three_handed/failed", "three_handed/equal_defenders"),
    ),
    Option(
        name="three_handed_tie",
        default="failed",
        line=Text("A taker level with what he must beat", "Un preneur à égalité avec ce qu'il doit battre"),
        details=Text(
            "failed: the taker has failed. "
            "hold: his points wait for the winner of a later deal, and the others write theirs.",
            "failed : le preneur est dedans. "
            "hold : ses points attendent le gagnant d'une donne suivante, et les autres marquent les leurs.",
        ),
        source="Exoty, rules of three-handed belote; AD Poker, three-handed belote",
        points=("settlement",),
        choices=("failed", "hold"),
        rule_ids=("three_handed/tie", "three_handed/held"),
    ),
    Option(
        name="equal_defenders",
        default="neither",
        line=Text("A failed taker before two level defenders", "Un preneur dedans face à deux défenseurs à égalité"),
        details=Text(
            "neither: where no defender has more than the other, nobody adds the taker's points. "
            "both_defenders: each of them adds these points. "
            "No text decides it.",
            "neither : si aucun défenseur n'a plus que l'autre, personne n'ajoute les points du preneur. "
            "both_defenders : chacun des deux les ajoute. "
            "Aucun texte ne tranche.",
        ),
        source="The referee's own reading, the texts being silent",
        points=("settlement",),
        choices=("neither", "both_defenders"),
        rule_ids=("three_handed/equal_defenders",),
        only_if=(("three_handed_fail", ("best_defender",)),),
    ),
)
