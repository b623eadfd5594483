"""The description of the JSON calls is the contract's, is valid, and tells the truth about what is sent."""

import copy
import json
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from belote.conformance.v1 import conformance_pb2 as vectors
from belote.referee.v1 import referee_service_pb2
from google.protobuf import json_format
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from referee import plugins
from referee.service import Service
from tests.conformance import VECTORS

from .__main__ import FILE, main, written
from .document import document
from .examples import asked, examples

RPCS = list(referee_service_pb2.DESCRIPTOR.services_by_name["RefereeService"].methods_by_name)
KEPT: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))


def faults(name: str, value: object) -> list[str]:
    """What the description has against a message written as JSON."""
    schema = {"$ref": f"#/components/schemas/{name}", "components": KEPT["components"]}
    return [f"{one.json_path}: {one.message[:200]}" for one in Draft202012Validator(schema).iter_errors(value)]


def test_it_is_what_the_contract_gives() -> None:
    assert FILE.read_text(encoding="utf-8") == written(), "`make pages` writes it anew"


def test_what_is_stale_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check"]) == 0
    spoiled = copy.deepcopy(document())
    spoiled["info"]["title"] = "another"
    monkeypatch.setattr(sys.modules[main.__module__], "document", lambda: spoiled)
    assert main(["--check"]) == 1
    assert "`make pages` writes it anew" in capsys.readouterr().out


def test_it_is_valid_openapi() -> None:
    OpenAPIV31SpecValidator(KEPT).validate()
    spoiled = copy.deepcopy(KEPT)
    spoiled["paths"][next(iter(KEPT["paths"]))]["post"]["responses"] = "none"
    assert not OpenAPIV31SpecValidator(spoiled).is_valid()


def test_all_calls_and_nothing_else_are_described_with_words() -> None:
    calls = {path.rpartition("/")[2]: one["post"] for path, one in KEPT["paths"].items()}
    assert list(calls) == RPCS == list(examples())
    for name, schema in KEPT["components"]["schemas"].items():
        assert schema["description"].strip(), name
        for field, told in schema.get("properties", {}).items():
            assert told["description"].strip(), f"{name}.{field}"
    for call in calls.values():
        assert call["summary"] and call["description"].startswith(call["summary"])


@pytest.mark.parametrize("rpc", RPCS)
def test_an_example_is_as_described_and_so_is_its_answer(rpc: str) -> None:
    request = KEPT["paths"][f"/belote.referee.v1.RefereeService/{rpc}"]["post"]["requestBody"]
    example = request["content"]["application/json"]["example"]
    assert faults(f"{rpc}Request", example) == []
    assert faults(f"{rpc}Response", asked(Service(plugins.load()), rpc, example)) == []


def shown() -> Iterator[tuple[str, str, str, Any]]:
    """The kind of each message of the vectors, how it came, the vector's name, and the message as JSON."""
    for vector in vectors.ConformanceSuite.FromString(VECTORS.read_bytes()).vectors:
        member = getattr(vector, str(vector.WhichOneof("call")))
        if member.WhichOneof("expected") != "response":
            continue
        answer = json_format.MessageToDict(member.response)
        yield member.response.DESCRIPTOR.name, "answered", vector.name, answer
        if all("error" not in one for one in answer.get("answers", ())):
            yield member.request.DESCRIPTOR.name, "asked", vector.name, json_format.MessageToDict(member.request)


def test_what_the_vectors_ask_and_answer_is_as_described() -> None:
    found = [f"{name}, {way}: {fault}" for kind, way, name, value in shown() for fault in faults(kind, value)]
    assert found == []


WRONG = {
    "a name that is none": {"trumpp": "TRUMP_HEARTS"},
    "a value that is none": {"trump": "HEARTS"},
    "no choice": {"trump": "TRUMP_UNSPECIFIED"},
    "a text for a list": {"hand": "CARD_SEVEN_OF_HEARTS"},
    "no rules": {"ruleset": None},
}


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG)
def test_what_would_be_refused_is_not_as_described(change: dict[str, Any]) -> None:
    changed = examples()["ListLegalCards"] | change
    assert faults("ListLegalCardsRequest", {name: one for name, one in changed.items() if one is not None})


def test_of_a_choice_one_is_given() -> None:
    assert faults("Call", {"passed": {}}) == []
    assert faults("Call", {})
    assert faults("Call", {"passed": {}, "coinche": {}})
    assert faults("Bid", {"trump": "TRUMP_HEARTS"}) == []
    assert faults("Bid", {"trump": "TRUMP_HEARTS", "points": 80, "capot": {}})
