"""Points on which tables of two differ."""

from typing import Final

from referee import Option, Text

CLOSED: Final = "closed"
STACKS: Final = "decouverte"
PILE: Final = "draw_pile"

OPTIONS: Final = (
    Option(
        name="two_handed_layout",
        default=CLOSED,
        line=Text("How the cards are laid out for two", "Disposition des cartes à deux"),
        details=Text(
            "closed: six cards each, a turn-up that stays on the table, three more each; the rest of the pack is out "
            "of play and there are nine tricks. "
            "decouverte: sixteen cards each in eight stacks of two with the upper cards face up, trumps by the last "
            "card dealt, no auction, no declarations and no belote. "
            "draw_pile: nine cards each as in closed, then one card drawn from the rest after each trick, the turn-up "
            "last.",
            "closed : six cartes chacun, une retourne qui reste sur la table, trois cartes de plus chacun ; le reste "
            "du paquet est hors du jeu et l'on fait neuf plis. "
            "decouverte : seize cartes chacun en huit piles de deux, celles du dessus visibles, l'atout est celui de "
            "la dernière carte donnée, sans enchères, sans annonces et sans belote. "
            "draw_pile : neuf cartes chacun comme dans closed, puis une carte piochée au talon après chaque pli, la "
            "retourne en dernier.",
        ),
        source="Exoty, rules of two-handed belote; Jeux de cartes inédits, La belote découverte, 05-08-2009; "
        "the referee's own reading for draw_pile",
        points=("dealing", "auction", "play", "settlement", "exchange"),
        choices=(CLOSED, STACKS, PILE),
        rule_ids=(
            "two_handed/deal",
            "two_handed/stacks",
            "two_handed/last_card_trumps",
            "two_handed/no_belote",
            "two_handed/no_taker",
            "two_handed/pile",
            "two_handed/free_while_drawing",
        ),
    ),
    Option(
        name="seven_swap",
        default="whole_hand",
        line=Text("Swapping the seven of trumps for the turn-up", "Échange du sept d'atout contre la retourne"),
        details=Text(
            "whole_hand: whoever holds the seven of trumps may swap it for the turn-up before the first lead, when the "
            "turned suit has become trumps. "
            "first_six_only: only a seven that was among the six cards dealt before the auction may be swapped. "
            "never: nothing is swapped.",
            "whole_hand : qui tient le sept d'atout peut l'échanger contre la retourne avant l'entame, quand la "
            "couleur retournée est devenue l'atout. "
            "first_six_only : seul un sept reçu parmi les six cartes données avant les enchères peut s'échanger. "
            "never : on n'échange rien.",
        ),
        source="Wikipedia, Klaberjass; the referee's own reading for belote",
        points=("exchange",),
        choices=("whole_hand", "first_six_only", "never"),
        rule_ids=("two_handed/seven_swap", "two_handed/first_six"),
        only_if=(("two_handed_layout", (CLOSED, PILE)),),
    ),
    Option(
        name="two_handed_tie",
        default="hold",
        line=Text("A level deal between two", "Une donne à égalité à deux"),
        details=Text(
            "hold: the opponent writes its points and the taker's wait for the winner of the next deal. "
            "failed: the taker has failed and the opponent writes both piles. "
            "taker_zero: the opponent writes its points, the taker nothing, and nothing waits.",
            "hold : l'adversaire marque ses points et ceux du preneur attendent le gagnant de la donne suivante. "
            "failed : le preneur est dedans et l'adversaire marque les deux tas. "
            "taker_zero : l'adversaire marque ses points, le preneur rien, et rien n'attend.",
        ),
        source="Exoty, rules of two-handed belote; Wikipedia, Klaberjass; the referee's own reading",
        points=("settlement",),
        choices=("hold", "failed", "taker_zero"),
        rule_ids=("score/tie", "score/litige", "two_handed/both_piles", "two_handed/taker_zero"),
        only_if=(("two_handed_layout", (CLOSED, PILE)),),
    ),
    Option(
        name="two_handed_capot",
        default="on_top_50",
        line=Text("What every trick is worth between two", "Valeur de tous les plis à deux"),
        details=Text(
            "on_top_50: 50 points on top of the cards and the ten of the last trick. "
            "100_for_ten: 100 points in place of that ten.",
            "on_top_50 : 50 points en plus des cartes et du dix de der. 100_for_ten : 100 points à la place de ce dix.",
        ),
        source="Exoty, rules of two-handed belote; the referee's own reading",
        points=("settlement",),
        choices=("on_top_50", "100_for_ten"),
        rule_ids=("two_handed/capot",),
    ),
)
