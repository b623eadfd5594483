"""The catalogue as a reader sees it: everything in tables, or all about one id."""

from collections.abc import Iterable, Sequence
from typing import Final

from belote.referee.v1 import ruleset_pb2
from rich.text import Text as Styled

from referee.cli.catalogue import Catalogue, value_written
from referee.cli.columns import table
from referee.cli.screen import Screen
from referee.model.text import Text

PRESETS: Final = Text("Presets", "Préréglages")
FEATURES: Final = Text("Features", "Extensions")
LEFT_OUT: Final = Text("Plugins that do not serve", "Extensions mises à l'écart")
OPTIONS: Final = Text("options", "options")
STEPS: Final = Text("steps between the auction and the first lead", "étapes entre les enchères et l'entame")
TERMS: Final = Text("words in answers", "mots des réponses")
RULES: Final = Text("rules", "règles")
FAMILY: Final = Text("all games", "tous les jeux")
KINDS: Final = {
    ruleset_pb2.TERM_KIND_DECLARATION: Text("declaration", "annonce"),
    ruleset_pb2.TERM_KIND_CONTRACT_TERM: Text("contract", "contrat"),
    ruleset_pb2.TERM_KIND_SCORE_LINE: Text("score line", "ligne de score"),
    ruleset_pb2.TERM_KIND_OUTCOME: Text("outcome", "issue"),
    ruleset_pb2.TERM_KIND_EVENT: Text("event", "événement"),
    ruleset_pb2.TERM_KIND_UNIT: Text("unit", "unité"),
}
DEFAULT: Final = Text("default", "par défaut")
VALUES: Final = Text("values", "valeurs")
MARKED: Final = Text("values (* by default)", "valeurs (* par défaut)")
SOURCE: Final = Text("source: {source}", "source : {source}")
BELONGS: Final = Text("belongs to {feature}, from {plugin}", "appartient à {feature}, de {plugin}")
BROUGHT: Final = Text("belongs to {feature}", "appartient à {feature}")
TOUCHES: Final = Text("rules it changes: {rules}", "règles qu'elle change : {rules}")
CHANGED_BY: Final = Text("options that change it: {options}", "options qui la changent : {options}")
JUDGED_BY: Final = Text("rules it is judged by: {rules}", "règles qui la jugent : {rules}")
TAKES: Final = Text("cards it takes: {count}", "cartes : {count}")
ONLY_IF: Final = Text("has an effect only with {condition}", "n'a d'effet qu'avec {condition}")
NOT_IF: Final = Text("has no effect with {condition}", "n'a aucun effet avec {condition}")
FEATURES_OF: Final = Text("features: {features}", "extensions : {features}")
NEEDS: Final = Text("needs {features}", "exige {features}")
EXCLUDES: Final = Text("cannot be combined with {features}", "ne se combine pas avec {features}")
SETS: Final = Text("sets, where it is added to a preset: {options}", "fixe, ajoutée à un préréglage : {options}")
VALUES_IN_FORCE: Final = Text(
    "options, those that differ from their default marked with *",
    "options, marquées de * quand elles diffèrent de la valeur par défaut",
)


