"""Laws of the cards, the deal and the auction."""

from typing import Final

from referee.model.rule import Rule
from referee.model.text import Text

DEAL_RULES: Final = (
    Rule(
        "ranking/pack",
        Text(
            "Belote is played with 32 cards, the seven to the ace of each suit.",
            "La belote se joue avec 32 cartes, du sept à l'as dans chaque couleur.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); web game help (004); decision row 1",
    ),
    Rule(
        "ranking/trump_order",
        Text(
            "In a trump suit the cards rank jack 20, nine 14, ace 11, ten 10, king 4, queen 3, then eight and seven "
            "for nothing.",
            "Dans la couleur d'atout, l'ordre est valet 20, neuf 14, as 11, dix 10, roi 4, dame 3, puis huit et sept "
            "sans valeur.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); web game help (003, 004); decision row 2",
    ),
    Rule(
        "ranking/plain_order",
        Text(
            "Next to a trump suit the other suits rank ace 11, ten 10, king 4, queen 3, jack 2, then nine, eight and "
            "seven for nothing.",
            "À côté d'une couleur d'atout, l'ordre des autres couleurs est as 11, dix 10, roi 4, dame 3, valet 2, "
            "puis neuf, huit et sept sans valeur.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); web game help (003, 004); decision row 3",
    ),
    Rule(
        "ranking/deal_points",
        Text(
            "With a trump suit the cards of a deal are worth 152 points, and 162 with the ten of the last trick.",
            "Avec une couleur d'atout, les cartes d'une donne valent 152 points, et 162 avec le dix de der.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); scoring page (001); decision row 4",
    ),
    Rule(
        "ranking/no_trump_values",
        Text(
            "At no-trump every suit ranks as a plain suit: the ace is worth 19, the ten 10, the king 4, the queen 3 "
            "and the jack what the table agreed.",
            "À sans-atout, chaque couleur suit l'ordre hors atout : l'as vaut 19, le dix 10, le roi 4, la dame 3 et "
            "le valet ce qui est convenu.",
        ),
        source="French Wikipedia, Coinche; Pagat, Coinche; FFB, rules of belote coinchée, 2015; decision row 5",
        options=("no_trump_jack",),
    ),
    Rule(
        "ranking/all_trump_values",
        Text(
            "At all-trump every suit ranks as trumps, and its cards have the values agreed for all-trump.",
            "À tout-atout, chaque couleur suit l'ordre de l'atout, et ses cartes ont les valeurs convenues pour le "
            "tout-atout.",
        ),
        source="FFB, official rules of belote, 27-01-2016; FFB, rules of belote contrée, 27-01-2016; decision row 6",
        options=("all_trump_points",),
    ),
    Rule(
        "deal/first_dealer_draw",
        Text(
            "Where cards are drawn for the first deal, the lowest makes the dealer, in the natural order from seven "
            "up to ace, suits ignored.",
            "Si l'on tire des cartes pour la première donne, c'est la plus petite qui désigne le donneur, dans "
            "l'ordre naturel du sept à l'as, sans tenir compte des couleurs.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); decision row 9",
        options=("first_dealer_draw",),
    ),
    Rule(
        "deal/redraw",
        Text(
            "When the lowest cards drawn are level, cards are drawn again.",
            "Si les plus petites cartes tirées sont égales, on tire de nouveau.",
        ),
        source="FFB, official rules of belote, 27-01-2016; decision row 10",
        options=("first_dealer_draw",),
    ),
    Rule(
        "deal/direction",
        Text(
            "Deal, auction and play go round the same way, in the direction agreed, from each player to the next.",
            "La donne, les enchères et le jeu tournent dans le même sens, celui qui est convenu, de chaque joueur au "
            "suivant.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); glossary (002); decision row 11",
        options=("direction",),
    ),
    Rule(
        "deal/shuffle",
        Text(
            "Before a deal the cards are shuffled, or only gathered and cut, as the table agreed.",
            "Avant une donne, les cartes sont battues, ou seulement ramassées et coupées, selon ce qui est convenu.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); decision row 13",
        options=("shuffle",),
    ),
    Rule(
        "deal/cut",
        Text(
            "The player before the dealer cuts, and neither packet holds fewer cards than agreed.",
            "Le joueur placé avant le donneur coupe, et aucun des paquets ne compte moins de cartes qu'il n'est "
            "convenu.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); decision row 12",
        options=("cut_min_packet",),
    ),
    Rule(
        "deal/packets",
        Text(
            "The dealer gives each player in turn packets of the sizes agreed.",
            "Le donneur sert à chaque joueur, à tour de rôle, des paquets de la taille convenue.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); web game help (003); decision rows 14, 15",
        options=("deal_pattern",),
    ),
    Rule(
        "deal/turn_up",
        Text(
            "Where a card is turned up, it is the next after the first stage of the deal, and it proposes its suit as "
            "trumps.",
            "Si l'on retourne une carte, c'est la suivante après la première distribution, et elle propose sa couleur "
            "comme atout.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); web game help (003, 004); decision row 17",
        options=("deal_pattern",),
    ),
    Rule(
        "deal/second_stage",
        Text(
            "Once a player has taken, the rest is dealt until each hand holds eight cards, the turn-up included.",
            "Après la prise, on distribue le reste jusqu'à ce que chaque main compte huit cartes, la retourne "
            "comprise.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); glossary (002); decision rows 14, 21",
        options=("deal_pattern", "taker_gets_turnup"),
    ),
    Rule(
        "deal/turn_up_to_taker",
        Text(
            "The taker receives the turn-up, even after naming another suit, unless it is agreed to deal it out with "
            "the rest.",
            "Le preneur reçoit la retourne, même s'il a choisi une autre couleur, sauf s'il est convenu de la "
            "distribuer avec le reste.",
        ),
        source="FFB, official rules of belote, 27-01-2016; Pagat, Belote; rule guide (000); decision row 21",
        options=("taker_gets_turnup",),
    ),
    Rule(
        "auction/first_speaker",
        Text(
            "The player after the dealer speaks first and leads to the first trick.",
            "Le joueur placé après le donneur parle le premier et entame le premier pli.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); glossary (002); decision row 18",
    ),
    Rule(
        "auction/out_of_turn",
        Text("A player calls only in turn.", "On ne parle qu'à son tour."),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); decision rows 18, 123",
    ),
    Rule(
        "auction/over",
        Text(
            "Nobody calls any more once the contract is settled or the deal is passed out.",
            "On ne parle plus une fois le contrat fixé ou la donne passée.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); decision row 19",
    ),
    Rule(
        "auction/passed_out",
        Text(
            "When everybody has passed in the last round, the deal is void and scores nothing.",
            "Quand tout le monde a passé au dernier tour, la donne est annulée et ne rapporte rien.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); web game help (003); decision row 22",
        options=("all_pass",),
    ),
)
