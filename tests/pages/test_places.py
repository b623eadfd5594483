"""The search finds the code of every rule and option, or the reason why there is none."""

from typing import Final

import pytest

from referee.model.rule import Rule
from referee.ruleset import Option

from .catalogue import options, rules
from .places import BY_HAND, NOWHERE, followed, found_for_rule, named_in, once, places_of_option, places_of_rule
from .sources import Place, Source, sources

RULES_BY_ID: Final = {rule.id: rule for rule in rules()}
INFORMATIVE: Final = {"direction", "shuffle"}
"""Options that no verdict depends on."""

every_rule = pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.id)
every_option = pytest.mark.parametrize("option", options(), ids=lambda option: option.name)

FOUND = [
    ("play/must_overtrump", "referee/rules/play.py", "_duties"),
    ("play/not_held", "referee/judge.py", "judge_card"),
    ("play/must_undertrump", "referee/rules/play.py", "FamilyPlay.for_mode"),
    ("auction/dealer_must_take", "referee/rules/two_rounds.py", "TwoRoundAuction.objections"),
    ("deal/packets", "referee/rules/dealing.py", "_layout"),
    ("deal/cut", "referee/service/calls.py", "Calls.deal_cards"),
    ("belote/tolerance", "referee/rules/belote.py", "BeloteLaw._rule"),
    ("score/rounding_last_deal", "referee/rules/rounding.py", "Rounding.apply"),
    ("score/litige_belote", "referee/rules/bonuses.py", "belote"),
    ("score/reserve_at_game_end", "referee/rules/taker_settlement.py", "TakerSettlement._write_litige"),
    ("match/finish_on_belote", "referee/rules/match.py", "PointsMatch._barred"),
    ("coinche/must_raise", "plugins/coinche/referee_coinche/bidding.py", "ContractAuction._against_bid"),
    ("coinche/contract_made", "plugins/coinche/referee_coinche/settlement.py", "ContractSettlement.judge"),
    ("declarations/level", "plugins/declarations/referee_declarations/contest.py", "OneSideScores._winner"),
    ("declarations/on_fail", "plugins/declarations/referee_declarations/bonuses.py", "declared"),
    ("auction/passed_out", "plugins/coinche/referee_coinche/bidding.py", "ContractAuction.may_pass_out"),
]


@pytest.mark.parametrize(("rule_id", "path", "name"), FOUND)
def test_code_of_a_rule_is_found_without_being_told(rule_id: str, path: str, name: str) -> None:
    assert Place(path, name) in found_for_rule(RULES_BY_ID[rule_id])


@every_rule
def test_a_rule_leads_to_a_definition_or_to_the_reason_why_not(rule: Rule) -> None:
    defined = [place for place in places_of_rule(rule) if place.name]
    assert (defined == []) is (rule.id in NOWHERE)


@every_option
def test_an_option_leads_to_what_asks_for_it_and_what_it_is_handed_to(option: Option) -> None:
    way = places_of_option(option.name)
    assert (way.asked == way.acting == ()) is (option.name in INFORMATIVE)
    assert bool(way.asked) is bool(way.acting)


@pytest.mark.parametrize("rule_id", BY_HAND)
def test_what_is_listed_by_hand_is_there_and_not_found_anyway(rule_id: str) -> None:
    defined = {Place(source.path, one.name) for source in sources() for one in source.definitions}
    assert set(BY_HAND[rule_id]) <= defined
    assert set(BY_HAND[rule_id]).isdisjoint(found_for_rule(RULES_BY_ID[rule_id])), "take it out of the list"


