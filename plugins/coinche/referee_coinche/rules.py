"""The laws that the contract games add."""

from typing import Final

from referee import Rule
from referee.model.text import Text

_CONTREE: Final = "FFB, rules of belote contrée, 27-01-2016"
_COINCHE: Final = "FFB, rules of belote coinchée, 2015"

RULES: Final[tuple[Rule, ...]] = (
    Rule(
        "coinche/bid_or_pass",
        Text(
            "A player passes, bids a trump together with what the side undertakes to make, or doubles, and knows no "
            "other call.",
            "On passe, on nomme un atout avec ce que son camp s'engage à faire, ou l'on contre, et l'on ne connaît pas "
            "d'autre parole.",
        ),
        source=f"{_CONTREE}; {_COINCHE}; web game help (003); decision row 88",
    ),
    Rule(
        "coinche/bid_too_low",
        Text(
            "No bid is lower than the lowest one agreed.",
            "Aucune enchère n'est plus petite que la plus petite convenue.",
        ),
        source=f"{_CONTREE}; scoring page (001); web game help (003); decision row 89",
        options=("min_bid",),
    ),
    Rule(
        "coinche/bid_step",
        Text(
            "Bids in points go up from the lowest one by the step agreed.",
            "Les enchères en points montent à partir de la plus petite, par l'écart convenu.",
        ),
        source=f"{_CONTREE}; scoring page (001); decision row 90",
        options=("min_bid", "bid_step"),
    ),
    Rule(
        "coinche/bid_too_high",
        Text(
            "No bid in points is higher than the highest one agreed, where there is one.",
            "Aucune enchère en points n'est plus forte que la plus forte convenue, s'il y en a une.",
        ),
        source=f"{_CONTREE}; Cannes contrée championship, 2016; decision row 91",
        options=("max_bid",),
    ),
    Rule(
        "coinche/must_raise",
        Text(
            "Each bid is worth more than the one before, the partner's too: no suit ranks above another, a capot is "
            "above all points, and a générale, where it is played, above the capot.",
            "Chaque enchère vaut plus que la précédente, même celle du partenaire : aucune couleur ne l'emporte sur "
            "une autre, un capot passe tous les points et une générale, si elle se joue, passe le capot.",
        ),
        source=f"{_CONTREE}; {_COINCHE}; Pagat, Coinche; decision rows 92, 93, 96",
        options=("generale",),
    ),
    Rule(
        "coinche/own_bid",
        Text(
            "When all others have passed and it is agreed that the last bidder then speaks once more, this player may "
            "go higher only at another trump.",
            "Quand tous les autres ont passé et qu'il est convenu que le dernier à avoir enchéri reparle, celui-ci ne "
            "peut monter qu'à un autre atout.",
        ),
        source="English Wikipedia, Coinche; Board Game Arena coinche; decision row 94",
        options=("outbid_self",),
    ),
    Rule(
        "coinche/generale_bid",
        Text(
            "A générale may be bid only where that is agreed.",
            "On ne peut demander une générale que si la table en a convenu.",
        ),
        source=f"{_CONTREE}; Coinche apps, as surveyed in 2026; decision row 97",
        options=("generale",),
    ),
    Rule(
        "coinche/double_opponents",
        Text(
            "A player doubles only the last bid, when it is an opponent's, and in turn unless agreed otherwise.",
            "On ne contre que la dernière enchère, si elle vient de l'adversaire, et à son tour, sauf convention "
            "contraire.",
        ),
        source=f"{_CONTREE}; web game help (003); Pagat, Coinche; decision rows 99, 100",
        options=("coinche_timing",),
    ),
    Rule(
        "coinche/capot_doubled",
        Text(
            "A capot bid may be doubled like any other, unless agreed otherwise.",
            "Un capot demandé se contre comme toute enchère, sauf convention contraire.",
        ),
        source=f"{_CONTREE}; Pagat, Coinche; decision row 104",
        options=("capot_can_be_doubled",),
    ),
    Rule(
        "coinche/frozen",
        Text(
            "After a double only the doubled side speaks, and it may bid higher, which cancels the double, only where "
            "that is agreed.",
            "Après un contre, seul le camp contré parle, et il ne peut monter, ce qui annule le contre, que si la "
            "table en a convenu.",
        ),
        source=f"{_CONTREE}; Pagat, Coinche; French Wikipedia, Coinche; decision row 101",
        options=("coinche_freezes",),
    ),
    Rule(
        "coinche/redouble",
        Text(
            "Only a double can be redoubled, by either player of the doubled side.",
            "On ne surcontre qu'un contre, et l'un comme l'autre joueur du camp contré peut le faire.",
        ),
        source=f"{_CONTREE}; web game help (003); Pagat, Coinche; decision row 102",
    ),
    Rule(
        "coinche/auction_ends",
        Text(
            "The auction ends when all others have passed after the last bid, and its bidder too where it is agreed to "
            "ask again; after a double it ends when each of the doubled side has passed or one of them has redoubled.",
            "Les enchères finissent quand tous les autres ont passé après la dernière enchère, et son auteur aussi "
            "s'il est convenu qu'il reparle ; après un contre, elles finissent quand chacun du camp contré a passé ou "
            "que l'un d'eux a surcontré.",
        ),
        source=f"{_CONTREE}; {_COINCHE}; International tournament contrée rules; decision rows 95, 102",
        options=("outbid_self",),
    ),
    Rule(
        "coinche/contract_made",
        Text(
            "A contract in points is made when the taker's side has the points that the bid needs, all that counts for "
            "the contract included, and, where that is agreed, more than the defence.",
            "Un contrat en points est réussi quand le camp du preneur a les points que demande l'enchère, tout ce qui "
            "compte pour le contrat compris, et, si la table en a convenu, plus que la défense.",
        ),
        source=f"{_CONTREE}; {_COINCHE}; Pagat, Coinche; decision rows 89, 105, 106",
        options=("min_points_80", "must_beat_defenders"),
    ),
    Rule(
        "coinche/contract_failed",
        Text(
            "When the contract fails, the defence writes the flat points agreed, with the contract unless agreed "
            "otherwise, and the taker's side none for its tricks.",
            "Quand le contrat chute, la défense marque les points fixes convenus, avec le contrat sauf convention "
            "contraire, et le camp du preneur aucun pour ses plis.",
        ),
        source=f"{_CONTREE}; {_COINCHE}; web game help (003); decision row 108",
        options=("fail_adds_contract",),
    ),
    Rule(
        "coinche/contract_points",
        Text(
            "The contract is written by the side that wins the deal, beside the tricks or instead of them, unless the "
            "table agreed to leave it out.",
            "Le contrat est marqué par le camp qui gagne la donne, en plus des plis ou à leur place, sauf si la table "
            "a convenu de l'omettre.",
        ),
        source=f"{_CONTREE}; {_COINCHE}; web game help (003); decision row 107",
        options=("contract_scoring",),
    ),
    Rule(
        "coinche/doubled",
        Text(
            "All that the winner of a doubled or redoubled deal writes for it, except the belote, is multiplied by the "
            "figure agreed, unless it is agreed to multiply the belote too or the contract alone.",
            "Tout ce que marque le gagnant d'une donne contrée ou surcontrée, hormis la belote, est multiplié par le "
            "chiffre convenu, sauf si la table a convenu de multiplier aussi la belote, ou le contrat seul.",
        ),
        source=f"{_CONTREE}; {_COINCHE}; Pagat, Coinche; decision rows 103, 109, 110",
        options=("coinche_factor", "surcoinche_factor", "double_mode", "belote_doubled"),
    ),
    Rule(
        "coinche/doubled_made",
        Text(
            "When a doubled contract is made, the taker's side writes the flat points of a failed one for its tricks "
            "and the defence none, unless it is agreed that each side writes its own.",
            "Quand un contrat contré est réussi, le camp du preneur marque pour ses plis les points fixes d'un contrat "
            "chuté et la défense aucun, sauf si la table a convenu que chacun marque les siens.",
        ),
        source=f"{_CONTREE}; {_COINCHE}; Board Game Arena coinche; decision row 111",
        options=("defenders_keep_points_when_doubled",),
    ),
    Rule(
        "coinche/doubled_belote",
        Text(
            "When a doubled contract is made, the belote of the defence goes where that of a failed taker would go, "
            "unless agreed otherwise.",
            "Quand un contrat contré est réussi, la belote de la défense va là où irait celle d'un preneur dedans, "
            "sauf convention contraire.",
        ),
        source=f"{_COINCHE}; the referee's own reading for the rest; decision rows 49, 111",
        options=("belote_of_doubled_defenders",),
    ),
    Rule(
        "coinche/capot_bid",
        Text(
            "A capot bid is made only by winning every trick, and is worth a flat figure or a contract, as agreed.",
            "Un capot demandé n'est réussi qu'en faisant tous les plis, et vaut un forfait ou un contrat, selon ce qui "
            "est convenu.",
        ),
        source=f"{_CONTREE}; {_COINCHE}; Cannes contrée championship, 2016; decision rows 96, 112",
        options=("capot_bid_score", "capot_bid_value"),
    ),
    Rule(
        "coinche/capot_base",
        Text(
            "Where flat points are written for a deal in which the winner made every trick, they are those agreed for "
            "a capot.",
            "Si l'on marque des points fixes pour une donne où le gagnant a fait tous les plis, ce sont ceux convenus "
            "pour le capot.",
        ),
        source=f"{_COINCHE}; Cannes contrée championship, 2016; decision row 113",
        options=("capot_base",),
    ),
    Rule(
        "coinche/generale",
        Text(
            "A générale is made only when its bidder alone wins every trick, and is worth a flat figure, won or lost.",
            "Une générale n'est réussie que si son auteur fait seul tous les plis, et vaut un forfait, gagné ou perdu.",
        ),
        source="Coinche apps, as surveyed in 2026; decision row 97",
        options=("generale",),
    ),
    Rule(
        "coinche/trickless",
        Text(
            "A taker's side that wins no trick fails, whatever else it counts, and one that wins every trick is never "
            "beaten by what the defence counts.",
            "Un camp preneur qui ne fait aucun pli est dedans, quoi qu'il compte par ailleurs, et celui qui les fait "
            "tous n'est jamais battu par ce que compte la défense.",
        ),
        source="The referee's own reading of the capot; decision row 105",
    ),
)
