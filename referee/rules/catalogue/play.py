"""Laws of the play, the tricks and the belote."""

from typing import Final

from referee.model.rule import Rule
from referee.model.text import Text

PLAY_RULES: Final = (
    Rule(
        "exchange/not_now",
        Text(
            "A step between the auction and the first lead is taken only by a player to whom the game gives it then.",
            "Entre les enchères et le premier pli, seul agit le joueur à qui le jeu le permet à ce moment.",
        ),
        source="Exoty, rules of two-handed belote",
    ),
    Rule(
        "exchange/card_count",
        Text(
            "A step takes as many cards as the game says, each of them once.",
            "On donne autant de cartes que le jeu le demande, chacune une seule fois.",
        ),
        source="Exoty, rules of two-handed belote",
    ),
    Rule(
        "exchange/due_first",
        Text(
            "The first card is led only once every card that must be exchanged or laid away has been.",
            "On n'entame le premier pli qu'une fois échangées ou écartées toutes les cartes qui doivent l'être.",
        ),
        source="Exoty, rules of two-handed belote",
    ),
    Rule(
        "play/before_contract",
        Text(
            "No card is played before the contract is settled.",
            "On ne joue aucune carte avant que le contrat soit fixé.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); decision row 18",
    ),
    Rule(
        "play/out_of_turn",
        Text("A player plays a card only in turn.", "On ne joue une carte qu'à son tour."),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); decision rows 41, 123",
    ),
    Rule(
        "play/not_held",
        Text(
            "A player plays only a card still held in hand.",
            "On ne joue qu'une carte que l'on a encore en main.",
        ),
        source="FFB, official rules of belote, 27-01-2016; decision row 42",
    ),
    Rule(
        "play/must_follow_suit",
        Text(
            "A player who holds the suit led must follow it, and in a plain suit any card of it will do.",
            "Qui a de la couleur demandée doit fournir, et hors atout n'importe quelle carte de cette couleur "
            "convient.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); web game help (003, 004); "
        "decision rows 24, 28, 39",
    ),
    Rule(
        "play/must_raise_trump",
        Text(
            "When trumps are led, a player must go above the best trump on the table if possible, except above the "
            "partner's where that is agreed.",
            "Quand on attaque à l'atout, il faut monter sur le plus fort atout de la table si on le peut, sauf sur "
            "celui du partenaire si la table en a convenu.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); glossary (002); "
        "decision rows 25, 26, 27, 37",
        options=("must_raise_trump_lead",),
        names_best=True,
    ),
    Rule(
        "play/must_raise_all_trump",
        Text(
            "At all-trump a player must go above the best card of the suit led if possible, except above the "
            "partner's where that is agreed.",
            "À tout-atout, il faut monter sur la plus forte carte de la couleur demandée si on le peut, sauf sur "
            "celle du partenaire si la table en a convenu.",
        ),
        source="FFB, official rules of belote, 27-01-2016; FFB, rules of belote coinchée, 2015; decision row 38",
        options=("all_trump_must_raise",),
        names_best=True,
    ),
    Rule(
        "play/must_trump",
        Text(
            "A player who cannot follow suit must trump if possible, unless the partner is master or, where that is "
            "agreed, an opponent's trump cannot be beaten.",
            "Qui ne peut pas fournir doit couper s'il a de l'atout, sauf quand son partenaire est maître ou, si la "
            "table en a convenu, quand il ne peut pas surcouper un adversaire.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); web game help (003, 004); "
        "decision rows 29, 30, 34, 35",
        options=("undertrump_opponent",),
    ),
    Rule(
        "play/must_overtrump",
        Text(
            "A player who cannot follow suit must overtrump, if possible, an opponent who is master with a trump.",
            "Qui ne peut pas fournir doit surcouper, s'il le peut, un adversaire maître à l'atout.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); web game help (003, 004); "
        "decision rows 32, 33, 36",
        names_best=True,
    ),
    Rule(
        "play/must_undertrump",
        Text(
            "A player who can neither follow suit nor overtrump an opponent who is master with a trump must "
            "undertrump if possible, unless the table leaves the choice.",
            "Qui ne peut ni fournir ni surcouper un adversaire maître à l'atout doit pisser s'il a encore de l'atout, "
            "sauf si la table laisse le choix.",
        ),
        source="FFB, official rules of belote, 27-01-2016; Pagat, Belote; rule guide (000); glossary (002); "
        "web game help (003, 004); decision row 34",
        options=("undertrump_opponent",),
        names_best=True,
    ),
    Rule(
        "play/must_not_undertrump_partner",
        Text(
            "Where that is agreed, a player who cannot follow suit may not play a trump below that of a partner who "
            "is master while holding a plain card or, in the strict form, a higher trump.",
            "Si la table en a convenu, qui ne peut pas fournir n'a pas le droit de mettre un atout plus petit que "
            "celui de son partenaire maître tant qu'il a une carte hors atout ou, dans la forme stricte, un atout "
            "plus fort.",
        ),
        source="Pagat, Belote; FFB, rules of belote coinchée, 2015; decision row 31",
        options=("undertrump_partner",),
        names_best=True,
    ),
    Rule(
        "play/no_declarations",
        Text(
            "This game is played without declarations: nothing is announced but the belote.",
            "Cette partie se joue sans annonces : on n'annonce que la belote.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); decision row 71",
        about_words=True,
    ),
    Rule(
        "play/declaration_unknown",
        Text(
            "Only the kinds of declaration that the game knows may be said.",
            "On n'annonce que les sortes d'annonces que le jeu connaît.",
        ),
        source="FFB, rules of belote coinchée, 2015; glossary (002); decision rows 72, 73",
        about_words=True,
    ),
    Rule(
        "play/declared_late",
        Text(
            "Declarations are said with one's first card, and what is forgotten then is lost.",
            "On annonce en posant sa première carte, et ce qui est oublié alors est perdu.",
        ),
        source="FFB, rules of belote coinchée, 2015; rule guide (000); glossary (002); decision row 80",
        about_words=True,
    ),
    Rule(
        "play/declaration_not_held",
        Text(
            "A declaration needs its cards in the hand of the player who says it.",
            "Il faut avoir en main les cartes de ce que l'on annonce.",
        ),
        source="FFB, rules of belote coinchée, 2015; decision row 87",
        about_words=True,
    ),
    Rule(
        "play/declaration_no_combination",
        Text(
            "The cards that are told of a declaration must make a combination of its kind.",
            "Les cartes que l'on dit d'une annonce doivent former une combinaison de cette sorte.",
        ),
        source="FFB, rules of belote coinchée, 2015; glossary (002); decision rows 72, 73",
        about_words=True,
    ),
    Rule(
        "trick/winner",
        Text(
            "The highest trump wins the trick; without trumps, and at all-trump, the highest card of the suit led "
            "wins it.",
            "Le plus fort atout remporte le pli ; sans atout joué, et à tout-atout, c'est la plus forte carte de la "
            "couleur demandée.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); decision row 40",
    ),
    Rule(
        "trick/next_leader",
        Text("The winner of a trick leads to the next.", "Celui qui remporte un pli attaque le suivant."),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); glossary (002); decision row 41",
    ),
    Rule(
        "trick/every_card",
        Text(
            "A deal is played in as many tricks as a hand has cards, to each of which every player gives one card.",
            "Une donne se joue en autant de plis qu'une main a de cartes, et chaque joueur met une carte à chacun.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); glossary (002); decision row 41",
    ),
    Rule(
        "belote/not_held",
        Text(
            "Only a player who was dealt both the king and the queen of a trump suit may say “belote” or “rebelote”.",
            "Seul un joueur qui a reçu le roi et la dame d'une couleur d'atout peut dire « belote » ou « rebelote ».",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); decision row 44",
        options=("belote_announcement",),
        about_words=True,
    ),
    Rule(
        "belote/wrong_card",
        Text(
            "“Belote” and “rebelote” are said only while playing the king or the queen of a trump suit.",
            "« Belote » et « rebelote » ne se disent qu'en jouant le roi ou la dame d'une couleur d'atout.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); web game help (003); decision row 46",
        options=("belote_announcement",),
        about_words=True,
    ),
    Rule(
        "belote/worth_twenty",
        Text(
            "A belote, the king and the queen of a trump suit in one hand, is worth 20 points where it counts.",
            "Une belote, le roi et la dame d'une couleur d'atout dans une même main, vaut 20 points quand elle compte.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); web game help (003, 004); decision row 44",
    ),
    Rule(
        "belote/both_words",
        Text(
            "Unless agreed otherwise, the belote scores only if “belote” is said with the first of its two cards and "
            "“rebelote” with the second.",
            "Sauf convention contraire, la belote ne compte que si l'on dit « belote » à la première des deux cartes "
            "et « rebelote » à la seconde.",
        ),
        source="FFB, official rules of belote, 27-01-2016; rule guide (000); glossary (002); web game help (003); "
        "decision rows 46, 47",
        options=("belote_announcement",),
    ),
    Rule(
        "belote/tolerance",
        Text(
            "Where tolerance is agreed, a “rebelote” forgotten after “belote” is forgiven once to each side in a "
            "match.",
            "Si la tolérance est admise, un « rebelote » oublié après « belote » est pardonné une fois par camp et par "
            "partie.",
        ),
        source="FFB, rules of belote contrée, 2015; FFB web pages; decision row 46",
        options=("belote_announcement",),
    ),
    Rule(
        "belote/automatic",
        Text(
            "Where the belote is automatic, no word is needed for it once both cards are played.",
            "Si la belote est automatique, aucun mot n'est nécessaire une fois les deux cartes jouées.",
        ),
        source="Web game help (003, 004); decision row 46",
        options=("belote_announcement",),
    ),
    Rule(
        "belote/king_first",
        Text(
            "Where the king must come first, the belote is lost when its queen is played before the king.",
            "Si le roi doit sortir le premier, la belote est perdue quand la dame est jouée avant lui.",
        ),
        source="Casson contest rules; French Wikipedia, Belote; rule guide (000); decision row 45",
        options=("belote_order",),
    ),
    Rule(
        "belote/all_trump",
        Text(
            "At all-trump the king and the queen of any suit can make a belote, and how many of them count in a deal "
            "is agreed.",
            "À tout-atout, le roi et la dame de toute couleur peuvent faire une belote, et le nombre de celles qui "
            "comptent dans une donne est convenu.",
        ),
        source="FFB, official rules of belote, 27-01-2016; FFB, rules of belote coinchée, 2015; decision row 51",
        options=("all_trump_belotes",),
        about_words=True,
    ),
    Rule(
        "belote/no_trump",
        Text("At no-trump there is no belote.", "À sans-atout, il n'y a pas de belote."),
        source="FFB, rules of belote coinchée, 2015; Pagat, Coinche; decision row 52",
        about_words=True,
    ),
    Rule(
        "belote/beside_declaration",
        Text(
            "The king and the queen of a belote may also serve in a declaration.",
            "Le roi et la dame d'une belote peuvent aussi servir dans une annonce.",
        ),
        source="Rule guide (000); Clubs de Bridge, on belote and rebelote; decision row 53",
    ),
)
