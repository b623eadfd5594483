"""Options of the count of a deal with a bid."""

from typing import Final

from referee import Option
from referee.model.text import Text

SCORE_OPTIONS: Final = (
    Option(
        name="min_points_80",
        default=80,
        line=Text("Points that a bid of eighty needs", "Points qu'il faut pour une enchère de quatre-vingts"),
        details=Text(
            "80: the points of the bid are enough, as the federation has it. "
            "82: more than half of the points are needed, as Pagat has it.",
            "80 : les points de l'enchère suffisent, selon la fédération. "
            "82 : il faut plus de la moitié des points, selon Pagat.",
        ),
        source="FFB, rules of belote contrée, 27-01-2016; Pagat, Coinche; English Wikipedia, Coinche; "
        "Board Game Arena coinche; decision row 89",
        points=("settlement",),
        numbers=(80, 82),
        rule_ids=("coinche/contract_made",),
        only_if=(("min_bid", (80,)),),
    ),
    Option(
        name="must_beat_defenders",
        default=False,
        line=Text("The taker must also beat the defence", "Le preneur doit aussi battre la défense"),
        details=Text(
            "false: reaching the bid is enough even if the defence has more, as in the federation's contrée. "
            "true: the taker's side also needs more points than the defence, as in its coinche rules of 2015.",
            "false : il suffit d'atteindre l'enchère même si la défense a davantage, selon la contrée de la "
            "fédération. "
            "true : le camp du preneur doit aussi avoir plus de points que la défense, selon ses règles de coinche de "
            "2015.",
        ),
        source="FFB, rules of belote contrée, 27-01-2016; FFB, rules of belote coinchée, 2015; Pagat, Coinche; "
        "French Wikipedia, Coinche; decision rows 105, 106",
        points=("settlement",),
        rule_ids=("coinche/contract_made",),
    ),
    Option(
        name="contract_scoring",
        default="made_plus_contract",
        line=Text("What is written for a contract made", "Ce que l'on marque pour un contrat réussi"),
        details=Text(
            "made_plus_contract: each side writes its tricks and the taker's the contract as well, as most texts have "
            "it. "
            "contract_only: nobody writes tricks and the taker's side writes the contract alone, as in a web game. "
            "made_only: the contract is not written, one of the federation's two ways; it cannot go with a double "
            "that multiplies the contract alone.",
            "made_plus_contract : chaque camp marque ses plis et celui du preneur le contrat en plus, selon la plupart "
            "des textes. "
            "contract_only : personne ne marque de plis et le camp du preneur marque le contrat seul, comme sur un "
            "site de jeu. "
            "made_only : le contrat ne se marque pas, l'une des deux manières de la fédération ; cela ne va pas avec "
            "un contre qui multiplie le contrat seul.",
        ),
        source="FFB, rules of belote contrée, 27-01-2016; FFB, rules of belote coinchée, 2015; "
        "web game help (003); decision row 107",
        points=("settlement",),
        choices=("made_plus_contract", "contract_only", "made_only"),
        rule_ids=("coinche/contract_points",),
    ),
    Option(
        name="fail_adds_contract",
        default=True,
        line=Text("The defence also writes the contract that failed", "La défense marque aussi le contrat chuté"),
        details=Text(
            "true: a failed contract gives the defence its points as well, as nearly all texts have it. "
            "false: it gives the flat points alone, as in international tournament rules.",
            "true : un contrat chuté donne aussi ses points à la défense, selon presque tous les textes. "
            "false : il ne donne que les points fixes, selon des règles de tournoi international.",
        ),
        source="FFB, rules of belote contrée, 27-01-2016; web game help (003); "
        "International tournament contrée rules; decision row 108",
        points=("settlement",),
        rule_ids=("coinche/contract_failed",),
    ),
    Option(
        name="double_mode",
        default="whole",
        line=Text("What a double multiplies", "Ce que le contre multiplie"),
        details=Text(
            "whole: all that the winner writes for the deal but the belote, as the federation has it. "
            "contract_only: the contract alone, as Pagat and Cannes have it.",
            "whole : tout ce que le gagnant marque pour la donne sauf la belote, selon la fédération. "
            "contract_only : le contrat seul, selon Pagat et Cannes.",
        ),
        source="FFB, rules of belote contrée, 27-01-2016; FFB, rules of belote coinchée, 2015; Pagat, Coinche; "
        "Cannes contrée championship, 2016; decision row 109",
        points=("settlement",),
        choices=("whole", "contract_only"),
        rule_ids=("coinche/doubled",),
    ),
    Option(
        name="belote_doubled",
        default=False,
        line=Text("A double multiplies the belote too", "Le contre multiplie aussi la belote"),
        details=Text(
            "false: a belote is written as it is, as the federation's contrée and Cannes have it. "
            "true: the belote that the winner writes is multiplied with the rest, the federation's coinche formula "
            "read literally.",
            "false : la belote se marque telle quelle, selon la contrée de la fédération et Cannes. "
            "true : la belote que marque le gagnant est multipliée avec le reste, la formule de la coinche de la "
            "fédération prise à la lettre.",
        ),
        source="FFB, rules of belote contrée, 2015; Cannes contrée championship, 2016; "
        "FFB, rules of belote coinchée, 2015; decision row 110",
        points=("settlement",),
        rule_ids=("coinche/doubled",),
        only_if=(("double_mode", ("whole",)),),
    ),
    Option(
        name="defenders_keep_points_when_doubled",
        default=False,
        line=Text("Both sides keep their tricks when doubled", "Contré et réussi, chaque camp garde ses plis"),
        details=Text(
            "false: when a doubled contract is made, the taker's side writes the flat points and the defence no "
            "tricks, as the federation has it. "
            "true: each side writes the tricks it made and the contract alone is multiplied, a reading of Pagat.",
            "false : si un contrat contré est réussi, le camp du preneur marque les points fixes et la défense aucun "
            "pli, selon la fédération. "
            "true : chaque camp marque les plis qu'il a faits et le contrat seul est multiplié, une lecture de Pagat.",
        ),
        source="FFB, rules of belote contrée, 27-01-2016; FFB, rules of belote coinchée, 2015; Pagat, Coinche; "
        "decision row 111",
        points=("settlement",),
        rule_ids=("coinche/doubled_made",),
        not_if=(("contract_scoring", ("contract_only",)),),
    ),
    Option(
        name="belote_of_doubled_defenders",
        default="as_belote_on_fail",
        line=Text("The defence's belote when a doubled bid is made", "La belote de la défense si le contré réussit"),
        details=Text(
            "as_belote_on_fail: the taker's side takes it where a failed contract would cost the belote, and "
            "otherwise its holder keeps it. "
            "holder: the defence keeps it, as in the federation's coinche; winner: the taker's side takes it; nobody: "
            "it is not written.",
            "as_belote_on_fail : le camp du preneur la prend si un contrat chuté coûte la belote, et sinon son camp la "
            "garde. "
            "holder : la défense la garde, selon la coinche de la fédération ; winner : le camp du preneur la prend ; "
            "nobody : personne ne la marque.",
        ),
        source="FFB, rules of belote coinchée, 2015; the referee's own reading for the rest; decision rows 49, 111",
        points=("settlement",),
        choices=("as_belote_on_fail", "holder", "winner", "nobody"),
        rule_ids=("coinche/doubled_belote",),
    ),
    Option(
        name="capot_bid_score",
        default="flat_500",
        line=Text("How a capot bid is written", "Manière de marquer un capot demandé"),
        details=Text(
            "flat_500: it is worth 500, won or lost, times the double, as in the federation's contrée. "
            "contract: it is a contract like any other, worth what the table agreed, as in its coinche rules of 2015.",
            "flat_500 : il vaut 500, gagné ou perdu, que multiplie le contre, selon la contrée de la fédération. "
            "contract : c'est un contrat comme un autre, de la valeur convenue, selon ses règles de coinche de 2015.",
        ),
        source="FFB, rules of belote contrée, 27-01-2016; FFB, rules of belote coinchée, 2015; decision row 112",
        points=("settlement",),
        choices=("flat_500", "contract"),
        rule_ids=("coinche/capot_bid",),
    ),
    Option(
        name="capot_bid_value",
        default=250,
        line=Text("Contract that a capot bid is worth", "Contrat que vaut un capot demandé"),
        details=Text(
            "250 is the figure of most texts, 270 that of Cannes. "
            "260 is the one of a web platform, 350 the one of the Ducale leaflet.",
            "250 est le chiffre de la plupart des textes, 270 celui de Cannes. "
            "260 est celui d'un site de jeu, 350 celui de la notice Ducale.",
        ),
        source="FFB, rules of belote coinchée, 2015; Cannes contrée championship, 2016; GameDuell help pages; "
        "Ducale coinche leaflet, 2022; decision row 96",
        points=("settlement",),
        numbers=(250, 260, 270, 350),
        rule_ids=("coinche/capot_bid",),
        only_if=(("capot_bid_score", ("contract",)),),
    ),
    Option(
        name="capot_base",
        default=250,
        line=Text("Flat points of a capot when doubled or failed", "Points fixes du capot, contré ou dedans"),
        details=Text(
            "When a doubled contract is made with all tricks, or a failed taker wins none, this stands in place of the "
            "flat points of another deal. "
            "250 is the figure of the federation's coinche; 252 that of Cannes; 162 gives a capot no bonus there.",
            "Si un contrat contré est réussi avec tous les plis, ou si un preneur dedans n'en fait aucun, cela "
            "remplace les points fixes d'une autre donne. "
            "250 est le chiffre de la coinche de la fédération ; 252 celui de Cannes ; 162 n'y donne aucune prime au "
            "capot.",
        ),
        source="FFB, rules of belote coinchée, 2015; Cannes contrée championship, 2016; decision row 113",
        points=("settlement",),
        numbers=(250, 252, 162),
        rule_ids=("coinche/capot_base",),
    ),
)
