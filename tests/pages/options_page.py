"""docs/OPTIONS.md: each point on which tables differ, what each preset says, and where the authorities disagree."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from referee.notation import value_text
from referee.ruleset import Option, Preset, Value

from .catalogue import ProjectFeature, feature_ids, feature_of, features, held, options, presets, readers
from .disputes import DISPUTES, NOT_SETTLED, REVERSALS, Dispute, Side
from .markdown import anchor, code, facts, places, section, table
from .places import once, places_of_option
from .rules_page import NAME as RULES

NAME: Final = "OPTIONS.md"

NO_PART: Final = "–"
"""What a matrix shows where no feature of the preset reads the option."""

HEAD: Final = """\
<!-- Written by `make pages` from the catalogue and tests/pages. Change those, then run it again. -->

# Options

Every point on which tables differ, in classic belote and in what the plugins beside it bring. A request names a preset,
perhaps features that it adds, and the options in which its table departs from them; every answer says which rules it
was judged by. The rules named here are those of [RULES.md](RULES.md), the texts and decision rows those of
[SOURCES.md](SOURCES.md).
In French: `.venv/bin/referee variants undertrump_opponent --lang fr`.

Your own rules are the preset that is nearest and what you play otherwise. In a [record as text](NOTATION.md):

    preset    ffb_classic
    options   undertrump_opponent=free capot_points=250

In a request as JSON, where a word is a `choice`, a number a `number`, and yes or no a `flag`:

    "ruleset": {"preset": "ffb_classic", "options": [{"name": "undertrump_opponent", "choice": "free"},
                                                     {"name": "capot_points", "number": 250}]}

