"""Points on which tables that announce a capot differ."""

from typing import Final

from referee import Option, Text

FORUM: Final = "Trictrac forum, questions on belote, as surveyed in 2026"
GUIANA: Final = "Guiana coinche championship rules, 2016-2017"

CAPOT: Final = "capot"
GENERALE: Final = "generale"

OPTIONS: Final = (
    Option(
        name="announced_capot_stake",
        default=500,
        line=Text("What an announced capot is worth", "Ce que vaut un capot annoncé"),
        details=Text(
            "500: as in most places where it is announced. 250: as at some tables. "
            "Either is written beside the tricks, by the taker's side if it wins them all and by the defence if not.",
            "500 : le plus souvent, là où il s'annonce. 250 : à certaines tables. "
            "Il est marqué en plus des plis, par le camp du preneur s'il les fait tous, par la défense sinon.",
        ),
        source=f"{FORUM}; {GUIANA}",
        points=("bonuses",),
        numbers=(250, 500),
        rule_ids=("announced_capot/stake",),
    ),
    Option(
        name="announced_generale_stake",
        default="none",
        line=Text("What an announced générale is worth", "Ce que vaut une générale annoncée"),
        details=Text(
            "none: it is not announced at this table. "
            "600: the taker may undertake to win all the tricks without the partner, for 600 points won or lost.",
            "none : elle ne s'annonce pas à cette table. "
            "600 : le preneur peut s'engager à faire tous les plis sans son partenaire, pour 600 points gagnés ou "
            "perdus.",
        ),
        source=GUIANA,
        points=("exchange", "bonuses"),
        numbers=(600,),
        choices=("none",),
        rule_ids=("announced_capot/generale", "announced_capot/stake"),
    ),
)

ANNOUNCEMENT: Final = Option(
    name="announcement",
    default=CAPOT,
    line=Text("What is announced", "Ce qui est annoncé"),
    details=Text(
        "capot: the taker's side will win all the tricks. generale: the taker alone will.",
        "capot : le camp du preneur fera tous les plis. generale : le preneur les fera tous seul.",
    ),
    source=f"{FORUM}; {GUIANA}",
    points=("exchange",),
    choices=(CAPOT, GENERALE),
    rule_ids=("announced_capot/generale",),
)
"""The value that the step itself takes."""
