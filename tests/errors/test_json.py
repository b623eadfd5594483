"""What is wrong with a request in JSON is told where it is, in the caller's language, with what would be right."""

import pytest

from referee.model.refusal import Reason, Refused
from referee.service import request_from_json

FAULTS = {
    "a field that a message lacks": (
        "ListLegalCards",
        '{"ruleset": {"options": [{"name": "capot_points", "value": 250}]}}',
        "ruleset.options[0]",
        (
            "value is no field here; known: name, flag, number, choice",
            "value n'est pas un champ ici ; connus : name, flag, number, choice",
        ),
    ),
    "a field that the call lacks": (
        "InspectDeal",
        '{"ruleset": {}}',
        "",
        ("ruleset is no field here; known: deal", "ruleset n'est pas un champ ici ; connus : deal"),
    ),
    "a value by half its name": (
        "InspectDeal",
        '{"deal": {"dealer": "SOUTH"}}',
        "deal.dealer",
        ("SOUTH is no value here; known: SEAT_SOUTH", "SOUTH n'est pas une valeur ici ; connues : SEAT_SOUTH"),
    ),
    "a value by another name": (
        "ListLegalCards",
        '{"hand": ["CARD_ACE_OF_SPADES", "7H"]}',
        "hand[1]",
        (
            "7H is no value here; known: CARD_SEVEN_OF_CLUBS, ",
            "7H n'est pas une valeur ici ; connues : CARD_SEVEN_OF_CLUBS, ",
        ),
    ),
    "an object for a list": (
        "ListLegalCards",
        '{"ruleset": {"options": {"capot_points": 250}}}',
        "ruleset.options",
        ("needs a list, in [ ]", "veut une liste, entre [ ]"),
    ),
    "a value in a field of two words": (
        "InspectDeal",
        '{"deal": {"turnUp": "QUEEN_OF_HEARTS"}}',
        "deal.turn_up",
        ("known: CARD_QUEEN_OF_HEARTS", "connues : CARD_QUEEN_OF_HEARTS"),
    ),
    "a list for an object": ("ListLegalCards", "[]", "", ("it is no JSON object", "no JSON object")),
    "no JSON": ("ListLegalCards", "hello", "", ("it is no JSON object", "no JSON object")),
    "JSON that breaks off": ("ListLegalCards", '{"hand": [', "", ("Failed to load JSON", "Failed to load JSON")),
}


@pytest.mark.parametrize("what", FAULTS)
def test_fault_is_told_where_it_is(what: str) -> None:
    rpc, written, path, said = FAULTS[what]
    with pytest.raises(Refused) as refused:
        request_from_json(rpc, written.encode())
    assert refused.value.reason is Reason.REQUEST_UNREADABLE
    assert [one.path for one in refused.value.fields] == [path] * bool(path)
    for language, words in zip(("en", "fr"), said, strict=True):
        assert words in refused.value.message(language)


def test_what_callers_wrote_is_repeated_in_part_and_safely() -> None:
    for written in ('{"\\u001b[31m' + "x" * 5000 + '": 1}', '{"hand": ["\\u0007' + "y" * 5000 + '"]}'):
        with pytest.raises(Refused) as refused:
            request_from_json("ListLegalCards", written.encode())
        message = refused.value.message("en")
        assert len(message) < 600
        assert message.isprintable()
