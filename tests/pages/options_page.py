"""docs/OPTIONS.md: each point on which tables differ, what each preset says, and where the authorities disagree."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from referee.classic import Classic
from referee.classic.options import OPTIONS
from referee.classic.presets import PRESETS
from referee.notation import value_text
from referee.ruleset import Option, Preset, Value

from .markdown import anchor, code, facts, places, section, table
from .places import places_of_option
from .rules_page import NAME as RULES

NAME: Final = "OPTIONS.md"

BY_WEIGHT: Final = (
    ("undertrump_opponent",),
    ("fail_points",),
    ("belote_on_fail",),
    ("rounding", "rounding_last_deal"),
    ("tie_rule", "litige_belote", "reserve_goes_to", "reserve_at_game_end"),
    ("success_rule",),
    ("capot_points", "capot_for_defenders"),
    ("belote_announcement", "belote_order"),
    ("target", "target_rule", "both_reach", "tie_at_target", "finish_on_belote"),
    ("undertrump_partner",),
    ("must_raise_trump_lead",),
    ("all_trump_points", "no_trump_jack"),
    ("direction", "shuffle", "cut_min_packet", "deal_pattern"),
    ("round2_suits", "all_pass"),
)
"""What tables argue about, heaviest first: how often the point comes up, times how far it moves the score. That order
is a judgement, which no option knows of itself; what is said about each comes from the options."""

HEAD: Final = """\
<!-- Written by `make pages` from the catalogue. Change that, then run it again. -->

# Options

Every point on which tables of classic belote differ. A request names a preset and the options in which its table
departs from it; every answer says which rules it was judged by. The rules named here are those of [RULES.md](RULES.md),
the texts and decision rows those of [SOURCES.md](SOURCES.md).
In French: `.venv/bin/referee variants undertrump_opponent --lang fr`.
"""


def options_page() -> str:
    """The whole page."""
    contents = ("At a glance", "Presets", "Where authorities disagree", "Each option")
    lines = [HEAD, *(f"- [{title}](#{anchor(title)})" for title in contents), ""]
    for title, part in zip(contents, (glance(), presets(), disagreements(), sections()), strict=True):
        lines += [f"## {title}", "", *part]
    return "\n".join(lines).rstrip() + "\n"


def shown(value: Value) -> str:
    """A value as a request writes it."""
    return code(value_text(value))


def values(option: Option) -> str:
    """The values that an option allows, the default in bold."""
    listed = [code(value) for value in _own_values(option)]
    if option.minimum is not None:
        end = f"to {option.maximum}" if option.maximum is not None else "and more"
        listed.insert(0, f"{option.minimum} {end}")
    return ", ".join(f"**{value}**" if value == shown(option.default) else value for value in listed)


def glance() -> Iterator[str]:
    """One line an option."""
    rows = [(section(option.name), shown(option.default), option.line.en) for option in OPTIONS]
    yield from table(("option", "default", ""), rows)


def presets() -> Iterator[str]:
    """The presets, the options in which they differ, and all options."""
    rows = [(code(preset.id), preset.name.en, preset.line.en, preset.source) for preset in PRESETS]
    yield from table(("preset", "", "", "after"), rows)
    differing = [option for option in OPTIONS if any(differs(preset, option) for preset in PRESETS)]
    yield from ["### Options in which presets differ", "", "Bold: not the default.", "", *matrix(differing)]
    yield from ["### All options of all presets", "", *matrix([*OPTIONS])]


def held(preset: Preset, option: Option) -> Value:
    """The value of an option under a preset."""
    return preset.options.get(option.name, option.default)


def differs(preset: Preset, option: Option) -> bool:
    """Whether a preset departs from the default."""
    return held(preset, option) != option.default


def matrix(options: list[Option]) -> Iterator[str]:
    """Options down, presets across."""
    head = ["option", *(code(preset.id) for preset in PRESETS)]
    rows = []
    for option in options:
        cells = [(shown(held(preset, option)), differs(preset, option)) for preset in PRESETS]
        rows.append([section(option.name), *(f"**{value}**" if bold else value for value, bold in cells)])
    yield from table(head, rows)


def disagreements() -> Iterator[str]:
    """What each text says, in the order in which tables argue about it."""
    by_name = {option.name: option for option in OPTIONS}
    yield "Heaviest first: how often the point comes up, times how far it moves the score. Bold: the default."
    yield ""
    for number, names in enumerate(BY_WEIGHT, start=1):
        yield f"{number}. {', '.join(map(section, names))}"
        for option in map(by_name.__getitem__, names):
            yield f"    - {option.line.en}"
            yield from (f"        - {side}" for side in sides(option))
            yield f"        - *{option.source}*"
    weighed = {name for names in BY_WEIGHT for name in names}
    rest = ", ".join(section(option.name) for option in OPTIONS if option.name not in weighed)
    yield from ["", f"Without a place in that order: {rest}.", ""]


def sides(option: Option) -> list[str]:
    """The details clause by clause, each with the value that it is about."""
    values_first = re.compile(rf"(?:^|(?<=[.;] ))(?=(?:{_any_of(_own_values(option))})(?!\w))")
    clauses = [clause.rstrip(" .;") for clause in values_first.split(option.details.en)]
    return [f"{worded(clause, option)}." for clause in clauses if clause]


def worded(text: str, option: Option) -> str:
    """A text of an option in which values are marked, and other options linked."""
    others = {other.name for other in OPTIONS if "_" in other.name} - {option.name}
    own = _own_values(option)

    def marked(found: re.Match[str]) -> str:
        word = found.group()
        if word in others:
            return section(word)
        if "_" in word or re.search(r"(?:^|[.;] )$", text[: found.start()]):
            return f"**{code(word)}**" if code(word) == shown(option.default) else code(word)
        return word

    return re.sub(rf"(?<!\w)(?:{_any_of([*others, *own])})(?!\w)", marked, text)


def _own_values(option: Option) -> list[str]:
    flags = ["true", "false"] if option.kind == "flag" else []
    return [*flags, *map(value_text, option.numbers), *option.choices]


def _any_of(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True))) or r"(?!)"


def sections() -> Iterator[str]:
    """All about each option."""
    for option in OPTIONS:
        yield from option_section(option)


def option_section(option: Option) -> Iterator[str]:
    """All about one option."""
    way = places_of_option(option.name)
    departing = [f"{code(preset.id)} {shown(held(preset, option))}" for preset in PRESETS if differs(preset, option)]
    yield from [f"### {option.name}", "", option.line.en, "", f"*{option.line.fr}*", ""]
    yield from [worded(option.details.en, option), ""]
    yield from facts(
        [
            ("Values", values(option)),
            ("Default", shown(option.default)),
            ("Feature", code(Classic().referee_manifest().id)),
            ("Presets", ", ".join(departing)),
            ("Has an effect only where", "; ".join(conditions(option))),
            ("Rules", ", ".join(section(rule_id, RULES) for rule_id in option.rule_ids)),
            ("Code", places([*way.asked, *way.acting]) or "none: it tells the players and changes no verdict"),
            ("[Source](SOURCES.md)", option.source),
        ]
    )


def conditions(option: Option) -> Iterator[str]:
    """What other options must say for this one to matter."""
    for verb, listed in (("is", option.only_if), ("is not", option.not_if)):
        for other, allowed in listed:
            yield f"{section(other)} {verb} {' or '.join(map(shown, allowed))}"
