"""The laws that games of the belote family share, in the order in which violations are listed."""

from typing import Final

from referee.model.rule import Rule
from referee.rules.catalogue.deal import DEAL_RULES
from referee.rules.catalogue.play import PLAY_RULES
from referee.rules.catalogue.score import SCORE_RULES

FAMILY_RULES: Final[tuple[Rule, ...]] = DEAL_RULES + PLAY_RULES + SCORE_RULES
