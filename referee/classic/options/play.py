"""Options of the card values and the play."""

from typing import Final

from referee.model.text import Text
from referee.ruleset import Option

PLAY_OPTIONS: Final = (
    Option(
        name="no_trump_jack",
        default=2,
        line=Text("What a jack is worth at no-trump", "Valeur du valet à sans-atout"),
        details=Text(
            "2 keeps the pack at 152 points, as French Wikipedia and Pagat have it. "
            "0 is the figure of the federation's tables, with which the pack is worth only 144.",
            "2 garde les 152 points du paquet, selon Wikipédia et Pagat. "
            "0 est le chiffre des tableaux de la fédération, avec lequel le paquet ne vaut que 144 points.",
        ),
        source="French Wikipedia, Coinche; Pagat, Coinche; FFB, rules of belote coinchée, 2015; decision row 5",
        points=("trump_modes",),
        numbers=(2, 0),
        rule_ids=("ranking/no_trump_values",),
        only_if=(("notrump_alltrump", (True,)),),
    ),
    Option(
        name="all_trump_points",
        default="trump_258_scaled",
        line=Text("What the cards are worth at all-trump", "Valeur des cartes à tout-atout"),
        details=Text(
            "trump_258_scaled: cards keep their trump values and each side's 258 points are brought to 162, as in "
            "the federation's texts of 2016. "
            "scaled_13_9_6_5_3_2: jack 13, nine 9, ace 6, ten 5, king 3, queen 2, as in its coinche rules of 2015. "
            "scaled_14_9_6_5_3_1: jack 14, nine 9, ace 6, ten 5, king 3, queen 1, as French Wikipedia and Pagat have "
            "it.",
            "trump_258_scaled : les cartes gardent leur valeur d'atout et les 258 points sont ramenés à 162, selon les "
            "textes de 2016 de la fédération. "
            "scaled_13_9_6_5_3_2 : valet 13, neuf 9, as 6, dix 5, roi 3, dame 2, selon ses règles de coinche de 2015. "
            "scaled_14_9_6_5_3_1 : valet 14, neuf 9, as 6, dix 5, roi 3, dame 1, selon Wikipédia et Pagat.",
        ),
        source="FFB, official rules of belote, 27-01-2016; FFB, rules of belote coinchée, 2015; Pagat, Coinche; "
        "decision row 6",
        points=("trump_modes",),
        choices=("trump_258_scaled", "scaled_13_9_6_5_3_2", "scaled_14_9_6_5_3_1"),
        rule_ids=("ranking/all_trump_values", "score/all_trump_scale"),
        only_if=(("notrump_alltrump", (True,)),),
    ),
    Option(
        name="must_raise_trump_lead",
        default="always",
        line=Text("Going higher when trumps are led", "Monter quand on attaque à l'atout"),
        details=Text(
            "always: one must beat the best trump on the table if possible, the partner's too, as nearly all texts "
            "have it. "
            "unless_partner_master: a partner who is master need not be beaten, as some tables play.",
            "always : il faut monter sur le plus fort atout de la table si on le peut, même celui du partenaire, selon "
            "presque tous les textes. "
            "unless_partner_master : on n'est pas obligé de monter sur son partenaire maître, comme à certaines "
            "tables.",
        ),
        source="FFB, official rules of belote, 27-01-2016; glossary (002); Pagat, Belote; decision row 25",
        points=("play",),
        choices=("always", "unless_partner_master"),
        rule_ids=("play/must_raise_trump",),
    ),
    Option(
        name="undertrump_opponent",
        default="required",
        line=Text(
            "Undertrumping an opponent one cannot overtrump", "Pisser quand on ne peut pas surcouper l'adversaire"
        ),
        details=Text(
            "required: a lower trump must still be played, as in the federation's classic rules, in Pagat and in most "
            "classic contests. "
            "free: one may discard or undertrump, as in the federation's contrée and coinche rules and at Cannes.",
            "required : il faut quand même mettre un atout plus petit, selon les règles classiques de la fédération, "
            "Pagat et la plupart des concours classiques. "
            "free : on peut se défausser ou pisser, selon les règles de contrée et de coinche de la fédération et à "
            "Cannes.",
        ),
        source="FFB, official rules of belote, 27-01-2016; Pagat, Belote; FFB, rules of belote contrée, 27-01-2016; "
        "Cannes contrée championship, 2016; decision row 34",
        points=("play",),
        choices=("required", "free"),
        rule_ids=("play/must_trump", "play/must_undertrump"),
    ),
    Option(
        name="undertrump_partner",
        default="free",
        line=Text("Undertrumping a partner who is master", "Pisser sous son partenaire maître"),
        details=Text(
            "free: any card may be played, a lower trump too, as in the federation's classic rules. "
            "only_trumps_left: a lower trump may be played only by a hand without plain cards, one reading of its "
            "coinche rules. "
            "never_by_choice: a lower trump may be played only when nothing else remains, as Pagat has it.",
            "free : toute carte est permise, même un atout plus petit, selon les règles classiques de la fédération. "
            "only_trumps_left : un atout plus petit n'est permis que si l'on n'a plus que de l'atout, une lecture de "
            "ses règles de coinche. "
            "never_by_choice : un atout plus petit n'est permis que s'il ne reste rien d'autre, selon Pagat.",
        ),
        source="FFB, official rules of belote, 27-01-2016; FFB, rules of belote coinchée, 2015; Pagat, Belote; "
        "decision row 31",
        points=("play",),
        choices=("free", "only_trumps_left", "never_by_choice"),
        rule_ids=("play/must_not_undertrump_partner",),
    ),
    Option(
        name="all_trump_must_raise",
        default="always",
        line=Text("Going higher at all-trump", "Monter à tout-atout"),
        details=Text(
            "always: one must beat the best card of the suit led if possible, the partner's too, as the federation "
            "has it. "
            "unless_partner_master: a partner who is master need not be beaten, as English Wikipedia has it.",
            "always : il faut monter sur la plus forte carte de la couleur demandée si on le peut, même celle du "
            "partenaire, selon la fédération. "
            "unless_partner_master : on n'est pas obligé de monter sur son partenaire maître, selon Wikipédia en "
            "anglais.",
        ),
        source="FFB, official rules of belote, 27-01-2016; English Wikipedia, Coinche; decision row 38",
        points=("play",),
        choices=("always", "unless_partner_master"),
        rule_ids=("play/must_raise_all_trump",),
        only_if=(("notrump_alltrump", (True,)),),
    ),
)
