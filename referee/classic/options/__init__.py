"""The points on which tables of classic belote differ; every default is that of the preset ``ffb_classic``."""

from typing import Final

from referee.classic.options.belote import BELOTE_OPTIONS
from referee.classic.options.match import MATCH_OPTIONS
from referee.classic.options.play import PLAY_OPTIONS
from referee.classic.options.score import SCORE_OPTIONS
from referee.classic.options.table import TABLE_OPTIONS
from referee.ruleset import Option

OPTIONS: Final[tuple[Option, ...]] = TABLE_OPTIONS + PLAY_OPTIONS + BELOTE_OPTIONS + SCORE_OPTIONS + MATCH_OPTIONS
