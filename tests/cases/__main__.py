"""`python -m tests.cases`: judges every case file and counts; with a rule's id, tells what its file says."""

import argparse
import sys
from itertools import groupby

from belote.referee.v1 import referee_service_pb2 as api

from .case_files import RULES, CaseFile, fact_files, rule_file, rule_files
from .judging import judged
from .served import Referee, served


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
    failed = 0
    for name, files in groups:
        failed += counted(referee, name, files)
    return 1 if failed else 0


def counted(referee: Referee, name: str, files: list[CaseFile]) -> int:
    """Judges the files of one line; how many cases failed."""
    verdicts = [judged(referee, case) for file in files for case in file.cases]
    failed = [verdict for verdict in verdicts if verdict.differences]
    said = f"{name}: {len(verdicts) - len(failed)} passed, {len(failed)} failed"
    reasons = [f"{len(titles)} {why}" for file in files for why, titles in file.left_out]
    left = sum(len(titles) for file in files for _, titles in file.left_out)
    print(f"{said}, {left} left out ({'; '.join(reasons)})" if left else said)
    for verdict in failed:
        print(f"  {verdict.case.place}  {verdict.case.title}")
        for difference in verdict.differences:
            print(f"    {difference}")
    return len(failed)


def tell(referee: Referee, rule_id: str) -> int:
    """What the file of one rule says, case by case, and what the referee says to it."""
    path = RULES / f"{rule_id}.txt"
    statements = {rule.id: rule.statement for rule in referee.ask(api.ListVariantsRequest()).rules}
    if rule_id not in statements or not path.is_file():
        print(f"{rule_id}: no such rule, or no file for it")
        return 1
    print(f"{rule_id}  {statements[rule_id]}")
    file, failed = rule_file(path), False
    if file.silent:
        print(f"No answer names it: {file.silent}.")
    for case in file.cases:
        verdict = judged(referee, case)
        failed |= bool(verdict.differences)
        print(f"\n{'contrast' if case.contrast else 'case    '}  {case.title}")
        for line in case.lines:
            if not any(agreed.startswith(f"{line.key} ") for agreed in verdict.agreed):
                print(f"          {line.key:9} {line.text}")
        for agreed in verdict.agreed:
            print(f"      ok  {agreed}")
        for difference in verdict.differences:
            print(f"   WRONG  {difference}")
    return 1 if failed else 0


sys.exit(main())
