"""Cases that a rules expert can read and write, and everything it takes to put them to a referee.

A file of a rule, or a table of facts, is read by ``files``; ``judging`` asks a referee and compares.
"""

from referee.testing.cases.asking import OwnReferee, Referee, TurnedAway
from referee.testing.cases.files import Case, CaseFile, Line, Miswritten, rule_file, rule_files, table_files
from referee.testing.cases.judging import Judged, judged
from referee.testing.cases.telling import count_files, tell_file

__all__ = [
    "Case",
    "CaseFile",
    "Judged",
    "Line",
    "Miswritten",
    "OwnReferee",
    "Referee",
    "TurnedAway",
    "count_files",
    "judged",
    "rule_file",
    "rule_files",
    "table_files",
    "tell_file",
]
