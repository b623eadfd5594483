"""Where this project keeps its case files."""

from pathlib import Path
from typing import Final

from referee.testing.cases import files
from referee.testing.cases.files import Case, CaseFile, Line, Miswritten, read_rule_file, read_table, rule_file

__all__ = [
    "Case",
    "CaseFile",
    "Line",
    "Miswritten",
    "fact_files",
    "read_rule_file",
    "read_table",
    "rule_file",
    "rule_files",
]

FOLDER: Final = Path(__file__).parent
RULES: Final = FOLDER / "rules"
FACTS: Final = FOLDER / "facts"


def rule_files() -> list[CaseFile]:
    """Every file of a rule, in the order of their names."""
    return files.rule_files(RULES)


def fact_files() -> list[CaseFile]:
    """Every table of facts, in the order of their names."""
    return files.table_files(FACTS)


PLUGIN_FOLDERS: Final = sorted(
    folder for folder in FACTS.parents[2].glob("plugins/*/tests/cases") if folder.parts[-3] != "template"
)
"""Where the plugins of the project keep the files of their rules."""


def plugin_files(folder: Path) -> list[CaseFile]:
    """Every file of a plugin's rules, in the order of their names."""
    return files.rule_files(folder)
