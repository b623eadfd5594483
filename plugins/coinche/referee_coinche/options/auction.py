"""Options of the auction."""

from typing import Final

from referee import Option
from referee.model.text import Text

AUCTION_OPTIONS: Final = (
    Option(
        name="min_bid",
        default=80,
        line=Text("Lowest bid in points", "Plus petite enchère en points"),
        details=Text(
            "80 is the lowest bid in nearly all texts, and bids go up from it. "
            "82 is for tables that add two points to every contract.",
            "80 est la plus petite enchère dans presque tous les textes, et l'on monte à partir d'elle. "
            "82 est pour les tables qui ajoutent deux points à chaque contrat.",
        ),
        source="FFB, rules of belote contrée, 27-01-2016; scoring page (001); web game help (003); "
        "decision rows 89, 90",
        points=("auction", "settlement"),
        numbers=(80, 82),
        rule_ids=("coinche/bid_too_low", "coinche/bid_step"),
    ),
    Option(
        name="bid_step",
        default=10,
        line=Text("Step between two bids in points", "Écart entre deux enchères en points"),
        details=Text(
            "10 is the step of nearly all texts. 5 lets bids go up in fives, a rare variant.",
            "10 est l'écart de presque tous les textes. 5 permet de monter de cinq en cinq, une variante rare.",
        ),
        source="FFB, rules of belote contrée, 27-01-2016; scoring page (001); decision row 90",
        points=("auction", "settlement"),
        numbers=(10, 5),
        rule_ids=("coinche/bid_step",),
    ),
    Option(
        name="max_bid",
        default=160,
        line=Text("Highest bid in points", "Plus forte enchère en points"),
        details=Text(
            "A number from 100 to 2000: no bid in points is higher, and only a capot goes above it. "
            "160 is the limit of the federation's contrée, 650 that of its coinche because of the combinations "
            "declared, 260 that of Cannes. "
            "none: there is no limit, as Pagat has it.",
            "Un nombre de 100 à 2000 : aucune enchère en points n'est plus forte, et seul un capot passe au-dessus. "
            "160 est la limite de la contrée de la fédération, 650 celle de sa coinche à cause des combinaisons "
            "annoncées, 260 celle de Cannes. "
            "none : il n'y a pas de limite, selon Pagat.",
        ),
        source="FFB, rules of belote contrée, 27-01-2016; FFB web pages; Cannes contrée championship, 2016; "
        "Pagat, Coinche; Ducale coinche leaflet, 2022; decision row 91",
        points=("auction", "settlement"),
        choices=("none",),
        minimum=100,
        maximum=2000,
        rule_ids=("coinche/bid_too_high",),
    ),
    Option(
        name="outbid_self",
        default="no",
        line=Text("Bidding again once all others have passed", "Renchérir sur soi quand les autres ont passé"),
        details=Text(
            "no: the auction is over, as the federation has it. "
            "new_suit_only: the last bidder is asked once more and may bid higher in another suit, as English "
            "Wikipedia has it.",
            "no : les enchères sont closes, selon la fédération. "
            "new_suit_only : le dernier à avoir enchéri reparle et peut monter dans une autre couleur, selon "
            "Wikipédia en anglais.",
        ),
        source="FFB, rules of belote contrée, 27-01-2016; International tournament contrée rules; "
        "English Wikipedia, Coinche; Board Game Arena coinche; decision row 94",
        points=("auction",),
        choices=("no", "new_suit_only"),
        rule_ids=("coinche/own_bid", "coinche/auction_ends"),
    ),
    Option(
        name="generale",
        default="off",
        line=Text("Whether a générale may be bid", "Peut-on demander une générale"),
        details=Text(
            "off: the capot is the highest bid, as in the federation's texts, which know no générale. "
            "solo_500: above the capot a player may bid to win all tricks alone, which is worth 500 points won or "
            "lost, as in several coinche apps.",
            "off : le capot est la plus forte enchère, selon les textes de la fédération, qui ignorent la générale. "
            "solo_500 : au-dessus du capot on peut s'engager à faire seul tous les plis, ce qui vaut 500 points, "
            "gagnés ou perdus, comme dans plusieurs applications de coinche.",
        ),
        source="FFB, rules of belote contrée, 27-01-2016; Coinche apps, as surveyed in 2026; decision row 97",
        points=("auction", "settlement"),
        choices=("off", "solo_500"),
        rule_ids=("coinche/must_raise", "coinche/generale_bid", "coinche/generale"),
    ),
    Option(
        name="coinche_timing",
        default="in_turn",
        line=Text("When one may double", "Quand on peut contrer"),
        details=Text(
            "in_turn: only when it is one's turn to speak, as the federation has it. "
            "any_time: any opponent of the last bidder may double as long as the auction is open, out of turn too, as "
            "Pagat has it.",
            "in_turn : seulement à son tour de parole, selon la fédération. "
            "any_time : tout adversaire du dernier à avoir enchéri peut contrer tant que les enchères sont ouvertes, "
            "même hors de son tour, selon Pagat.",
        ),
        source="FFB, rules of belote contrée, 27-01-2016; Cannes contrée championship, 2016; Pagat, Coinche; "
        "French Wikipedia, Coinche; decision row 100",
        points=("auction",),
        choices=("in_turn", "any_time"),
        rule_ids=("coinche/double_opponents",),
    ),
    Option(
        name="coinche_freezes",
        default=True,
        line=Text("A double ends the bidding", "Le contre bloque les enchères"),
        details=Text(
            "true: the doubled side may only pass or redouble, as the federation has it. "
            "false: it may also bid higher, and the double then falls, as some tables play.",
            "true : le camp contré ne peut que passer ou surcontrer, selon la fédération. "
            "false : il peut aussi monter, et le contre tombe alors, comme à certaines tables.",
        ),
        source="FFB, rules of belote contrée, 27-01-2016; Pagat, Coinche; French Wikipedia, Coinche; decision row 101",
        points=("auction",),
        rule_ids=("coinche/frozen",),
    ),
    Option(
        name="capot_can_be_doubled",
        default=True,
        line=Text("A capot bid may be doubled", "On peut contrer un capot demandé"),
        details=Text(
            "true: a capot bid is doubled like any other, as the federation has it. "
            "false: it is never doubled, as Pagat has it.",
            "true : un capot demandé se contre comme toute enchère, selon la fédération. "
            "false : il ne se contre jamais, selon Pagat.",
        ),
        source="FFB, rules of belote contrée, 27-01-2016; Pagat, Coinche; decision row 104",
        points=("auction", "settlement"),
        rule_ids=("coinche/capot_doubled",),
    ),
    Option(
        name="coinche_factor",
        default=2,
        line=Text("What a double multiplies by", "Multiplicateur du contre"),
        details=Text(
            "2 is the figure of every text. 3 is for tables that want a double to cost more, without a text.",
            "2 est le chiffre de tous les textes. 3 est pour les tables où le contre doit coûter davantage, sans "
            "texte à l'appui.",
        ),
        source="FFB, rules of belote contrée, 27-01-2016; web game help (003); Pagat, Coinche; decision row 103",
        points=("auction", "settlement"),
        numbers=(2, 3),
        rule_ids=("coinche/doubled",),
    ),
    Option(
        name="surcoinche_factor",
        default=4,
        line=Text("What a redouble multiplies by", "Multiplicateur du surcontre"),
        details=Text(
            "4 is the federation's figure of 2015 and 2016. 3 is that of Cannes and of several sites.",
            "4 est le chiffre de la fédération en 2015 et 2016. 3 est celui de Cannes et de plusieurs sites.",
        ),
        source="FFB, rules of belote contrée, 27-01-2016; web game help (003); Pagat, Coinche; "
        "Cannes contrée championship, 2016; decision row 103",
        points=("auction", "settlement"),
        numbers=(4, 3),
        rule_ids=("coinche/doubled",),
    ),
)