At the command line `referee demo` and `referee score` take `--preset ffb_classic --option undertrump_opponent=free`.
A value that is not allowed is refused, with those that are.
"""

DISPUTES_HEAD: Final = """\
Heaviest first: how often the point comes up, times how far it moves the score. Below each option stand its values, the
texts that speak for each, and the presets that follow them. Bold: the default. A text that is not named is silent.
"""

REVERSALS_HEAD: Final = """\
Texts of one federation that are in force at once and contradict one another; each preset is therefore named after a
single dated text.
"""


def options_page() -> str:
    """The whole page."""
    contents = ("At a glance", "Presets", "Where authorities disagree", "Each option")
    lines = [HEAD, *(f"- [{title}](#{anchor(title)})" for title in contents), ""]
    for title, part in zip(contents, (glance(), named_rulesets(), disagreements(), sections()), strict=True):
        lines += [f"## {title}", "", *part]
    return "\n".join(lines).rstrip() + "\n"


def shown(value: Value) -> str:
    """A value as a request writes it."""
    return code(value_text(value))


def marked(value: Value, option: Option) -> str:
    """The same, in bold where it is the default."""
    return f"**{shown(value)}**" if value == option.default else shown(value)


def values(option: Option) -> str:
    """The values that an option allows, the default in bold."""
    listed = [code(value) for value in _own_values(option)]
    if option.minimum is not None:
        end = f"to {option.maximum}" if option.maximum is not None else "and more"
        listed.insert(0, f"{option.minimum} {end}")
    return ", ".join(f"**{value}**" if value == shown(option.default) else value for value in listed)


def with_options() -> list[ProjectFeature]:
    """The features that have options."""
    return [feature for feature in features() if feature.manifest.options]


def glance() -> Iterator[str]:
    """One line an option, feature by feature."""
    for feature in with_options():
        rows = [(section(one.name), shown(one.default), one.line.en) for one in feature.manifest.options]
        yield from [f"{feature.name}, {code(feature.manifest.id)}:", ""]
        yield from table(("option", "default", ""), rows)


def named_rulesets() -> Iterator[str]:
    """The presets, the options in which they differ, and those in which they do not."""
    for preset in presets():
        yield from [f"### {preset.id}", "", f"{preset.name.en}: {preset.line.en}", ""]
        yield from [f"*{preset.name.fr} : {preset.line.fr}*", ""]
        departing = [
            f"{section(name)} {shown(preset.options.get(name, option.default))}"
            for name, option in ((option.name, option) for option in options())
            if held(preset, option) not in (None, option.default)
        ]
        yield from facts(
            [
                ("Features", ", ".join(map(code, feature_ids(preset)))),
                ("Departs from the defaults in", ", ".join(departing)),
                ("After", preset.source),
            ]
        )
    yield from ["### Options in which presets differ", ""]
    yield from [f"Bold: not the default. {NO_PART}: nothing in that preset reads the option.", ""]
    for feature in with_options():
        theirs = [preset for preset in presets() if any(_told(preset, one) for one in feature.manifest.options)]
        differing = [one for one in feature.manifest.options if not agreed(one)]
        if differing:
            yield from [f"{feature.name}, {code(feature.manifest.id)}:", "", *matrix(differing, theirs)]
    yield from ["### Options that are the same in all presets", "", *alike()]


def agreed(option: Option) -> bool:
    """Whether all presets that an option has a part in say the same of it."""
    return len({value for preset in presets() if (value := held(preset, option)) is not None}) < 2


def _told(preset: Preset, option: Option) -> bool:
    return held(preset, option) is not None


def matrix(rows: list[Option], columns: list[Preset]) -> Iterator[str]:
    """Options down, presets across."""
    head = ["option", *(section(preset.id) for preset in columns)]
    yield from table(head, [[section(one.name), *(cell(preset, one) for preset in columns)] for one in rows])


def cell(preset: Preset, option: Option) -> str:
    """What a preset says of an option."""
    value = held(preset, option)
    if value is None:
        return NO_PART
    return shown(value) if value == option.default else f"**{shown(value)}**"


def alike() -> Iterator[str]:
    """The options in which no preset departs from the others, with the one value."""
    for feature in with_options():
        having = [preset for preset in presets() if feature.manifest.id in feature_ids(preset)]
        rows = []
        for option in filter(agreed, feature.manifest.options):
            theirs = [preset for preset in having if _told(preset, option)]
            without = ", ".join(code(preset.id) for preset in having if preset not in theirs)
            value = next((held(preset, option) for preset in theirs), None)
            rows.append((section(option.name), NO_PART if value is None else shown(value), without))
        if rows:
            yield from [f"{feature.name}, {code(feature.manifest.id)}:", ""]
            yield from table(("option", "value", "read by nothing in"), rows)


def disagreements() -> Iterator[str]:
    """What each text says, in the order in which tables argue about it."""
    yield from DISPUTES_HEAD.splitlines()
    yield ""
    for number, dispute in enumerate(DISPUTES, start=1):
        yield from argued(number, dispute)
    named = {name for dispute in DISPUTES for name in named_in(dispute)}
    rest = ", ".join(section(option.name) for option in options() if option.name not in named)
    yield from ["", f"Without a place in that order: {rest}.", "", NOT_SETTLED, ""]
    yield from ["### The federation against itself", "", *REVERSALS_HEAD.splitlines(), ""]
    yield from table(("point", "one text", "another"), REVERSALS)


def argued(number: int, dispute: Dispute) -> Iterator[str]:
    """One point, its options, and the sides of each."""
    yield f"{number}. **{dispute.point}.** {dispute.matters}"
    for name in dict.fromkeys(side.option for side in dispute.sides):
        option = option_named(name)
        yield f"    - {section(name)}: {option.line.en}"
        for side in (one for one in dispute.sides if one.option == name):
            yield f"        - {marked(side.value, option)}: {_spoken(side)}{_followed(side, option)}"
    if dispute.also:
        yield f"    - see also {', '.join(map(section, dispute.also))}"


def option_named(name: str) -> Option:
    """An option by its name."""
    return next(option for option in options() if option.name == name)


def named_in(dispute: Dispute) -> tuple[str, ...]:
    """The options that a point is about."""
    return (*dict.fromkeys(side.option for side in dispute.sides), *dispute.also)


def _spoken(side: Side) -> str:
    return side.texts or "tables that agree on it"


def _followed(side: Side, option: Option) -> str:
    following = [preset.id for preset in presets() if held(preset, option) == side.value]
    return f" — {', '.join(map(code, following))}" if following else ""


def worded(text: str, option: Option) -> str:
    """A text of an option in which values are marked, and other options linked."""
    others = {other.name for other in options() if "_" in other.name} - {option.name}
    own = _own_values(option)

    def emphasised(found: re.Match[str]) -> str:
        word = found.group()
        if word in others:
            return section(word)
        if "_" in word or re.search(r"(?:^|[.;] )$", text[: found.start()]):
            return f"**{code(word)}**" if code(word) == shown(option.default) else code(word)
        return word

    return re.sub(rf"(?<!\w)(?:{_any_of([*others, *own])})(?!\w)", emphasised, text)


def _own_values(option: Option) -> list[str]:
    flags = ["true", "false"] if option.kind == "flag" else []
    return [*flags, *map(value_text, option.numbers), *option.choices]


def _any_of(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True))) or r"(?!)"


def sections() -> Iterator[str]:
    """All about each option."""
    for option in options():
        yield from option_section(option)


def option_section(option: Option) -> Iterator[str]:
    """All about one option."""
    way = places_of_option(option.name)
    departing = [
        f"{section(preset.id)} {shown(value)}"
        for preset in presets()
        if (value := held(preset, option)) not in (None, option.default) and value is not None
    ]
    reading = [f"{code(name)} ({', '.join(points)})" for name, points in readers(option)]
    overriding = [
        f"{code(feature.manifest.id)} to {shown(feature.manifest.overrides[option.name])}"
        for feature in features()
        if option.name in feature.manifest.overrides
    ]
    yield from [f"### {option.name}", "", option.line.en, "", f"*{option.line.fr}*", ""]
    yield from [worded(option.details.en, option), ""]
    yield from facts(
        [
            ("Values", values(option)),
            ("Default", shown(option.default)),
            ("Feature", code(feature_of(option).manifest.id)),
            ("Read by", ", ".join(reading)),
            ("Presets", ", ".join(departing)),
            ("Set by a feature that is added", ", ".join(overriding)),
            ("Has an effect only where", "; ".join(conditions(option))),
            ("Rules", ", ".join(section(rule_id, RULES) for rule_id in option.rule_ids)),
            ("Code", places(once([*way.asked, *way.acting])) or "none: it tells the players and changes no verdict"),
            ("[Source](SOURCES.md)", option.source),
        ]
    )


def conditions(option: Option) -> Iterator[str]:
    """What other options must say for this one to matter."""
    for verb, listed in (("is", option.only_if), ("is not", option.not_if)):
        for other, allowed in listed:
            yield f"{section(other)} {verb} {' or '.join(map(shown, allowed))}"