LAW = '''\
"""Named: law/first."""

TABLE = {"x": "law/second"}

LAWS = (Rule("law/second", text, options=("colour",)),)


class Painter:
    """Paints."""

    colour: str
    size: int = 1

    @cached
    # law/third is kept here
    def paint(self):
        def inner():
            return "law/fourth_wall", "law/fourth"
        return inner if self.size else self.colour


def choose(options):
    chosen = options.number("size")
    other.append(Painter(options.choice("colour"), size=chosen))
    return varnish(coat=options.flag("varnish"))


def varnish(coat):
    return coat


def hang(options):
    return varnish("oil") if options.flag("frame") else None


class Shop:
    painter: Painter


def sell(shop, thing, painter: Painter):
    return shop.painter.size + thing.colour, painter.colour
'''
SOURCE: Final = Source("law.py", LAW)

NAMING = [
    ("law/first", [""]),
    ("law/second", ["TABLE"]),
    ("law/third", ["Painter.paint"]),
    ("law/fourth", ["Painter.paint"]),
    ("law/fifth", []),
]


@pytest.mark.parametrize(("word", "names"), NAMING)
def test_innermost_definition_that_names_a_rule_is_found(word: str, names: list[str]) -> None:
    assert [place.name for place in SOURCE.naming(word)] == names


def test_where_a_named_value_names_a_rule_its_users_are_found() -> None:
    source = Source("law.py", f"{LAW}\n\ndef price():\n    return TABLE\n")
    assert [place.name for place in once(named_in(source, "law/second"))] == ["TABLE", "price"]
    assert [place.name for place in named_in(source, "law/third")] == ["Painter.paint"]


FOLLOWED = [
    ("colour", ["choose"], ["Painter.paint", "sell"]),
    ("size", ["choose"], ["Painter.paint", "sell"]),
    ("varnish", ["choose"], ["varnish"]),
    ("frame", ["hang"], ["hang"]),
    ("gloss", [], []),
]


@pytest.mark.parametrize(("option", "asked", "acting"), FOLLOWED)
def test_value_of_an_option_is_followed(option: str, asked: list[str], acting: list[str]) -> None:
    way = followed(option, (SOURCE,))
    assert ([place.name for place in way.asked], [place.name for place in way.acting]) == (asked, acting)


HOUSE = """\
from .tools import Brush, coat as varnish
from referee.rules.paint import Painter


class Apprentice(Painter):
    patience: int


def hire(options):
    return Apprentice(options.choice("colour"), patience=options.number("patience"))


def finish(options):
    return varnish(options.flag("gloss")), coat(options.flag("matt"))
"""
TOOLS = """\
def coat(thick):
    return thick


class Apprentice:
    colour: str
"""
PAINT = """\
class Painter:
    colour: str

    def paint(self):
        return self.colour
"""
FILES: Final = (
    Source("referee/rules/paint.py", PAINT),
    Source("plugins/house/referee_house/__init__.py", HOUSE),
    Source("plugins/house/referee_house/tools.py", TOOLS),
    Source("plugins/other/referee_other/tools.py", f"{TOOLS}\n\ndef varnish(thick):\n    return thick\n"),
)

IMPORTED = [
    ("colour", [Place("referee/rules/paint.py", "Painter.paint")]),
    ("patience", [Place("plugins/house/referee_house/__init__.py", "Apprentice")]),
    ("gloss", [Place("plugins/house/referee_house/tools.py", "coat")]),
    ("matt", [Place("plugins/house/referee_house/__init__.py", "finish")]),
]


@pytest.mark.parametrize(("option", "acting"), IMPORTED)
def test_a_value_is_followed_to_where_a_name_comes_from(option: str, acting: list[Place]) -> None:
    assert [*followed(option, FILES).acting] == acting


def test_a_file_is_known_by_the_name_it_is_imported_under() -> None:
    assert [source.module for source in FILES] == [
        "referee.rules.paint",
        "referee_house",
        "referee_house.tools",
        "referee_other.tools",
    ]
    assert FILES[1].origins == {
        "Brush": ("referee_house.tools", "Brush"),
        "varnish": ("referee_house.tools", "coat"),
        "Painter": ("referee.rules.paint", "Painter"),
    }
