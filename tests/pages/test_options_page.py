"""The page of options: each has its section, presets are compared, and every dispute is told with its sides."""

import json
import re
from typing import Final

import pytest

from referee.notation import read_deal
from referee.ruleset import Option, Preset, Value

from . import options_page
from .catalogue import features, held, options, presets, readers
from .disputes import DISPUTES, Dispute, Side
from .literature import cited, work_of
from .markdown import anchor
from .reading import links, rows, sections

OPTIONS: Final = {option.name: option for option in options()}
PRESETS: Final = {preset.id: preset for preset in presets()}

every_option = pytest.mark.parametrize("option", options(), ids=lambda option: option.name)
every_preset = pytest.mark.parametrize("preset", presets(), ids=lambda preset: preset.id)
every_dispute = pytest.mark.parametrize("dispute", DISPUTES, ids=lambda dispute: dispute.point)


def page() -> dict[str, str]:
    return sections(options_page.NAME)


def test_rules_of_ones_own_are_written_alike_in_a_record_and_in_a_request() -> None:
    (record,) = re.findall(r"^    (preset .*\n    options .*)$", options_page.HEAD, re.MULTILINE)
    (request,) = re.findall(r'^    "ruleset": (\{.*?\}\]\})$', options_page.HEAD, re.MULTILINE | re.DOTALL)
    choice = read_deal(f"{record}\ndealer W").choice
    asked = json.loads(request)
    assert choice.preset == asked["preset"] in PRESETS
    told = [(one["name"], one[OPTIONS[one["name"]].kind]) for one in asked["options"]]
    assert list(choice.options) == told
    assert "--preset {} --option {}={}".format(choice.preset, *told[0]) in options_page.HEAD
    for name, departure in told:
        assert departure in (*OPTIONS[name].choices, *OPTIONS[name].numbers)
        assert departure != OPTIONS[name].default


@every_option
def test_section_of_an_option_is_whole(option: Option) -> None:
    text = page()[option.name]
    for said in (*option.line, option.source):
        assert said in text
    for value in (*option.numbers, *option.choices):
        assert f"`{value}`" in text
    assert {f"RULES.md#{anchor(rule_id)}" for rule_id in option.rule_ids} <= {*links(text)}
    assert {f"#{other}" for other, _ in (*option.only_if, *option.not_if)} <= {*links(text)}
    for feature, points in readers(option):
        assert f"`{feature}` ({', '.join(points)})" in text
    (code,) = re.findall(r"^- \*\*Code:\*\* (.*)$", text, re.MULTILINE)
    for file in code.split("; "):
        names = re.findall(r"`([^`]+)`", file)
        assert len(set(names)) == len(names)
    plain = re.sub(r"\[`(\w+)`\]\(#\w+\)", r"\1", text).replace("*", "").replace("`", "")
    assert option.details.en in plain


@pytest.mark.parametrize("name", ["belote_announcement", "passed_deal_counts", "litige_belote", "target"])
def test_condition_of_an_option_is_told(name: str) -> None:
    told = {
        "passed_deal_counts": "[`fixed_deals`](#fixed_deals) is not `none`",
        "litige_belote": "[`tie_rule`](#tie_rule) is `litige`; [`belote_counts_for_contract`]",
        "target": "- **Has an effect only where:** [`fixed_deals`](#fixed_deals) is `none`\n",
    }
    text = page()[name]
    assert ("Has an effect only where" in text) is (name in told)
    assert told.get(name, "") in text


READ: Final = [
    ("capot_points", "coinche", True),
    ("tie_rule", "coinche", False),
    ("round2_suits", "coinche", False),
    ("max_bid", "coinche", True),
    ("max_bid", "classic", False),
]


@pytest.mark.parametrize(("name", "feature", "reads"), READ)
def test_who_reads_an_option_is_told(name: str, feature: str, reads: bool) -> None:
    (told,) = re.findall(r"^- \*\*Read by:\*\* (.*)$", page()[name], re.MULTILINE)
    assert (f"`{feature}` (" in told) is reads


def test_what_an_added_feature_makes_of_an_option_is_told() -> None:
    assert "- **Set by a feature that is added:** `coinche` to `8_by_2_and_3`\n" in page()["deal_pattern"]
    assert "Set by a feature" not in page()["min_bid"]


# Presets


@every_preset
def test_part_of_a_preset_is_whole(preset: Preset) -> None:
    text = page()[preset.id]
    for said in (*preset.name, *preset.line, preset.source, *preset.features):
        assert said in text
    for name, value in preset.options.items():
        if held(preset, OPTIONS[name]) is not None:
            assert f"[`{name}`](#{name}) {options_page.shown(value)}" in text


