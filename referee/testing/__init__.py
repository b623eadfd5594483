"""The kit for plugin authors: holds a feature to what every feature promises, and plays with it until something gives.

``check_feature`` is the whole of it in one call. The parts can be had alone: rulesets with features that are not
installed, random deals under any ruleset, counts of continuations, deals told step by step.
"""

from referee.testing.author_cases import case_files, judge
from referee.testing.deals import RandomDeal, random_deal
from referee.testing.feature import Report, check_feature, examined
from referee.testing.features import Trial, rulesets_of
from referee.testing.perft import divide, perft
from referee.testing.playthroughs import SEPARATOR, told_anew
from referee.testing.promises import PROMISES, Broken, Fault
from referee.testing.watched import WatchedOptions
from referee.testing.whole_deals import Bench

__all__ = [
    "PROMISES",
    "SEPARATOR",
    "Bench",
    "Broken",
    "Fault",
    "RandomDeal",
    "Report",
    "Trial",
    "WatchedOptions",
    "case_files",
    "check_feature",
    "divide",
    "examined",
    "judge",
    "perft",
    "random_deal",
    "rulesets_of",
    "told_anew",
]
