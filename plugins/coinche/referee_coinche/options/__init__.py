"""The points on which tables of coinche and contrée differ; every default is that of the preset ``ffb_contree``."""

from typing import Final

from referee import Option
from referee_coinche.options.auction import AUCTION_OPTIONS
from referee_coinche.options.score import SCORE_OPTIONS

OPTIONS: Final[tuple[Option, ...]] = AUCTION_OPTIONS + SCORE_OPTIONS