class Listing:
    """Shows what a catalogue holds."""

    def __init__(self, catalogue: Catalogue, screen: Screen) -> None:
        self._catalogue = catalogue
        self._screen = screen

    def everything(self) -> None:
        """Presets and features in a line each, then feature by feature all that it brings."""
        catalogue = self._catalogue
        self._table(PRESETS, [(one.id, one.name, one.summary) for one in catalogue.presets], "bold")
        self._table(FEATURES, [(one.id, one.name, one.summary) for one in catalogue.features], "bold")
        left_out = [(one.name, _reason(one)) for one in catalogue.plugins if one.quarantined]
        self._table(LEFT_OUT, left_out, "bold")
        self._heading(FAMILY(self._screen.language), "")
        self._brought_by("")
        for feature in sorted(catalogue.features, key=lambda one: not one.base):
            self._heading(feature.id, feature.name)
            self._brought_by(feature.id)

    def one(self, asked: str) -> bool:
        """Everything that has this id; whether anything has."""
        catalogue = self._catalogue
        presets = [one for one in catalogue.presets if one.id == asked]
        features = [one for one in catalogue.features if one.id == asked]
        options = [one for one in catalogue.options if one.name == asked]
        rules = [one for one in catalogue.rules if one.id == asked]
        steps = [one for one in catalogue.custom_actions if one.id == asked]
        terms = [one for one in catalogue.terms if one.id == asked]
        for preset in presets:
            self._preset(preset)
        for feature in features:
            self._feature(feature)
        for option in options:
            self._option(option)
        for rule in rules:
            self._rule(rule)
        for step in steps:
            self._step(step)
        for term in terms:
            self._term(term)
        return bool(presets or features or options or rules or steps or terms)

    # Tables

    def _table(self, title: Text, rows: Sequence[Sequence[str]], style: str = "", headings: Sequence[str] = ()) -> None:
        if rows:
            console = self._screen.console
            self._screen.show(Styled(title(self._screen.language), style))
            console.print(table(rows, console.width, headings))
            self._screen.show()

    def _heading(self, title: str, name: str) -> None:
        self._screen.console.print(Styled.assemble((title, "bold"), f"  {name}".rstrip()))

    def _brought_by(self, feature: str) -> None:
        catalogue, language = self._catalogue, self._screen.language
        options = [one for one in catalogue.options if one.feature == feature]
        self._options(options)
        steps = [(one.id, one.name, one.summary) for one in catalogue.custom_actions if one.feature == feature]
        self._table(STEPS, steps)
        terms = [
            (one.id, KINDS[one.kind](language), one.name, one.summary)
            for one in catalogue.terms
            if one.feature == feature and one.kind in KINDS
        ]
        self._table(TERMS, terms)
        self._table(RULES, [(one.id, one.statement) for one in catalogue.rules if one.feature == feature])

    def _options(self, options: Iterable[ruleset_pb2.OptionInfo]) -> None:
        rows = [(one.name, _allowed(one, mark=True), one.summary) for one in options]
        self._table(OPTIONS, rows, headings=("", MARKED(self._screen.language), ""))

    # One by one

    def _head(self, title: str, name: str, text: str) -> None:
        self._heading(title, name)
        self._screen.console.print(Styled(text))

    def _say(self, text: Text, **values: str) -> None:
        """A line, unless it would say nothing."""
        if all(values.values()):
            self._screen.say(text, **values)

    def _preset(self, preset: ruleset_pb2.PresetInfo) -> None:
        self._head(preset.id, preset.name, preset.summary)
        self._say(SOURCE, source=preset.source)
        self._say(FEATURES_OF, features=", ".join(preset.features))
        defaults = {option.name: value_written(option.default_value) for option in self._catalogue.options}
        rows = [
            ("" if value_written(option) == defaults.get(option.name) else "*", option.name, value_written(option))
            for option in preset.options
        ]
        self._table(VALUES_IN_FORCE, rows)

    def _feature(self, feature: ruleset_pb2.FeatureInfo) -> None:
        self._head(feature.id, feature.name, feature.summary)
        self._say(NEEDS, features=", ".join(feature.required_features))
        self._say(EXCLUDES, features=", ".join(feature.conflicting_features))
        self._say(SETS, options=", ".join(f"{one.name}={value_written(one)}" for one in feature.overrides))
        self._screen.show()
        self._brought_by(feature.id)

    def _option(self, option: ruleset_pb2.OptionInfo) -> None:
        language = self._screen.language
        self._head(option.name, "", option.summary)
        self._screen.console.print(Styled(option.description))
        self._say(BROUGHT, feature=option.feature)
        self._screen.show(self._screen.headed(VALUES(language), _allowed(option)))
        self._screen.show(self._screen.headed(DEFAULT(language), value_written(option.default_value)))
        for text, conditions in ((ONLY_IF, option.only_if), (NOT_IF, option.not_if)):
            for one in conditions:
                self._say(text, condition=f"{one.option}={' | '.join(map(value_written, one.values))}")
        self._say(TOUCHES, rules=", ".join(option.rule_ids))
        self._say(SOURCE, source=option.source)

    def _rule(self, rule: ruleset_pb2.RuleInfo) -> None:
        self._head(rule.id, "", rule.statement)
        self._say(BELONGS, feature=rule.feature or FAMILY(self._screen.language), plugin=rule.plugin)
        changed_by = [option.name for option in self._catalogue.options if rule.id in option.rule_ids]
        self._say(CHANGED_BY, options=", ".join(changed_by))
        self._say(SOURCE, source=rule.source)

    def _step(self, step: ruleset_pb2.CustomActionInfo) -> None:
        self._head(step.id, step.name, step.summary)
        self._screen.console.print(Styled(step.description))
        self._say(BROUGHT, feature=step.feature)
        if step.max_cards:
            few, many = step.min_cards, step.max_cards
            self._say(TAKES, count=str(many) if few == many else f"{few}…{many}")
        self._options(step.options)
        self._say(JUDGED_BY, rules=", ".join(step.rule_ids))

    def _term(self, term: ruleset_pb2.TermInfo) -> None:
        self._head(term.id, term.name, term.summary)
        if term.kind in KINDS:
            self._screen.show(KINDS[term.kind](self._screen.language))
        self._say(BROUGHT, feature=term.feature)


def _reason(plugin: ruleset_pb2.PluginInfo) -> str:
    """Why a plugin does not serve, without its name again."""
    return plugin.quarantined.removeprefix(f"{plugin.name}: ")


def _allowed(option: ruleset_pb2.OptionInfo, *, mark: bool = False) -> str:
    """Every value that an option takes; the default marked if so wished, and named where it lies within a range."""
    words = [str(number) for number in option.numbers]
    if option.kind == ruleset_pb2.OPTION_KIND_FLAG:
        words = ["true", "false"]
    if option.HasField("min"):
        words.append(f"{option.min}…{option.max}" if option.HasField("max") else f"{option.min}…")
    words += option.choices
    if not mark:
        return ", ".join(words)
    default = value_written(option.default_value)
    if default not in words:
        words.insert(0, default)
    return ", ".join(f"{word}*" if word == default else word for word in words)
