"""Points on which tables that play declarations differ."""

from typing import Final

from referee import Option
from referee.model.text import Text

OPTIONS: Final = (
    Option(
        name="long_sequence",
        default="single_hundred",
        line=Text("What a run of six cards or more makes", "Ce que fait une suite de six cartes ou plus"),
        details=Text(
            "single_hundred: one cent, however long the run is. "
            "best_split: a run may be said in parts where both are sequences, so that all eight cards of a suit are "
            "a cent and a tierce, as at some tables.",
            "single_hundred : un seul cent, si longue que soit la suite. "
            "best_split : une suite peut être annoncée en deux parties si chacune est une séquence, de sorte que les "
            "huit cartes d'une couleur font un cent et une tierce, comme à certaines tables.",
        ),
        source="FFB, rules of belote coinchée, 2015; Pagat, Belote; glossary (002); decision row 74",
        points=("declaration_contest",),
        choices=("single_hundred", "best_split"),
        rule_ids=("declarations/long_run",),
    ),
    Option(
        name="long_sequence_compare",
        default="by_class",
        line=Text("Whether the longer of two cents wins", "Si le plus long de deux cents l'emporte"),
        details=Text(
            "by_class: every cent is of one class and the higher top card wins, as the federation has it. "
            "by_length: the longer run wins, and only runs of one length are compared by their top cards.",
            "by_class : tous les cents se valent et la carte la plus haute l'emporte, selon la fédération. "
            "by_length : la suite la plus longue l'emporte, et seules des suites de même longueur se comparent par la "
            "hauteur.",
        ),
        source="FFB, rules of belote coinchée, 2015; decision row 75",
        points=("declarations", "declaration_contest"),
        choices=("by_class", "by_length"),
        rule_ids=("declarations/longer_then_higher",),
    ),
    Option(
        name="carre_beats_sequence",
        default=True,
        line=Text("A carré beats every sequence", "Un carré bat toute séquence"),
        details=Text(
            "true: any carré comes before any sequence, even where both are worth 100, as the federation and Pagat "
            "have it. "
            "false: the declaration that is worth more wins, and of two that are worth 100 the cent.",
            "true : tout carré passe avant toute séquence, même à 100 points chacun, selon la fédération et Pagat. "
            "false : l'annonce qui vaut le plus l'emporte et, à 100 points chacun, le cent.",
        ),
        source="FFB, rules of belote coinchée, 2015; Pagat, Belote; decision row 76",
        points=("declarations", "declaration_contest"),
        rule_ids=("declarations/carre_over_sequence",),
    ),
    Option(
        name="declaration_tie",
        default="cancel_all",
        line=Text("When the best of both sides are equal", "Quand les meilleures des deux camps sont égales"),
        details=Text(
            "cancel_all: nobody scores, and lower declarations of both sides are lost with the best ones, as the "
            "federation has it. "
            "first_to_speak: the side of the player who said it first scores.",
            "cancel_all : personne ne marque, et les annonces inférieures des deux camps sont perdues avec les "
            "meilleures, selon la fédération. "
            "first_to_speak : le camp du joueur qui l'a annoncée le premier marque.",
        ),
        source="FFB, rules of belote coinchée, 2015; glossary (002); decision row 78",
        points=("declaration_contest",),
        choices=("cancel_all", "first_to_speak"),
        rule_ids=("declarations/level",),
    ),
    Option(
        name="declaration_show",
        default="winners_at_trick2",
        line=Text("When declarations are shown", "Quand les annonces sont montrées"),
        details=Text(
            "winners_at_trick2: the side that scores shows its cards as soon as the first card of the second trick "
            "lies, as the federation has it. "
            "on_request: nothing is shown by itself, players ask to see, as Pagat has it.",
            "winners_at_trick2 : le camp qui marque montre ses cartes dès que la première carte du deuxième pli est "
            "posée, selon la fédération. "
            "on_request : rien n'est montré d'office, on demande à voir, selon Pagat.",
        ),
        source="FFB, rules of belote coinchée, 2015; Pagat, Belote; glossary (002); decision row 81",
        points=("declaration_contest",),
        choices=("winners_at_trick2", "on_request"),
        rule_ids=("declarations/shown",),
    ),
    Option(
        name="card_in_two_declarations",
        default=False,
        line=Text("A card may count in two declarations", "Une carte peut compter dans deux annonces"),
        details=Text(
            "false: a card counts in one declaration only, as the federation has it. "
            "true: it may count once in a carré and once in a sequence, such as a jack of four in a tierce.",
            "false : une carte ne compte que dans une annonce, selon la fédération. "
            "true : elle peut compter une fois dans un carré et une fois dans une séquence, comme un des quatre valets "
            "dans une tierce.",
        ),
        source="FFB, rules of belote coinchée, 2015; RJCV contest rules; Clubs de Bridge, on belote and rebelote; "
        "decision row 82",
        points=("declaration_contest",),
        rule_ids=("declarations/card_twice",),
    ),
    Option(
        name="declarations_count_for_contract",
        default=True,
        line=Text("Declarations count for the contract", "Les annonces comptent pour le contrat"),
        details=Text(
            "true: the declarations that score are part of the points by which the contract is judged, as the "
            "federation has it. "
            "false: the contract is judged without them and they are only written down, as on some web platforms.",
            "true : les annonces qui marquent font partie des points sur lesquels le contrat est jugé, selon la "
            "fédération. "
            "false : le contrat est jugé sans elles et elles sont seulement marquées, comme sur certains sites.",
        ),
        source="FFB web pages; scoring page (001); glossary (002); GameDuell help pages; decision row 83",
        points=("bonuses",),
        rule_ids=("declarations/count_for_contract",),
    ),
    Option(
        name="declarations_on_fail",
        default="validated_to_defenders",
        line=Text("The declarations of a failed taker", "Les annonces d'un preneur dedans"),
        details=Text(
            "validated_to_defenders: those that score go to the defence with the other points, as nearly all texts "
            "have it. "
            "own_only: the taker's side loses them and the defence writes its own alone.",
            "validated_to_defenders : celles qui marquent passent à la défense avec les autres points, selon presque "
            "tous les textes. "
            "own_only : le camp du preneur les perd et la défense ne marque que les siennes.",
        ),
        source="FFB, rules of belote coinchée, 2015; Pagat, Belote; scoring page (001); glossary (002); "
        "decision row 84",
        points=("bonuses",),
        choices=("validated_to_defenders", "own_only"),
        rule_ids=("declarations/on_fail",),
    ),
    Option(
        name="declarations_on_capot",
        default="to_capot_team",
        line=Text("The defence's declarations in a taker's capot", "Les annonces de la défense mise capot"),
        details=Text(
            "to_capot_team: they go to the taker's side, as the federation has it. "
            "kept: the defence writes them although it won no trick. "
            "lost: nobody writes them, as Pagat has it.",
            "to_capot_team : elles passent au camp du preneur, selon la fédération. "
            "kept : la défense les marque, bien qu'elle n'ait fait aucun pli. "
            "lost : personne ne les marque, selon Pagat.",
        ),
        source="FFB, rules of belote coinchée, 2015; FFB web pages; Pagat, Belote; decision row 85",
        points=("bonuses",),
        choices=("to_capot_team", "kept", "lost"),
        rule_ids=("declarations/on_capot",),
    ),
)
