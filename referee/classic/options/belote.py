"""Options of the belote."""

from typing import Final

from referee.model.text import Text
from referee.ruleset import Option

BELOTE_OPTIONS: Final = (
    Option(
        name="belote_announcement",
        default="both_words",
        line=Text("How the belote must be announced", "Manière d'annoncer la belote"),
        details=Text(
            "both_words: “belote” and “rebelote” must both be said, or the 20 points are lost, as in the "
            "federation's texts of 2016. "
            "both_words_with_tolerance: a “rebelote” forgotten after “belote” is forgiven once to each side in a "
            "match, as in its texts of 2015. "
            "automatic: no word is needed once both cards are played, as in web games.",
            "both_words : il faut dire « belote » et « rebelote », sans quoi les 20 points sont perdus, selon les "
            "textes de 2016 de la fédération. "
            "both_words_with_tolerance : un « rebelote » oublié après « belote » est pardonné une fois par camp et "
            "par partie, selon ses textes de 2015. "
            "automatic : rien n'est à dire, il suffit que les deux cartes soient jouées, comme dans les jeux en "
            "ligne.",
        ),
        source="FFB, official rules of belote, 27-01-2016; FFB, rules of belote contrée, 2015; "
        "web game help (003, 004); decision rows 46, 47",
        points=("play",),
        choices=("both_words", "both_words_with_tolerance", "automatic"),
        rule_ids=("belote/not_held", "belote/wrong_card", "belote/both_words", "belote/tolerance", "belote/automatic"),
    ),
    Option(
        name="belote_order",
        default="either",
        line=Text("Which card of the belote comes first", "Carte de la belote à jouer en premier"),
        details=Text(
            "either: the king or the queen may come first, as the federation has it. "
            "king_first: the 20 points are lost when the queen is played before the king, as in several regions and "
            "contests.",
            "either : le roi ou la dame peut sortir en premier, selon la fédération. "
            "king_first : les 20 points sont perdus si la dame est jouée avant le roi, comme dans plusieurs régions et "
            "concours.",
        ),
        source="FFB, official rules of belote, 27-01-2016; Casson contest rules; rule guide (000); decision row 45",
        points=("play",),
        choices=("either", "king_first"),
        rule_ids=("belote/king_first",),
    ),
    Option(
        name="belote_counts_for_contract",
        default=True,
        line=Text("The belote counts for making the contract", "La belote compte pour le contrat"),
        details=Text(
            "true: each side's belote is part of the points compared, as the federation and nearly all texts have it. "
            "false: the contract is judged without it and the belote is only written down, as on some web platforms.",
            "true : la belote de chaque camp fait partie des points comparés, selon la fédération et presque tous les "
            "textes. "
            "false : le contrat est jugé sans elle et la belote est seulement marquée, comme sur certains sites.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); glossary (002); GameDuell help pages; "
        "decision row 48",
        points=("bonuses",),
        rule_ids=("score/contract_made",),
    ),
    Option(
        name="belote_on_fail",
        default="holder",
        line=Text("Who keeps the belote of a failed taker", "À qui va la belote d'un preneur dedans"),
        details=Text(
            "holder: the belote cannot be lost and stays with its side, as in the classic game and coinche. "
            "to_defenders: the defence takes it with the other points, as in contrée.",
            "holder : la belote est imprenable et reste à son camp, comme à la belote classique et à la coinche. "
            "to_defenders : la défense la prend avec les autres points, comme à la contrée.",
        ),
        source="FFB, official rules of belote, 27-01-2016; FFB, rules of belote contrée, 27-01-2016; "
        "rule guide (000); decision row 49",
        points=("bonuses",),
        choices=("holder", "to_defenders"),
        rule_ids=("score/belote_on_fail",),
    ),
    Option(
        name="belote_if_no_trick",
        default="kept",
        line=Text("The belote of a side that wins no trick", "La belote d'un camp sans aucun pli"),
        details=Text(
            "kept: the side writes its belote even without a trick, as all texts that speak of it have it. "
            "lost: nobody writes it, unless belote_on_fail hands it to the defence.",
            "kept : le camp marque sa belote même sans un pli, selon tous les textes qui en parlent. "
            "lost : personne ne la marque, sauf si belote_on_fail la donne à la défense.",
        ),
        source="FFB web pages; ASCEE 79 tournament rules; Pagat, Belote; rule guide (000); decision row 50",
        points=("bonuses",),
        choices=("kept", "lost"),
        rule_ids=("score/belote_without_trick",),
    ),
    Option(
        name="all_trump_belotes",
        default="one_per_suit",
        line=Text("Belotes at all-trump", "Belotes à tout-atout"),
        details=Text(
            "one_per_suit: the king and queen of each suit make a belote, up to four in a deal, as the federation "
            "and Pagat have it. "
            "one_only: only one belote counts in a deal; none: no belote counts at all, both rare.",
            "one_per_suit : le roi et la dame de chaque couleur font une belote, quatre au plus par donne, selon la "
            "fédération et Pagat. "
            "one_only : une seule belote compte par donne ; none : aucune ne compte, deux usages rares.",
        ),
        source="FFB, official rules of belote, 27-01-2016; Pagat, Coinche; decision row 51",
        points=("trump_modes", "play"),
        choices=("one_per_suit", "one_only", "none"),
        rule_ids=("belote/all_trump",),
        only_if=(("notrump_alltrump", (True,)),),
    ),
)
