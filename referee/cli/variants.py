"""`referee variants`: presets, features, options and rules, in tables or one by one."""

import difflib
from collections.abc import Iterable
from typing import Annotated, Final

import typer
from belote.referee.v1 import referee_service_pb2, ruleset_pb2
from rich.table import Table
from rich.text import Text as Styled

from referee.cli.asking import Unanswered
from referee.cli.flags import Lang, Language, Naming, Target, asking
from referee.cli.screen import Screen
from referee.model.text import Text
from referee.notation import value_text

PRESETS: Final = Text("Presets", "Préréglages")
FEATURES: Final = Text("Features", "Extensions")
OPTIONS: Final = Text("Options", "Options")
RULES: Final = Text("Rules", "Règles")
DEFAULT: Final = Text("default", "par défaut")
VALUES: Final = Text("values", "valeurs")
SOURCE: Final = Text("source: {source}", "source : {source}")
BELONGS: Final = Text("belongs to {feature}, from {plugin}", "appartient à {feature}, de {plugin}")
TOUCHES: Final = Text("rules it changes: {rules}", "règles qu'elle change : {rules}")
CHANGED_BY: Final = Text("options that change it: {options}", "options qui la changent : {options}")
ONLY_IF: Final = Text("has an effect only with {condition}", "n'a d'effet qu'avec {condition}")
FEATURES_OF: Final = Text("features: {features}", "extensions : {features}")
FAMILY: Final = Text("all games", "tous les jeux")
VALUES_IN_FORCE: Final = Text(
    "options, those that differ from their default marked with *",
    "options, marquées de * quand elles diffèrent de la valeur par défaut",
)
UNKNOWN: Final = Text(
    "no preset, feature, option or rule {id}", "ni préréglage, ni extension, ni option, ni règle {id}"
)
PERHAPS: Final = Text("; perhaps {ids}", " ; peut-être {ids}")


def variants(
    id: Annotated[  # noqa: A002  # the word that the reader sees in the help
        str | None, typer.Argument(metavar="[ID]", help="A preset, feature, option or rule; all of them when left out.")
    ] = None,
    lang: Lang = Language.en,
    target: Target = None,
) -> None:
    """List presets, features, options and rules, or tell all about one of them."""
    with asking(target, lang.value) as referee:
        request = referee_service_pb2.ListVariantsRequest()
        catalogue = referee.ask("ListVariants", request, referee_service_pb2.ListVariantsResponse)
        screen = Screen(Naming.en.value, lang.value)
        if id is None:
            _show_all(catalogue, screen)
        elif not _show_one(catalogue, id, screen):
            raise Unanswered(_unknown(catalogue, id, screen.language))


def _unknown(catalogue: referee_service_pb2.ListVariantsResponse, asked: str, language: str) -> str:
    known = [one.id for one in catalogue.presets] + [one.id for one in catalogue.features]
    known += [one.id for one in catalogue.rules] + [one.name for one in catalogue.options]
    close = difflib.get_close_matches(asked, known)
    hint = PERHAPS.filled(ids=", ".join(close))(language) if close else ""
    return UNKNOWN.filled(id=asked)(language) + hint


def _value(option: ruleset_pb2.RuleOption) -> str:
    kind = option.WhichOneof("value")
    value: bool | int | str = getattr(option, kind) if kind else ""
    return value_text(value)


def _allowed(option: ruleset_pb2.OptionInfo) -> str:
    if option.kind == ruleset_pb2.OPTION_KIND_FLAG:
        return "true, false"
    words = [str(number) for number in option.numbers]
    if option.HasField("min"):
        words.append(f"{option.min}…{option.max}" if option.HasField("max") else f"{option.min}…")
    return ", ".join([*words, *option.choices])


def _table(*headings: str) -> Table:
    table = Table(box=None, pad_edge=False, show_header=any(headings), header_style="bright_black")
    for place, heading in enumerate(headings):
        table.add_column(heading, overflow="fold", no_wrap=place == 0)
    return table


