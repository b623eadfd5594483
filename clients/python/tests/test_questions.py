"""Plain values become the requests of the contract, and every call has its method."""

import inspect
from collections.abc import Callable
from typing import Any

import pytest
from belote.referee.v1 import card_pb2, deal_pb2, error_reason_pb2, position_pb2, ruleset_pb2, score_pb2
from belote.referee.v1 import referee_service_pb2 as api
from belote_client import AsyncReferee, Referee, actions, messages, questions, record, ruleset, tally
from belote_client.messages import Ruleset, Seat, Trump
from google.protobuf import text_format
from google.protobuf.message import Message

SERVICE = api.DESCRIPTOR.services_by_name["RefereeService"]
NAMES = [name for name in vars(questions) if name in vars(Referee) and not name.startswith("_")]
FILES = (card_pb2, deal_pb2, error_reason_pb2, position_pb2, api, ruleset_pb2, score_pb2)


def test_every_call_has_a_method() -> None:
    called = [name.replace("_", "") for name in NAMES]
    assert called == [method.name.lower() for method in SERVICE.methods]


def parameters(method: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    found = dict(inspect.signature(method).parameters)
    found.pop("self", None)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_a_method_takes_what_its_question_takes_and_both_kinds_the_same(name: str) -> None:
    plain, waiting = (inspect.signature(getattr(kind, name)) for kind in (Referee, AsyncReferee))
    assert plain == waiting
    asked = parameters(getattr(questions, name))
    taken = parameters(getattr(Referee, name))
    assert list(taken) == [*asked, "deadline", "language"]
    for (_, one), (_, other) in zip(asked.items(), taken.items(), strict=False):
        assert (one.kind, one.default, one.annotation) == (other.kind, other.default, other.annotation)
    assert plain.return_annotation.__name__ == SERVICE.methods[NAMES.index(name)].output_type.name


def test_both_kinds_of_referee_are_made_alike() -> None:
    assert inspect.signature(Referee.__init__) == inspect.signature(AsyncReferee.__init__)


def test_all_messages_and_enums_are_under_one_roof() -> None:
    there = [name for file in FILES for name in file.DESCRIPTOR.message_types_by_name]
    there += [name for file in FILES for name in file.DESCRIPTOR.enum_types_by_name]
    assert sorted(messages.__all__) == sorted(there)


RULES = 'ruleset { preset: "ffb_classic" }'
MADE: list[tuple[Message, str]] = [
    (questions.list_variants(), ""),
    (questions.deal_cards("ffb_classic", dealer="south"), RULES + "dealer: SEAT_SOUTH"),
    (
        questions.deal_cards(
            "ffb_classic",
            draws={"south": "KH", "east": "7C"},
            deck="7C 8C",
            cut=0,
            reserve_in=0,
            totals_in={"south_north": 0},
            last_deal=True,
        ),
        RULES
        + """draws { seat: SEAT_SOUTH card: CARD_KING_OF_HEARTS } draws { seat: SEAT_EAST card: CARD_SEVEN_OF_CLUBS }
        deck: CARD_SEVEN_OF_CLUBS deck: CARD_EIGHT_OF_CLUBS cut: 0 reserve_in: 0
        totals_in { team: TEAM_SOUTH_NORTH points: 0 } last_deal: true""",
    ),
    (questions.inspect_deal(record("ffb_classic", dealer="west")), f"deal {{ {RULES} dealer: SEAT_WEST }}"),
    (
        questions.list_legal_actions(record("ffb_classic", dealer="west"), full_ruleset=True),
        f"deal {{ {RULES} dealer: SEAT_WEST }} full_ruleset: true",
    ),
    (
        questions.apply_action(record("ffb_classic", dealer="west"), "JH"),
        f"deal {{ {RULES} dealer: SEAT_WEST }} action {{ play: CARD_JACK_OF_HEARTS }}",
    ),
    (
        questions.redact_deal(record("ffb_classic", dealer="west"), "east"),
        f"deal {{ {RULES} dealer: SEAT_WEST }} seat: SEAT_EAST",
    ),
    (questions.score_deal(record("ffb_classic", dealer="west")), f"deal {{ {RULES} dealer: SEAT_WEST }}"),
    (
        questions.score_match(
            "ffb_classic",
            [tally(passed_out=True), record("ffb_classic", dealer="west"), messages.ScoreSheet(), messages.Tally()],
            first_dealer=Seat.SEAT_NORTH,
        ),
        f"""{RULES} first_dealer: SEAT_NORTH deals {{ tally {{ passed_out: true }} }}
        deals {{ deal {{ {RULES} dealer: SEAT_WEST }} }} deals {{ score_sheet {{}} }} deals {{ tally {{}} }}""",
    ),
    (
        questions.list_legal_cards(
            "ffb_classic",
            trump="hearts",
            hand="7H",
            trick=["KC"],
            leader="west",
            taker="east",
            doubling="coinche",
            full_ruleset=True,
        ),
        RULES
        + """trump: TRUMP_HEARTS hand: CARD_SEVEN_OF_HEARTS trick: CARD_KING_OF_CLUBS leader: SEAT_WEST
        taker: SEAT_EAST doubling: DOUBLING_COINCHE full_ruleset: true""",
    ),
    (questions.list_legal_cards("ffb_classic", trump=Trump.ValueType(9), hand=""), RULES + "trump: 9"),
    (
        questions.judge_trick("ffb_classic", trump="no_trump", leader="west", cards="7H"),
        RULES + "trump: TRUMP_NO_TRUMP leader: SEAT_WEST cards: CARD_SEVEN_OF_HEARTS",
    ),
    (questions.score_tally("ffb_classic", tally(), reserve_in=81), RULES + "tally {} reserve_in: 81"),
    (
        questions.batch_judge(
            [questions.score_deal(messages.Deal()), messages.ListLegalCardsRequest(), messages.Question()]
        ),
        "questions { score_deal { deal {} } } questions { list_legal_cards {} } questions {}",
    ),
]


@pytest.mark.parametrize(
    ("request_made", "written"), MADE, ids=[f"{n}-{type(one).__name__}" for n, (one, _) in enumerate(MADE)]
)
def test_a_request_is_made_from_plain_values(request_made: Message, written: str) -> None:
    assert request_made == text_format.Parse(written, type(request_made)())


def test_a_record_is_made_from_plain_values() -> None:
    made = record(
        ruleset("ffb_classic", "declarations", target=501),
        dealer="west",
        deck="7C",
        hands={"south": "7H 8H", "east": ["JS"]},
        turn_up="JD",
        actions=[actions.passed(seat="south"), actions.take("diamonds"), "7H", actions.play("JS", declares=["tierce"])],
        reserve_in=81,
        totals_in={"east_west": 90},
        last_deal=True,
    )
    assert made == text_format.Parse(
        """ruleset { preset: "ffb_classic" features: "declarations" options { name: "target" number: 501 } }
        dealer: SEAT_WEST deck: CARD_SEVEN_OF_CLUBS
        hands { seat: SEAT_SOUTH cards: CARD_SEVEN_OF_HEARTS cards: CARD_EIGHT_OF_HEARTS }
        hands { seat: SEAT_EAST cards: CARD_JACK_OF_SPADES } turn_up: CARD_JACK_OF_DIAMONDS
        actions { seat: SEAT_SOUTH call { passed {} } } actions { call { take { trump: TRUMP_DIAMONDS } } }
        actions { play: CARD_SEVEN_OF_HEARTS }
        actions { play: CARD_JACK_OF_SPADES declarations { kind: "tierce" } }
        reserve_in: 81 totals_in { team: TEAM_EAST_WEST points: 90 } last_deal: true""",
        messages.Deal(),
    )


def test_a_record_takes_messages_as_well() -> None:
    hands = [messages.Hand(seat=Seat.SEAT_SOUTH)]
    totals = [messages.TeamPoints(team=messages.Team.TEAM_SOUTH, points=1)]
    made = record(Ruleset(preset="x"), dealer=Seat.SEAT_SOUTH, hands=hands, totals_in=totals)
    assert (list(made.hands), list(made.totals_in), made.ruleset.preset) == (hands, totals, "x")
    drawn = questions.deal_cards("x", draws=[messages.Draw(seat=Seat.SEAT_SOUTH)])
    assert list(drawn.draws) == [messages.Draw(seat=Seat.SEAT_SOUTH)]
    counted = tally(tricks=[messages.TeamCount(count=8)])
    assert list(counted.tricks) == [messages.TeamCount(count=8)]


TARGETS: list[tuple[int | str, str]] = [
    (100, "target_points: 100"),
    ("capot", "target_capot {}"),
    ("generale", "target_generale {}"),
]


@pytest.mark.parametrize(("target", "written"), TARGETS)
def test_a_tally_is_made_from_plain_values(target: int | str, written: str) -> None:
    made = tally(
        taker="south_north",
        trump="spades",
        target=target,
        doubling="surcoinche",
        card_points={"south_north": 98},
        last_trick="east_west",
        tricks={"south_north": 5},
        capot="nobody",
        belotes={"south_north": 1},
        declarations={"east_west": 20},
        solo=True,
        last_deal=True,
    )
    assert made == text_format.Parse(
        f"""taker: TEAM_SOUTH_NORTH trump: TRUMP_SPADES {written} doubling: DOUBLING_SURCOINCHE
        card_points {{ team: TEAM_SOUTH_NORTH points: 98 }} last_trick: TEAM_EAST_WEST
        tricks {{ team: TEAM_SOUTH_NORTH count: 5 }} capot: TEAM_NOBODY belotes {{ team: TEAM_SOUTH_NORTH count: 1 }}
        declarations {{ team: TEAM_EAST_WEST points: 20 }} solo: true last_deal: true""",
        messages.Tally(),
    )


def test_a_ruleset_is_made_of_a_preset_or_of_another_ruleset() -> None:
    made = ruleset("cafe", "coinche", dry=False, target=1000, tie_rule="litige")
    assert made == text_format.Parse(
        """preset: "cafe" features: "coinche" options { name: "dry" flag: false }
        options { name: "target" number: 1000 } options { name: "tie_rule" choice: "litige" }""",
        Ruleset(),
    )
    more = ruleset(made, "declarations", target=501)
    assert list(more.features) == ["coinche", "declarations"]
    assert [option.name for option in more.options] == ["dry", "tie_rule", "target"]
    assert made.options[1].number == 1000
    assert ruleset(made) == made


SENSELESS: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: questions.list_legal_cards("x", trump="heart", hand="7H"), ValueError, "'heart' is no trump"),
    (lambda: questions.list_legal_cards("x", trump="hearts", hand="7H XX"), ValueError, "'XX' is no card"),
    (lambda: questions.redact_deal(messages.Deal(), "nord"), ValueError, "'nord' is no seat"),
    (lambda: questions.batch_judge([questions.list_variants()]), TypeError, "cannot be asked a ListVariantsRequest"),  # type: ignore[list-item]
    (lambda: questions.score_match("x", [messages.Trick()]), TypeError, "is no Trick"),  # type: ignore[list-item]
    (lambda: ruleset("x", target=1.5), TypeError, "option target: 1.5"),  # type: ignore[arg-type]
    (lambda: actions.play("7H", declares="tierce"), TypeError, "list of kinds"),
    (lambda: actions.bid("hearts", "all"), ValueError, "'all' is no target"),
    (lambda: tally(target="most"), ValueError, "'most' is no target"),
]


@pytest.mark.parametrize(("make", "error", "says"), SENSELESS, ids=[says for _, _, says in SENSELESS])
def test_what_means_nothing_is_refused_before_it_is_sent(
    make: Callable[[], object], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        make()


def test_only_requests_can_be_asked(target: str) -> None:
    with Referee(target) as referee, pytest.raises(TypeError, match="Trick is no request"):
        referee.ask(messages.Trick())  # type: ignore[call-overload]  # that is the point
