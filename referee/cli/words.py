"""What the commands call the enums of the contract, in both languages."""

from typing import Final

from referee.model.contract import Doubling
from referee.model.position import Phase
from referee.model.score import LineKind, Outcome
from referee.model.text import Text

LINES: Final = {
    LineKind.CARD_POINTS: Text("card points", "points des cartes"),
    LineKind.LAST_TRICK: Text("last trick", "dix de der"),
    LineKind.CAPOT: Text("capot", "capot"),
    LineKind.BELOTE: Text("belote", "belote"),
    LineKind.DECLARATIONS: Text("declarations", "annonces"),
    LineKind.TRICKS: Text("tricks", "plis"),
    LineKind.CONTRACT: Text("contract", "contrat"),
    LineKind.DOUBLE: Text("double", "coinche"),
    LineKind.RESERVE: Text("from the reserve", "réserve"),
    LineKind.ROUNDING: Text("rounding", "arrondi"),
    LineKind.CUSTOM: Text("further points", "autres points"),
}

OUTCOMES: Final = {
    Outcome.MADE: Text("made", "contrat réussi"),
    Outcome.FAILED: Text("failed", "dedans, contrat chuté"),
    Outcome.LITIGE: Text("a tie, litige", "égalité, litige"),
    Outcome.REDEAL: Text("a tie, the deal is played again", "égalité, la donne est à refaire"),
    Outcome.PASSED: Text("everybody has passed", "tout le monde a passé"),
    Outcome.CUSTOM: Text("ended otherwise", "autre fin"),
}

PHASES: Final = {
    Phase.AUCTION: Text("auction", "enchères"),
    Phase.EXCHANGE: Text("exchange", "échange"),
    Phase.PLAY: Text("play", "jeu de la carte"),
    Phase.FINISHED: Text("finished", "donne terminée"),
}

DOUBLINGS: Final = {
    Doubling.NONE: Text("", ""),
    Doubling.COINCHE: Text("doubled", "coinché"),
    Doubling.SURCOINCHE: Text("redoubled", "surcoinché"),
}
