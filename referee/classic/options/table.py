"""Options of the deal and the auction."""

from typing import Final

from referee.model.text import Text
from referee.ruleset import Option

TABLE_OPTIONS: Final = (
    Option(
        name="direction",
        default="anticlockwise",
        line=Text("Which way deal, auction and play go round", "Sens de la donne, des enchères et du jeu"),
        details=Text(
            "anticlockwise is the official French way; clockwise is common online and in many contests. "
            "The value is informative: the seats follow one another in the same order either way, and a screen learns "
            "on which side to draw the next player.",
            "anticlockwise (sens inverse des aiguilles d'une montre) est le sens officiel en France ; clockwise "
            "(sens des aiguilles d'une montre) est fréquent en ligne et dans bien des concours. "
            "La valeur est informative : l'ordre des places est le même dans les deux cas, et un écran sait de quel "
            "côté dessiner le joueur suivant.",
        ),
        source="FFB, official rules of belote, 27-01-2016; ASCEE 79 tournament rules; web game help (003); "
        "decision row 11",
        points=(),
        choices=("anticlockwise", "clockwise"),
        rule_ids=("deal/direction",),
    ),
    Option(
        name="shuffle",
        default="every_deal",
        line=Text("Whether the pack is shuffled between deals", "Mélange du paquet entre deux donnes"),
        details=Text(
            "every_deal is what the federation asks; dealer_choice leaves it to the dealer; never_cut_only, usual at "
            "home, only cuts the gathered tricks. "
            "The value is informative and changes no verdict.",
            "every_deal (à chaque donne) est la règle de la fédération ; dealer_choice laisse le choix au donneur ; "
            "never_cut_only, fréquent en famille, se contente de couper les plis ramassés. "
            "La valeur est informative et ne change aucun verdict.",
        ),
        source="FFB, official rules of belote, 27-01-2016; Pagat, Coinche; rule guide (000); decision row 13",
        points=(),
        choices=("every_deal", "dealer_choice", "never_cut_only"),
        rule_ids=("deal/shuffle",),
    ),
    Option(
        name="first_dealer_draw",
        default="lowest_card_redraw_on_tie",
        line=Text("How the first dealer is found", "Désignation du premier donneur"),
        details=Text(
            "lowest_card_redraw_on_tie: players draw, the lowest card deals, and level cards draw again, as the "
            "federation has it. "
            "random: the first dealer is chosen by chance without drawing cards.",
            "lowest_card_redraw_on_tie : on tire, la plus petite carte donne et une égalité se retire, selon la "
            "fédération. "
            "random : le premier donneur est désigné au hasard, sans tirer de cartes.",
        ),
        source="FFB, official rules of belote, 27-01-2016; FFB, rules of belote coinchée, 2015; rule guide (000); "
        "decision rows 9, 10",
        points=("dealing",),
        choices=("lowest_card_redraw_on_tie", "random"),
        rule_ids=("deal/first_dealer_draw", "deal/redraw"),
    ),
    Option(
        name="cut_min_packet",
        default=3,
        line=Text("Fewest cards in a packet of the cut", "Plus petit paquet admis à la coupe"),
        details=Text(
            "Each of the two packets of the cut must hold at least this many cards. "
            "The federation asks for 3, some championships for 2; it is judged only where a cut is reported.",
            "Chacun des deux paquets de la coupe doit compter au moins ce nombre de cartes. "
            "La fédération demande 3, certains championnats 2 ; on ne le juge que si une coupe est indiquée.",
        ),
        source="FFB, official rules of belote, 27-01-2016; Cannes contrée championship, 2016; decision row 12",
        points=("dealing",),
        minimum=1,
        maximum=16,
        rule_ids=("deal/cut",),
    ),
    Option(
        name="deal_pattern",
        default="5_turnup_3",
        line=Text("How the cards are dealt in packets", "Distribution des cartes par paquets"),
        details=Text(
            "5_turnup_3 gives three then two cards, turns one up and gives the rest after the take; "
            "5_turnup_3_by_2_and_3 begins with two then three. "
            "8_by_2_and_3 deals all eight cards as three, two and three, 4_4 as twice four, and 6_bid_2 deals six "
            "before the bidding and two after it. "
            "These last three serve contract games and are refused under the classic auction, which needs a turn-up.",
            "5_turnup_3 donne trois cartes puis deux, en retourne une et donne le reste après la prise ; "
            "5_turnup_3_by_2_and_3 commence par deux puis trois. "
            "8_by_2_and_3 donne les huit cartes par trois, deux et trois, 4_4 par deux fois quatre, et 6_bid_2 en "
            "donne six avant les enchères et deux après. "
            "Ces trois dernières servent aux jeux à contrat et sont refusées avec les enchères classiques, qui ont "
            "besoin d'une retourne.",
        ),
        source="FFB, official rules of belote, 27-01-2016; FFB, rules of belote contrée, 27-01-2016; "
        "rule guide (000); decision rows 14, 15",
        points=("dealing",),
        choices=("5_turnup_3", "5_turnup_3_by_2_and_3", "8_by_2_and_3", "4_4", "6_bid_2"),
        rule_ids=("deal/packets", "deal/turn_up", "deal/second_stage"),
    ),
    Option(
        name="all_pass",
        default="next_dealer",
        line=Text("What happens when everybody passes", "Ce qui se passe quand tout le monde passe"),
        details=Text(
            "next_dealer: the deal is void and the next player deals, as the federation has it. "
            "same_dealer: the same player deals again, as in several classic contests. "
            "dealer_must_take: the last to speak may not pass in the last round, a club's house rule.",
            "next_dealer : la donne est annulée et le joueur suivant donne, selon la fédération. "
            "same_dealer : le même joueur redonne, comme dans plusieurs concours de belote classique. "
            "dealer_must_take : le dernier à parler ne peut pas passer au dernier tour, usage d'un club.",
        ),
        source="FFB, official rules of belote, 27-01-2016; ASCEE 79 tournament rules; rule guide (000); "
        "decision row 22",
        points=("auction", "match"),
        choices=("next_dealer", "same_dealer", "dealer_must_take"),
        rule_ids=("auction/passed_out", "auction/dealer_must_take", "match/next_dealer"),
    ),
    Option(
        name="passed_deal_counts",
        default=False,
        line=Text("Passed-out deals count among the fixed deals", "Les donnes passées comptent dans le nombre fixé"),
        details=Text(
            "false: a passed-out deal is not one of the fixed number of deals, as the federation has it. "
            "true: it is one of them. "
            "The option has an effect only where fixed_deals is a number and everybody may pass.",
            "false : une donne passée n'entre pas dans le nombre de donnes fixé, selon la fédération. "
            "true : elle y entre. "
            "L'option n'a d'effet que si fixed_deals est un nombre et que tout le monde peut passer.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); decision row 22",
        points=("match",),
        rule_ids=("match/passed_deal",),
        not_if=(("fixed_deals", ("none",)), ("all_pass", ("dealer_must_take",))),
    ),
    Option(
        name="round2_suits",
        default="any_but_turnup",
        line=Text("Suits that may be taken in the second round", "Couleurs permises au second tour"),
        details=Text(
            "any_but_turnup: only the three other suits, as most texts have it. "
            "any: the turned suit may be named as well, which the federation's wording does not forbid.",
            "any_but_turnup : seulement les trois autres couleurs, selon la plupart des textes. "
            "any : la couleur retournée aussi, ce que le texte de la fédération n'interdit pas.",
        ),
        source="Pagat, Belote; rule guide (000); glossary (002); FFB, official rules of belote, 27-01-2016; "
        "decision row 20",
        points=("auction",),
        choices=("any_but_turnup", "any"),
        rule_ids=("auction/other_suit_second",),
    ),
    Option(
        name="taker_gets_turnup",
        default=True,
        line=Text("The taker receives the turn-up", "Le preneur reçoit la retourne"),
        details=Text(
            "true: the taker receives the turn-up even after naming another suit, as all texts have it. "
            "false: the turn-up is dealt out first with the rest of the pack.",
            "true : le preneur reçoit la retourne même s'il a choisi une autre couleur, selon tous les textes. "
            "false : la retourne est distribuée la première avec le reste du paquet.",
        ),
        source="FFB, official rules of belote, 27-01-2016; Pagat, Belote; rule guide (000); decision row 21",
        points=("dealing",),
        rule_ids=("deal/second_stage", "deal/turn_up_to_taker"),
        only_if=(("deal_pattern", ("5_turnup_3", "5_turnup_3_by_2_and_3")),),
    ),
    Option(
        name="notrump_alltrump",
        default=False,
        line=Text("No-trump and all-trump may be played", "On peut jouer à sans-atout et à tout-atout"),
        details=Text(
            "false: only the four suits can be trumps, the usual classic game. "
            "true: a player may also take at no-trump or at all-trump, which the federation leaves to the organiser.",
            "false : seules les quatre couleurs peuvent être atout, c'est la belote classique habituelle. "
            "true : on peut aussi prendre à sans-atout ou à tout-atout, ce que la fédération laisse à l'organisateur.",
        ),
        source="FFB, official rules of belote, 27-01-2016; French Wikipedia, Coinche; decision row 7",
        points=("auction", "trump_modes"),
        rule_ids=("auction/turned_suit_first", "auction/other_suit_second", "auction/trump_not_offered"),
    ),
    Option(
        name="notrump_alltrump_round",
        default="second",
        line=Text(
            "Round in which no-trump and all-trump may be named", "Tour où l'on peut nommer sans-atout ou tout-atout"
        ),
        details=Text(
            "second: only in the second round, when the turned suit has been refused. "
            "both: in the first round as well. "
            "The federation allows these contracts without naming the round.",
            "second : seulement au second tour, quand la couleur retournée a été refusée. "
            "both : au premier tour aussi. "
            "La fédération permet ces contrats sans préciser le tour.",
        ),
        source="FFB, official rules of belote, 27-01-2016, which is silent; decision row 7",
        points=("auction",),
        choices=("second", "both"),
        rule_ids=("auction/turned_suit_first", "auction/trump_not_offered"),
        only_if=(("notrump_alltrump", (True,)),),
    ),
)
