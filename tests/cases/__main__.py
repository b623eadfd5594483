"""`python -m tests.cases`: judges every case file and counts; with a rule's id, tells what its file says."""

import argparse
import sys
from itertools import groupby

from belote.referee.v1 import referee_service_pb2 as api

from referee.testing.cases import Referee, count_files, tell_file

from .case_files import PLUGIN_FOLDERS, RULES, fact_files, plugin_files, rule_file, rule_files
from .served import served


def main() -> int:
    """The exit status: 1 when a case fails."""
    parser = argparse.ArgumentParser(prog="python -m tests.cases", description=__doc__)
    parser.add_argument("rule", nargs="?", help="id of a rule, such as play/must_overtrump")
    parser.add_argument("--language", default="en", choices=("en", "fr"), help="language of the rule's sentence")
    asked = parser.parse_args()
    with served(asked.language) as referee:
        return tell(referee, asked.rule) if asked.rule else count(referee)


def count(referee: Referee) -> int:
    """One line for the files of a phase and one for each table of facts, and every difference."""
    phases = groupby(rule_files(), lambda file: file.name.partition("/")[0])
    groups = [(f"rules/{phase}", [*files]) for phase, files in phases]
    groups += [(file.name, [file]) for file in fact_files()]
    groups += [(f"plugins/{folder.parts[-3]}", plugin_files(folder)) for folder in PLUGIN_FOLDERS]
    failed = 0
    for name, files in groups:
        wrong, lines = count_files(referee, name, files)
        failed += wrong
        print(*lines, sep="\n")
    return 1 if failed else 0


def tell(referee: Referee, rule_id: str) -> int:
    """What the file of one rule says, case by case, and what the referee says to it."""
    places = (folder / f"{rule_id}.txt" for folder in (RULES, *PLUGIN_FOLDERS))
    path = next((place for place in places if place.is_file()), RULES / rule_id)
    statements = {rule.id: rule.statement for rule in referee.ask(api.ListVariantsRequest()).rules}
    if rule_id not in statements or not path.is_file():
        print(f"{rule_id}: no such rule, or no file for it")
        return 1
    lines = [f"{rule_id}  {statements[rule_id]}", *tell_file(referee, rule_file(path))]
    print(*lines, sep="\n")
    return 1 if any(line.startswith("   WRONG") for line in lines) else 0


sys.exit(main())
