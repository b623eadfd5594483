"""The search finds the code of every rule and option, or the reason why there is none."""

from typing import Final

import pytest

from referee.classic.options import OPTIONS
from referee.classic.rules import CLASSIC_RULES
from referee.model.rule import Rule
from referee.rules.catalogue import FAMILY_RULES
from referee.ruleset import Option

from .places import BY_HAND, NOWHERE, followed, found_for_rule, named_in, once, places_of_option, places_of_rule
from .sources import Place, Source, sources

RULES: Final = FAMILY_RULES + CLASSIC_RULES
RULES_BY_ID: Final = {rule.id: rule for rule in RULES}
INFORMATIVE: Final = {"direction", "shuffle"}
"""Options that no verdict depends on."""

every_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
every_option = pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)

FOUND = [
    ("play/must_overtrump", "referee/rules/play.py", "FamilyPlay.for_mode"),
    ("play/not_held", "referee/judge.py", "judge_card"),
    ("play/must_undertrump", "referee/rules/play.py", "FamilyPlay._judge"),
    ("auction/dealer_must_take", "referee/classic/auction.py", "ClassicAuction.objections"),
    ("deal/packets", "referee/rules/dealing.py", "_layout"),
    ("deal/cut", "referee/service/calls.py", "Calls.deal_cards"),
    ("belote/tolerance", "referee/rules/belote.py", "BeloteLaw._rule"),
    ("score/rounding_last_deal", "referee/classic/settlement.py", "ClassicSettlement.write"),
    ("score/litige_belote", "referee/classic/settlement.py", "ClassicSettlement._write_litige"),
    ("match/finish_on_belote", "referee/rules/match.py", "PointsMatch._barred"),
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
    ("gloss", [], []),
]


@pytest.mark.parametrize(("option", "asked", "acting"), FOLLOWED)
def test_value_of_an_option_is_followed(option: str, asked: list[str], acting: list[str]) -> None:
    way = followed(option, (SOURCE,))
    assert ([place.name for place in way.asked], [place.name for place in way.acting]) == (asked, acting)
