"""Features whose catalogue is at fault: rules, words, options, overrides."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

from referee.hookspecs import hookimpl
from referee.model.refusal import Reason, Refused
from referee.model.text import Text
from referee.rules.bonuses import Bonus
from referee.ruleset import Manifest, Option, Options, Rule
from tests.testing_kit.planted.planting import breaks, manifest


def option(name: str, **facts: Any) -> Option:
    text = Text("An option.", "Une option.")
    return Option(name=name, line=text, details=text, source="House rule", points=("bonuses",), **facts)


RULE: Final = Rule("ruled/once", Text("Once is enough.", "Une fois suffit."), "House rule")


MADE: Final = "taker SN\ncards SN 90 EW 62\nlast SN\noutcome made\n"
FALLS: Final = "taker SN\ncards SN 60 EW 92\nlast SN\noutcome failed\n"


@breaks("rule_has_cases")
class Ruled:
    """It has a rule and not one case."""

    @hookimpl
    def referee_manifest(self) -> Manifest:
        return manifest("ruled", rules=(RULE,))


@breaks("case_holds")
class WrongCase:
    """Its case expects what nobody answers."""

    cases: ClassVar[dict[str, str]] = {
        "wrong_case/once.txt": f"rule wrong_case/once\ncase one\n{MADE}writes nothing\ncontrast another\n{FALLS}"
    }

    @hookimpl
    def referee_manifest(self) -> Manifest:
        return manifest("wrong_case", rules=(replace(RULE, id="wrong_case/once"),))


@breaks("rule_has_cases")
class OneWay:
    """Its rule is shown at work only."""

    cases: ClassVar[dict[str, str]] = {"one_way/once.txt": "rule one_way/once\nsilent so it is\ncase one\n" + MADE}

    @hookimpl
    def referee_manifest(self) -> Manifest:
        return manifest("one_way", rules=(replace(RULE, id="one_way/once"),))


@breaks("admitted")
class Misspelt:
    """No hook has the name of its second one."""

    @hookimpl
    def referee_manifest(self) -> Manifest:
        return manifest("misspelt")

    @hookimpl
    def referee_bonusses(self) -> Sequence[Bonus]:
        return ()


@breaks("both_languages")
class OneLanguage:
    @hookimpl
    def referee_manifest(self) -> Manifest:
        return manifest("one_language", options=(replace(option("spoken", default=False), details=Text("Yes.", " ")),))

    @hookimpl
    def referee_bonuses(self) -> Sequence[Bonus]:
        return ()


@breaks("options_compose")
class NeverComposed:
    """Its option can be set, and nothing can be made of it."""

    @hookimpl
    def referee_manifest(self) -> Manifest:
        return manifest("never_composed", options=(option("wanted", default="no", choices=("no", "yes")),))

    @hookimpl
    def referee_bonuses(self, options: Options) -> Sequence[Bonus]:
        if options.choice("wanted") == "yes":
            raise Refused.for_field("options", Reason.RULESET_CONFLICT, "not today", "pas aujourd'hui")
        return ()


@breaks("options_compose")
class RaisingOption:
    """One value of its option raises instead of being refused."""

    @hookimpl
    def referee_manifest(self) -> Manifest:
        return manifest("raising_option", options=(option("raised", default=1, numbers=(1, 2)),))

    @hookimpl
    def referee_bonuses(self, options: Options) -> Sequence[Bonus]:
        return {1: ()}[options.number("raised")]


@breaks("order_of_features")
class OrderDependent:
    """What it overrides depends on how many features were registered before it."""

    registered: ClassVar[int] = 0

    @hookimpl
    def referee_manifest(self) -> Manifest:
        OrderDependent.registered += 1
        return manifest("order_dependent", overrides={"target": 500 + OrderDependent.registered})
