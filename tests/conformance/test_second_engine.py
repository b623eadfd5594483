"""The answers in the vectors, held to the second engine where it knows the game: classic, without declarations."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

import pytest
from belote.conformance.v1 import conformance_pb2 as vectors
from belote.referee.v1 import card_pb2, deal_pb2, position_pb2, ruleset_pb2, score_pb2

from tests.conformance import VECTORS
from tests.naive.cards import trick_points
from tests.naive.options import ALLOWED, PRESETS
from tests.naive.play import legal, play_out, winner
from tests.naive.scoring import score

SUITE: Final = vectors.ConformanceSuite.FromString(VECTORS.read_bytes())

TRUMPS: Final = {1: "C", 2: "D", 3: "H", 4: "S", 5: "NT", 6: "AT"}
SIDES: Final = {card_pb2.TEAM_SOUTH_NORTH: "A", card_pb2.TEAM_EAST_WEST: "B"}
SAYS_NOTHING_OF_CARDS: Final = {"direction", "target", "belote_order", "belote_announcement", "deal_pattern"}
LINES: Final = {
    score_pb2.SCORE_LINE_KIND_TRICKS: "tricks",
    score_pb2.SCORE_LINE_KIND_BELOTE: "belote",
    score_pb2.SCORE_LINE_KIND_RESERVE: "reserve",
    score_pb2.SCORE_LINE_KIND_ROUNDING: "rounding",
}

Said = tuple[str, str, Any, Any]
"""A vector, its call, what is asked and what is answered."""


def answered() -> Iterator[Said]:
    """Every question with an answer, those within batches as well."""
    for vector in SUITE.vectors:
        call: Any = vector.WhichOneof("call")
        member = getattr(vector, call)
        if member.WhichOneof("expected") != "response":
            continue
        yield vector.name, call, member.request, member.response
        if call == "batch_judge":
            for index, (question, answer) in enumerate(
                zip(member.request.questions, member.response.answers, strict=True)
            ):
                kind = answer.WhichOneof("response")
                if kind != "error":
                    yield f"{vector.name}[{index}]", kind, getattr(question, kind), getattr(answer, kind)


def table(ruleset: ruleset_pb2.Ruleset) -> dict[str, Any] | None:
    """The options of a ruleset as the second engine takes them; None where it does not know the game."""
    if ruleset.preset not in PRESETS or ruleset.features:
        return None
    options: dict[str, Any] = dict(PRESETS[ruleset.preset])
    for option in ruleset.options:
        kind: Any = option.WhichOneof("value")
        if option.name in ALLOWED:
            options[option.name] = getattr(option, kind)
        elif option.name not in SAYS_NOTHING_OF_CARDS or "tolerance" in option.choice:
            return None
    return options


def word(card: int) -> str:
    return "789TJQKA"[(card & 15) - 7] + "CDHS"[(card >> 4) - 1]


def words(cards: Sequence[int]) -> list[str]:
    return [word(card) for card in cards]


def of(call: str) -> list[Any]:
    known = []
    for name, kind, request, response in answered():
        if kind == call and (options := table(request.ruleset)) is not None:
            known.append(pytest.param(request, response, options, id=name))
    return known


@pytest.mark.parametrize(("request_", "response", "options"), of("list_legal_cards"))
def test_legal_cards(request_: Any, response: Any, options: dict[str, Any]) -> None:
    hand, trick, trump = words(request_.hand), words(request_.trick), TRUMPS[request_.trump]
    allowed = set(legal(hand, trick, trump, options))
    assert set(words(response.legal)) == allowed
    assert {word(one.card) for one in response.refused} == set(hand) - allowed
    assert all(one.violations for one in response.refused)
    assert response.HasField("winner_index") is bool(trick)
    if trick:
        assert response.winner_index == winner(trick, trump)


@pytest.mark.parametrize(("request_", "response", "options"), of("judge_trick"))
def test_tricks(request_: Any, response: Any, options: dict[str, Any]) -> None:
    trick, trump = words(request_.cards), TRUMPS[request_.trump]
    place = winner(trick, trump)
    assert response.winner_index == place
    assert word(response.winning_card) == trick[place]
    assert response.winner == (request_.leader - 1 + place) % 4 + 1
    assert response.points == trick_points(trick, trump, options)
    assert response.complete is (len(trick) == 4)


def tallies() -> list[Any]:
    return [one for one in of("score_tally") if "cafe" not in one.values[0].ruleset.preset]


@pytest.mark.parametrize(("request_", "response", "options"), tallies())
def test_tallies(request_: Any, response: Any, options: dict[str, Any]) -> None:
    tally, reserve = request_.tally, request_.reserve_in
    if tally.passed_out:
        same(response.score_sheet, score(None, {}, None, reserve_in=reserve, options=options))
        return
    trump = TRUMPS.get(tally.trump, "H")
    cards = {SIDES[one.team]: one.points for one in tally.card_points}
    capot = SIDES.get(response.score_sheet.capot)
    whole = sum(cards.values()) if len(cards) == 2 else None
    for side in {"A", "B"} - set(cards):
        total = whole or sum(
            one.points for one in response.score_sheet.counted if one.kind == score_pb2.SCORE_LINE_KIND_CARD_POINTS
        )
        cards[side] = (total or 152) - sum(cards.values())
    belotes = [SIDES[one.team] for one in tally.belotes for _ in range(one.count)]
    found = score(
        SIDES[tally.taker],
        cards,
        SIDES[tally.last_trick],
        trump=trump,
        capot=capot,
        belotes=belotes,
        reserve_in=reserve,
        last_deal=tally.last_deal,
        options=options,
    )
    same(response.score_sheet, found)


def played_out() -> list[Any]:
    known = []
    for name, call, request, response in answered():
        if call != "score_deal" or request.deal.ruleset.preset == "cafe" or len(plays(request.deal)) != 32:
            continue
        if (options := table(request.deal.ruleset)) is not None:
            known.append(pytest.param(request.deal, response.score_sheet, options, id=name))
    return known


def plays(deal: deal_pb2.Deal) -> list[Any]:
    return [action for action in deal.actions if action.play]


@pytest.mark.parametrize(("deal", "sheet", "options"), played_out())
def test_whole_deals(deal: deal_pb2.Deal, sheet: score_pb2.ScoreSheet, options: dict[str, Any]) -> None:
    trump, leader = TRUMPS[sheet.contract.trump], deal.dealer % 4
    cards = [word(action.play) for action in plays(deal)]
    seats: list[int] = []
    for start in range(0, 32, 4):
        first = leader if not start else seats[-4:][winner(cards[start - 4 : start], trump)]
        seats += [(first + place) % 4 for place in range(4)]
    hands = [[card for card, seat in zip(cards, seats, strict=True) if seat == holder] for holder in range(4)]
    found = play_out(hands, leader, trump, cards, options)
    said = found.belotes if automatic(deal) else announced(deal, seats, trump)
    same(
        sheet,
        score(
            SIDES[sheet.contract.team],
            found.cards,
            found.last_trick,
            trump=trump,
            capot=found.capot,
            belotes=said,
            reserve_in=deal.reserve_in,
            last_deal=deal.last_deal,
            options=options,
        ),
    )


def automatic(deal: deal_pb2.Deal) -> bool:
    announcement = "automatic" if deal.ruleset.preset.startswith("online") else "both_words"
    for option in deal.ruleset.options:
        if option.name == "belote_announcement":
            announcement = option.choice
    return announcement == "automatic"


def announced(deal: deal_pb2.Deal, seats: Sequence[int], trump: str) -> list[str]:
    """The sides that said both words, in the order of the second."""
    spoken: Counter[tuple[int, str]] = Counter()
    found = []
    for action, seat in zip(plays(deal), seats, strict=True):
        card = word(action.play)
        if action.says_belote and card[0] in "KQ" and (trump == "AT" or card[1] == trump):
            spoken[seat, card[1]] += 1
            if spoken[seat, card[1]] == 2:
                found.append("AB"[seat % 2])
    return found


def same(sheet: score_pb2.ScoreSheet, found: Any) -> None:
    """A sheet has the outcome, the lines, the totals and the reserve that the second engine finds."""
    assert score_pb2.Outcome.Name(sheet.outcome).removeprefix("OUTCOME_").lower() == found.outcome
    assert {SIDES[one.team]: one.points for one in sheet.totals} == found.totals
    assert sheet.reserve_out == found.reserve_out
    written: Counter[tuple[str, str]] = Counter()
    for line in sheet.written:
        written[SIDES[line.team], LINES[line.kind]] += line.points
    lines = {(side, name): points for side, row in found.written.items() for name, points in row.items() if points}
    assert {key: points for key, points in written.items() if points} == lines


def positions() -> list[Any]:
    """Every position of a game the second engine knows, with what may be played from it where that is told."""
    known = []
    for name, call, request, response in answered():
        if call not in ("inspect_deal", "apply_action") or not response.HasField("position"):
            continue
        options, trump = table(request.deal.ruleset), response.position.contract.trump
        if options is not None and trump in TRUMPS and response.position.tricks:
            choices = response.choices if call == "inspect_deal" else None
            known.append(pytest.param(response.position, choices, TRUMPS[trump], options, id=name))
    return known


@pytest.mark.parametrize(("position", "choices", "trump", "options"), positions())
def test_positions(position: position_pb2.Position, choices: Any, trump: str, options: dict[str, Any]) -> None:
    for trick in position.tricks:
        cards = words(trick.cards)
        assert trick.complete is (len(cards) == 4)
        if cards:
            assert trick.winner == (trick.leader - 1 + winner(cards, trump)) % 4 + 1
            assert trick.points == trick_points(cards, trump, options)
    if choices is None or position.phase != position_pb2.PHASE_PLAY or position.hand_hidden:
        return
    hand = next(one.cards for one in position.hands if one.seat == position.turn)
    under_way = position.tricks[-1]
    trick_so_far = [] if under_way.complete else words(under_way.cards)
    judged = {word(one.action.play) for one in choices if one.ruling == position_pb2.RULING_LEGAL}
    assert judged == set(legal(words(hand), trick_so_far, trump, options))


def test_it_has_looked_at_enough() -> None:
    looked = {
        "legal cards": of("list_legal_cards"),
        "tricks": of("judge_trick"),
        "tallies": tallies(),
        "deals": played_out(),
        "positions": positions(),
    }
    print({name: len(found) for name, found in looked.items()})
    assert {name for name, found in looked.items() if len(found) < 4} == set()