def test_every_option_is_compared_once() -> None:
    differing = rows(page()["Options in which presets differ"])
    alike = rows(page()["Options that are the same in all presets"])
    assert sorted([*differing, *alike]) == sorted(OPTIONS)
    for name, option in OPTIONS.items():
        said = {value for preset in presets() if (value := held(preset, option)) is not None}
        assert (name in differing) is (len(said) > 1)


HELD: Final[list[tuple[str, str, Value | None]]] = [
    ("ffb_classic", "target", 1000),
    ("online_252", "success_rule", "threshold_82"),
    ("ffb_contree", "tie_rule", None),
    ("ffb_contree", "belote_on_fail", "to_defenders"),
    ("ffb_contree", "declaration_tie", None),
    ("cafe", "declaration_tie", "cancel_all"),
    ("cafe", "max_bid", None),
    ("pagat_coinche", "max_bid", "none"),
]


@pytest.mark.parametrize(("preset", "name", "value"), HELD)
def test_a_preset_holds_what_something_in_it_reads(preset: str, name: str, value: Value | None) -> None:
    found = held(PRESETS[preset], OPTIONS[name])
    assert found == value
    assert type(found) is type(value)


def test_matrices_show_every_preset_of_a_feature_and_mark_what_departs() -> None:
    text = page()["Options in which presets differ"]
    heads = [re.findall(r"`(\w+)`", line) for line in re.findall(r"^\| option \| (.*) \|$", text, re.MULTILINE)]
    columns = iter(heads)
    for feature in features():
        differing = [option for option in feature.manifest.options if not options_page.agreed(option)]
        if not differing:
            continue
        head = next(columns)
        used = [one.id for one in presets() if feature.manifest.id in (one.base, *one.features)]
        assert head == used
        for option in differing:
            for preset, cell in zip(head, rows(text)[option.name], strict=True):
                value = held(PRESETS[preset], option)
                departs = value not in (None, option.default)
                assert cell.startswith("**") is departs
                assert cell.strip("*") == (options_page.NO_PART if value is None else options_page.shown(value))
    assert list(columns) == []


# Where authorities disagree


def test_disputes_are_told_in_order_and_leave_no_option_without_a_place() -> None:
    text = page()["Where authorities disagree"]
    order = re.findall(r"^(\d+)\. \*\*(.*)\.\*\*", text, re.MULTILINE)
    assert order == [(str(number), dispute.point) for number, dispute in enumerate(DISPUTES, start=1)]
    assert {f"#{name}" for name in OPTIONS} <= {*links(text)}
    named = [name for dispute in DISPUTES for name in options_page.named_in(dispute)]
    assert len(set(named)) == len(named)
    assert set(named) <= set(OPTIONS)


@every_dispute
def test_sides_of_a_dispute_are_values_with_texts_that_are_listed(dispute: Dispute) -> None:
    pairs = [(side.option, side.value) for side in dispute.sides]
    assert len(set(pairs)) == len(pairs)
    for side in dispute.sides:
        assert OPTIONS[side.option].allows(side.value)
        if side.texts:
            assert [name for name in cited(side.texts) if work_of(name) is None] == []


@every_dispute
def test_no_value_of_an_option_in_dispute_is_passed_over(dispute: Dispute) -> None:
    for name in {side.option for side in dispute.sides}:
        told = [side.value for side in dispute.sides if side.option == name]
        option = OPTIONS[name]
        listed: list[Value] = [*option.choices, *option.numbers, *([False, True] if option.kind == "flag" else [])]
        assert [value for value in listed if value not in told] == []
        assert option.minimum is not None or len(told) == len(listed)
        assert option.default in told


def all_sides() -> list[Side]:
    return [side for dispute in DISPUTES for side in dispute.sides]


@pytest.mark.parametrize("side", all_sides(), ids=lambda side: f"{side.option}={side.value}")
def test_presets_stand_on_the_side_that_they_follow(side: Side) -> None:
    option = OPTIONS[side.option]
    text = page()["Where authorities disagree"].partition(f"- [`{side.option}`]")[2].partition("\n    - ")[0]
    (line,) = [
        one for one in text.splitlines() if re.match(rf" +- \**{re.escape(options_page.shown(side.value))}", one)
    ]
    assert line.strip().startswith("- **") is (side.value == option.default)
    following = re.findall(r"`(\w+)`", line.partition(" — ")[2])
    assert following == [preset.id for preset in presets() if held(preset, option) == side.value]


@every_preset
def test_a_preset_is_on_a_side_of_every_dispute_that_it_has_a_part_in(preset: Preset) -> None:
    sides = {(side.option, side.value) for side in all_sides()}
    disputed = {side.option for side in all_sides()}
    values = {(name, held(preset, OPTIONS[name])) for name in disputed}
    assert {pair for pair in values if pair[1] is not None} <= sides
