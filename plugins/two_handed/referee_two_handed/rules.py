"""The laws that come with belote for two."""

from typing import Final

from referee import Rule, Text

_EXOTY: Final = "Exoty, rules of two-handed belote"
_OPEN: Final = "Jeux de cartes inédits, La belote découverte, 05-08-2009"

RULES: Final[tuple[Rule, ...]] = (
    Rule(
        "two_handed/deal",
        Text(
            "Each of the two players is dealt six cards in packets of three, a card is turned that stays on the table, "
            "and once a player has taken each is dealt three more.",
            "Chacun des deux joueurs reçoit six cartes par paquets de trois, une carte retournée reste sur la table, "
            "et après la prise chacun en reçoit encore trois.",
        ),
        source=_EXOTY,
        options=("two_handed_layout",),
    ),
    Rule(
        "two_handed/seven_swap",
        Text(
            "Before the first lead only the seven of trumps may be swapped for the turn-up, and only where the turned "
            "suit is trumps.",
            "Avant l'entame, seul le sept d'atout peut s'échanger contre la retourne, et seulement si la couleur "
            "retournée est l'atout.",
        ),
        source="Wikipedia, Klaberjass; the referee's own reading for belote",
        options=("seven_swap",),
    ),
    Rule(
        "two_handed/first_six",
        Text(
            "Where that is agreed, only a seven of trumps that was dealt before the auction may be swapped.",
            "Si l'on en a convenu, seul un sept d'atout reçu avant les enchères peut s'échanger.",
        ),
        source="Wikipedia, Klaberjass",
        options=("seven_swap",),
    ),
    Rule(
        "two_handed/stacks",
        Text(
            "In découverte each player has eight stacks of two; only the open cards can be played and oblige, and "
            "after each trick the card under the one played is turned up.",
            "À la découverte, chacun a huit piles de deux cartes ; seules les cartes visibles se jouent et obligent, "
            "et après chaque pli on retourne la carte qui était sous celle qu'on a jouée.",
        ),
        source=f"{_OPEN}; {_EXOTY}",
        options=("two_handed_layout",),
    ),
    Rule(
        "two_handed/last_card_trumps",
        Text(
            "In découverte there is no auction: the suit of the last card dealt is trumps.",
            "À la découverte, il n'y a pas d'enchères : la dernière carte donnée fixe l'atout.",
        ),
        source=_OPEN,
        options=("two_handed_layout",),
    ),
    Rule(
        "two_handed/no_belote",
        Text(
            "In découverte nothing is announced, and king and queen of trumps make no belote.",
            "À la découverte, on n'annonce rien, et le roi et la dame d'atout ne font pas de belote.",
        ),
        source=_OPEN,
        options=("two_handed_layout",),
        about_words=True,
    ),
    Rule(
        "two_handed/pile",
        Text(
            "Where cards are drawn, each player takes one from the top of the pile after every trick, the winner "
            "first, and the turn-up is drawn last.",
            "Quand on pioche, chacun prend une carte au-dessus du talon après chaque pli, le gagnant d'abord, et la "
            "retourne se pioche en dernier.",
        ),
        source="The referee's own reading",
        options=("two_handed_layout",),
    ),
    Rule(
        "two_handed/free_while_drawing",
        Text(
            "While the pile lasts any card may be played, and once it is empty all duties hold.",
            "Tant qu'il reste un talon, on joue la carte que l'on veut, et ensuite toutes les obligations valent.",
        ),
        source="The referee's own reading",
        options=("two_handed_layout",),
    ),
    Rule(
        "two_handed/both_piles",
        Text(
            "When the taker fails, the opponent writes the points of both piles, however many are in play.",
            "Quand le preneur est dedans, l'adversaire marque les points des deux tas, quel qu'en soit le nombre.",
        ),
        source=_EXOTY,
        options=("two_handed_tie",),
    ),
    Rule(
        "two_handed/taker_zero",
        Text(
            "Where that is agreed, the taker of a level deal writes nothing, the opponent its own points, and nothing "
            "waits.",
            "Si l'on en a convenu, le preneur d'une donne à égalité ne marque rien, l'adversaire marque ses propres "
            "points, et rien n'attend.",
        ),
        source="Wikipedia, Klaberjass",
        options=("two_handed_tie",),
    ),
    Rule(
        "two_handed/capot",
        Text(
            "A player who wins every trick has the bonus agreed, on top of the ten of the last trick or in its place.",
            "Qui fait tous les plis a la prime convenue, en plus du dix de der ou à sa place.",
        ),
        source=_EXOTY,
        options=("two_handed_capot",),
    ),
    Rule(
        "two_handed/no_taker",
        Text(
            "In découverte nobody takes, so that each player writes the points made.",
            "À la découverte, personne ne prend : chacun marque les points qu'il a faits.",
        ),
        source=f"The referee's own reading; {_OPEN}, which is silent",
        options=("two_handed_layout",),
    ),
)
