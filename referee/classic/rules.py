"""The laws that only classic belote has."""

from typing import Final

from referee.model.rule import Rule
from referee.model.text import Text

CLASSIC_RULES: Final[tuple[Rule, ...]] = (
    Rule(
        "auction/take_or_pass",
        Text(
            "A player takes or passes, and classic belote knows no other call.",
            "On prend ou on passe, et la belote classique ne connaît pas d'autre parole.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); web game help (003, 004); decision row 19",
    ),
    Rule(
        "auction/turned_suit_first",
        Text(
            "In the first round the only suit that may be taken is that of the turn-up.",
            "Au premier tour, la seule couleur à laquelle on peut prendre est celle de la retourne.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); web game help (003, 004); decision row 19",
        options=("notrump_alltrump", "notrump_alltrump_round"),
    ),
    Rule(
        "auction/other_suit_second",
        Text(
            "In the second round any other suit than that of the turn-up may be taken, and that one only where it is "
            "agreed.",
            "Au second tour, on peut prendre à toute autre couleur que celle de la retourne, et à celle-ci seulement "
            "si la table en a convenu.",
        ),
        source="Pagat, Belote; rule guide (000); scoring page (001); glossary (002); web game help (003, 004); "
        "decision row 20",
        options=("round2_suits", "notrump_alltrump"),
    ),
    Rule(
        "auction/trump_not_offered",
        Text(
            "No-trump and all-trump may be named only where they are agreed and in the round agreed for them.",
            "On ne peut prendre à sans-atout ou à tout-atout que si la table en a convenu, et au tour convenu.",
        ),
        source="FFB, official rules of belote, 27-01-2016; decision row 7",
        options=("notrump_alltrump", "notrump_alltrump_round"),
    ),
    Rule(
        "auction/dealer_must_take",
        Text(
            "Where the last speaker must take, the dealer may not pass in the last round.",
            "Si le dernier à parler doit prendre, le donneur ne peut pas passer au dernier tour.",
        ),
        source="House rule of a club; decision row 22",
        options=("all_pass",),
    ),
    Rule(
        "score/contract_made",
        Text(
            "The contract is made when the taker's side has more points than the defence, or what the table agreed on "
            "instead, with the last trick and, unless agreed otherwise, the belote.",
            "Le contrat est réussi quand le camp du preneur a plus de points que la défense, ou ce dont la table est "
            "convenue, avec le dix de der et, sauf convention contraire, la belote.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); scoring page (001); glossary (002); "
        "decision rows 48, 57, 58",
        options=("success_rule", "belote_counts_for_contract"),
    ),
    Rule(
        "score/contract_failed",
        Text(
            "When the taker fails, the defence writes the points agreed for that and the taker's side none for its "
            "tricks.",
            "Quand le preneur est dedans, la défense marque les points convenus pour ce cas et le camp du preneur "
            "aucun pour ses plis.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); web game help (003, 004); decision row 65",
        options=("fail_points",),
    ),
    Rule(
        "score/trickless_never_wins",
        Text(
            "A side that wins no trick never wins the deal, whatever else it counts.",
            "Un camp qui ne fait aucun pli ne gagne jamais la donne, quoi qu'il compte par ailleurs.",
        ),
        source="The referee's own reading of the capot; decision rows 56, 57",
    ),
    Rule(
        "score/tie",
        Text(
            "When both sides have the same points, the deal is a litige unless the table agreed otherwise.",
            "Quand les deux camps ont le même nombre de points, la donne est en litige, sauf convention contraire.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); scoring page (001); glossary (002); "
        "decision row 59",
        options=("tie_rule", "success_rule"),
    ),
    Rule(
        "score/litige",
        Text(
            "In a litige the defence writes its points and those of the taker's side are held in reserve, save what "
            "it is agreed to write at once.",
            "En cas de litige, la défense marque ses points et ceux du camp du preneur sont mis en réserve, sauf ceux "
            "qu'il est convenu de marquer aussitôt.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); scoring page (001); glossary (002); "
        "decision rows 59, 60",
        options=("tie_rule",),
    ),
    Rule(
        "score/litige_belote",
        Text(
            "In a litige the belote of the taker's side joins the reserve with its other points, unless agreed "
            "otherwise.",
            "En cas de litige, la belote du camp du preneur rejoint la réserve avec ses autres points, sauf "
            "convention contraire.",
        ),
        source="FFB, official rules of belote, 27-01-2016; decision row 61",
        options=("litige_belote",),
    ),
    Rule(
        "score/redeal",
        Text(
            "Where a level deal is dealt again, nothing is written, the reserve waits and the same dealer deals.",
            "Si une donne à égalité est redonnée, on ne marque rien, la réserve attend et le même donneur redonne.",
        ),
        source="Coinche as played in Guyane; decision row 59",
        options=("tie_rule",),
    ),
    Rule(
        "score/belote_on_fail",
        Text(
            "A failed contract does not cost the taker's side its belote, unless it is agreed that the defence takes "
            "it.",
            "Un contrat chuté ne coûte pas sa belote au camp du preneur, sauf s'il est convenu que la défense la "
            "prend.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); web game help (003); decision row 49",
        options=("belote_on_fail",),
    ),
    Rule(
        "score/belote_without_trick",
        Text(
            "A side does not lose its belote for winning no trick, unless agreed otherwise.",
            "Un camp ne perd pas sa belote pour n'avoir fait aucun pli, sauf convention contraire.",
        ),
        source="FFB web pages; Pagat, Belote; rule guide (000); decision row 50",
        options=("belote_if_no_trick",),
    ),
    Rule(
        "score/reserve",
        Text(
            "The reserve adds up, waits through passed deals and goes whole, before rounding, to the winner of the "
            "next deal or, where that is agreed, to the next taker who makes a contract.",
            "La réserve s'accumule, attend si la donne est passée et va entière, avant arrondi, au gagnant de la "
            "donne suivante ou, si la table en a convenu, au prochain preneur qui réussit son contrat.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); scoring page (001); glossary (002); "
        "decision rows 23, 62, 63, 70",
        options=("reserve_goes_to",),
    ),
    Rule(
        "score/reserve_at_game_end",
        Text(
            "When the match ends the reserve is lost, except that each side writes its own points of a level last "
            "deal where that is agreed.",
            "À la fin de la partie, la réserve est perdue, mais chaque camp marque ses propres points d'une dernière "
            "donne à égalité si la table en a convenu.",
        ),
        source="The referee's own reading, the federation being silent; ASCEE 79 tournament rules for the other; "
        "decision row 64",
        options=("reserve_at_game_end",),
    ),
)