def _show_all(catalogue: referee_service_pb2.ListVariantsResponse, screen: Screen) -> None:
    language = screen.language
    presets = _table("", "", "")
    for preset in catalogue.presets:
        presets.add_row(preset.id, preset.name, preset.summary)
    features = _table("", "", "")
    for feature in catalogue.features:
        features.add_row(feature.id, feature.name, feature.summary)
    options = _table("", DEFAULT(language), VALUES(language), "")
    for option in catalogue.options:
        options.add_row(option.name, _value(option.default_value), _allowed(option), option.summary)
    rules = _table("", "")
    for rule in catalogue.rules:
        rules.add_row(rule.id, rule.statement)
    for title, table in ((PRESETS, presets), (FEATURES, features), (OPTIONS, options), (RULES, rules)):
        _show_table(title, table, screen)
        screen.show()


def _show_table(title: Text, table: Table, screen: Screen) -> None:
    screen.show(Styled(title(screen.language), "bold"))
    screen.console.print(table)


def _show_one(catalogue: referee_service_pb2.ListVariantsResponse, asked: str, screen: Screen) -> bool:
    """Everything that has this id; whether anything has."""
    presets = [one for one in catalogue.presets if one.id == asked]
    features = [one for one in catalogue.features if one.id == asked]
    options = [one for one in catalogue.options if one.name == asked]
    rules = [one for one in catalogue.rules if one.id == asked]
    for preset in presets:
        _show_preset(preset, catalogue.options, screen)
    for feature in features:
        _show_feature(feature, catalogue, screen)
    for option in options:
        _show_option(option, screen)
    for rule in rules:
        _show_rule(rule, catalogue.options, screen)
    return bool(presets or features or options or rules)


def _head(title: str, name: str, text: str, screen: Screen) -> None:
    screen.console.print(Styled.assemble((title, "bold"), f"  {name}".rstrip()))
    screen.console.print(Styled(text))


def _show_preset(preset: ruleset_pb2.PresetInfo, options: Iterable[ruleset_pb2.OptionInfo], screen: Screen) -> None:
    _head(preset.id, preset.name, preset.summary, screen)
    screen.say(SOURCE, source=preset.source)
    screen.say(FEATURES_OF, features=", ".join(preset.features))
    defaults = {option.name: _value(option.default_value) for option in options}
    table = _table("", "", "")
    for option in preset.options:
        value = _value(option)
        table.add_row("" if value == defaults.get(option.name) else "*", option.name, value)
    _show_table(VALUES_IN_FORCE, table, screen)


def _show_feature(
    feature: ruleset_pb2.FeatureInfo, catalogue: referee_service_pb2.ListVariantsResponse, screen: Screen
) -> None:
    _head(feature.id, feature.name, feature.summary, screen)
    table = _table("", DEFAULT(screen.language), "")
    for option in catalogue.options:
        if option.feature == feature.id:
            table.add_row(option.name, _value(option.default_value), option.summary)
    _show_table(OPTIONS, table, screen)


def _show_option(option: ruleset_pb2.OptionInfo, screen: Screen) -> None:
    _head(option.name, "", option.summary, screen)
    screen.console.print(Styled(option.description))
    screen.show(screen.headed(VALUES(screen.language), _allowed(option)))
    screen.show(screen.headed(DEFAULT(screen.language), _value(option.default_value)))
    for condition in option.only_if:
        values = " | ".join(map(_value, condition.values))
        screen.say(ONLY_IF, condition=f"{condition.option}={values}")
    if option.rule_ids:
        screen.say(TOUCHES, rules=", ".join(option.rule_ids))
    screen.say(SOURCE, source=option.source)


def _show_rule(rule: ruleset_pb2.RuleInfo, options: Iterable[ruleset_pb2.OptionInfo], screen: Screen) -> None:
    _head(rule.id, "", rule.statement, screen)
    screen.say(BELONGS, feature=rule.feature or FAMILY(screen.language), plugin=rule.plugin)
    changed_by = [option.name for option in options if rule.id in option.rule_ids]
    if changed_by:
        screen.say(CHANGED_BY, options=", ".join(changed_by))
    screen.say(SOURCE, source=rule.source)
