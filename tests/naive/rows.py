"""Reads the tables of cases that the tests of the naive engine carry."""

from collections.abc import Mapping
from typing import Any

from .options import PRESETS, option_value


def read_rows(table: str) -> dict[str, list[str]]:
    """The columns of each row by its first column, the name. A row goes on in an indented line."""
    rows: dict[str, list[str]] = {}
    for line in table.strip().replace("\n    ", " ").splitlines():
        name, *columns = [column.strip() for column in line.split("|")]
        if name in rows:
            raise ValueError(f"two rows are called {name}")
        rows[name] = columns
    return rows


def read_options(words: str, presets: Mapping[str, Mapping[str, Any]] = PRESETS) -> dict[str, Any]:
    """The options that `preset name=value name=value` means, as departures from `ffb_classic`."""
    preset, *departures = words.split()
    options = dict(presets[preset])
    for departure in departures:
        name, value = departure.split("=")
        options[name] = option_value(value)
    return options


def read_cards(words: str) -> list[str]:
    """The cards of a column; a dash is none."""
    return [] if words == "-" else words.split()
