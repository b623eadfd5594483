"""`python -m referee.testing FOLDER`: judges the case files in a folder, with every feature that is installed."""

import argparse
import sys
from itertools import groupby
from pathlib import Path

from referee import plugins
from referee.model.text import LANGUAGES
from referee.testing.cases import Miswritten, OwnReferee, count_files, rule_files, tell_file


def main() -> int:
    """The exit status: 1 when a case fails, 2 when there is nothing to judge."""
    parser = argparse.ArgumentParser(prog="python -m referee.testing", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the files lie, in folders called as their features or phases")
    parser.add_argument("rule", nargs="?", help="id of a rule, to have its file told case by case")
    parser.add_argument("--language", default="en", choices=LANGUAGES, help="language of what the referee says")
    asked = parser.parse_args()
    try:
        files = [file for file in rule_files(asked.folder) if asked.rule in (None, file.name)]
    except Miswritten as fault:
        sys.stderr.write(f"{fault}\n")
        return 2
    if not files:
        sys.stderr.write(f"no case file {asked.rule or ''} below {asked.folder}\n")
        return 2
    referee = OwnReferee(plugins.load(), asked.language)
    if asked.rule:
        lines = [asked.rule, *tell_file(referee, files[0])]
        failed = sum(line.startswith("   WRONG") for line in lines)
    else:
        failed, lines = 0, []
        for name, group in groupby(files, lambda file: file.name.partition("/")[0]):
            wrong, told = count_files(referee, name, group)
            failed += wrong
            lines += told
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
