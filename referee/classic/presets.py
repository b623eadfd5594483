"""The named rulesets of classic belote, each after one dated text."""

from typing import Final

from referee.model.text import Text
from referee.ruleset import Preset

PRESETS: Final[tuple[Preset, ...]] = (
    Preset(
        id="ffb_classic",
        base="classic",
        name=Text("Classic belote, federation rules", "Belote classique, règles de la fédération"),
        line=Text(
            "No declarations, exact points, litige on a level deal, 1000 points",
            "Sans annonces, points exacts, litige en cas d'égalité, 1000 points",
        ),
        source="FFB, official rules of belote, 27-01-2016",
    ),
    Preset(
        id="online_250",
        base="classic",
        name=Text("Online belote, capot at 250", "Belote en ligne, capot à 250"),
        line=Text(
            "Clockwise, automatic belote, a level deal is lost, capot 250, 501 points",
            "Sens des aiguilles d'une montre, belote automatique, égalité perdue, capot 250, 501 points",
        ),
        source="Help page of a web game for belote and coinche, as read in 2026; web game help (003)",
        options={
            "direction": "clockwise",
            "belote_announcement": "automatic",
            "capot_points": 250,
            "tie_rule": "failed",
            "target": 501,
        },
    ),
    Preset(
        id="online_252",
        base="classic",
        name=Text("Online belote, 82 points to make it", "Belote en ligne, contrat à 82 points"),
        line=Text(
            "82 points with the belote make the contract, automatic belote, capot 252, 501 points",
            "82 points avec la belote suffisent au contrat, belote automatique, capot 252, 501 points",
        ),
        source="Help page of a web game for belote, as read in 2026; web game help (004)",
        options={
            "belote_announcement": "automatic",
            "success_rule": "threshold_82",
            "tie_rule": "failed",
            "target": 501,
        },
    ),
)
