"""The requests, from plain values. A batch is made of them; alone, ``Referee`` has a method of the same name for each.

All raise ValueError for a text that means nothing: ``"XH"`` as a card, ``"heart"`` as a trump.
"""

from collections.abc import Iterable
from typing import TypeAlias

from belote_client import actions, words
from belote_client.actions import ActionLike
from belote_client.messages import (
    ApplyActionRequest,
    BatchJudgeRequest,
    Deal,
    DealCardsRequest,
    InspectDealRequest,
    JudgeTrickRequest,
    ListLegalActionsRequest,
    ListLegalCardsRequest,
    ListVariantsRequest,
    MatchDeal,
    Question,
    RedactDealRequest,
    ScoreDealRequest,
    ScoreMatchRequest,
    ScoreSheet,
    ScoreTallyRequest,
    Tally,
)
from belote_client.records import DrawsLike, PointsLike, draws_of, points_of
from belote_client.rules import RulesetLike, ruleset
from belote_client.words import CardsLike, DoublingLike, SeatLike, TrumpLike

QuestionLike: TypeAlias = (
    DealCardsRequest
    | InspectDealRequest
    | ListLegalActionsRequest
    | ApplyActionRequest
    | RedactDealRequest
    | ScoreDealRequest
    | ScoreMatchRequest
    | ListLegalCardsRequest
    | JudgeTrickRequest
    | ScoreTallyRequest
    | Question
)
"""What a batch can be asked."""
ToldDeal: TypeAlias = Deal | ScoreSheet | Tally | MatchDeal
"""A deal of a match: its record, its score sheet, or what the table counted."""


def list_variants() -> ListVariantsRequest:
    """Asks for the catalogue: presets, features, options, rules, and the words that answers use."""
    return ListVariantsRequest()


def deal_cards(
    rules: RulesetLike,
    *,
    dealer: SeatLike | None = None,
    draws: DrawsLike = (),
    deck: CardsLike = (),
    cut: int | None = None,
    reserve_in: int | None = None,
    totals_in: PointsLike = (),
    last_deal: bool = False,
) -> DealCardsRequest:
    """Asks for a new deal, by the ``dealer`` or by who drew the lowest card: ``draws={"south": "KH", ...}``."""
    return DealCardsRequest(
        ruleset=ruleset(rules),
        dealer=words.seat(dealer),
        draws=draws_of(draws),
        deck=words.cards(deck),
        cut=cut,
        reserve_in=reserve_in,
        totals_in=points_of(totals_in),
        last_deal=last_deal,
    )


def inspect_deal(deal: Deal) -> InspectDealRequest:
    """Asks what a record amounts to: where it stands, what may be done, and whether a rule was broken."""
    return InspectDealRequest(deal=deal)


def list_legal_actions(deal: Deal, *, full_ruleset: bool = False) -> ListLegalActionsRequest:
    """Asks what the seat to act may do, and what not and why."""
    return ListLegalActionsRequest(deal=deal, full_ruleset=full_ruleset)


def apply_action(deal: Deal, action: ActionLike, *, full_ruleset: bool = False) -> ApplyActionRequest:
    """Asks for a ruling on an action and for the record with it; the text of a card means that it is played."""
    return ApplyActionRequest(deal=deal, action=actions.action(action), full_ruleset=full_ruleset)


def redact_deal(deal: Deal, seat: SeatLike) -> RedactDealRequest:
    """Asks for a record as a seat may see it."""
    return RedactDealRequest(deal=deal, seat=words.seat(seat))


def score_deal(deal: Deal) -> ScoreDealRequest:
    """Asks for the score of a finished deal."""
    return ScoreDealRequest(deal=deal)


def score_match(
    rules: RulesetLike,
    deals: Iterable[ToldDeal] = (),
    *,
    first_dealer: SeatLike | None = None,
    full_ruleset: bool = False,
) -> ScoreMatchRequest:
    """Asks how a match stands after its deals: records, score sheets or tallies, in order, each as it is at hand."""
    return ScoreMatchRequest(
        ruleset=ruleset(rules),
        first_dealer=words.seat(first_dealer),
        deals=[_told(one) for one in deals],
        full_ruleset=full_ruleset,
    )


def list_legal_cards(
    rules: RulesetLike,
    *,
    trump: TrumpLike,
    hand: CardsLike,
    trick: CardsLike = (),
    leader: SeatLike | None = None,
    taker: SeatLike | None = None,
    doubling: DoublingLike | None = None,
    full_ruleset: bool = False,
) -> ListLegalCardsRequest:
    """Asks which cards of a hand may be played to a trick."""
    return ListLegalCardsRequest(
        ruleset=ruleset(rules),
        trump=words.trump(trump),
        hand=words.cards(hand),
        trick=words.cards(trick),
        leader=words.seat(leader),
        taker=words.seat(taker),
        doubling=words.doubling(doubling),
        full_ruleset=full_ruleset,
    )


def judge_trick(
    rules: RulesetLike,
    *,
    trump: TrumpLike,
    leader: SeatLike,
    cards: CardsLike,
    full_ruleset: bool = False,
) -> JudgeTrickRequest:
    """Asks who won a trick, or is master of it so far, and what it is worth."""
    return JudgeTrickRequest(
        ruleset=ruleset(rules),
        trump=words.trump(trump),
        leader=words.seat(leader),
        cards=words.cards(cards),
        full_ruleset=full_ruleset,
    )


def score_tally(rules: RulesetLike, tally: Tally, *, reserve_in: int | None = None) -> ScoreTallyRequest:
    """Asks for the score of a deal that a table counted."""
    return ScoreTallyRequest(ruleset=ruleset(rules), tally=tally, reserve_in=reserve_in)


def batch_judge(questions: Iterable[QuestionLike]) -> BatchJudgeRequest:
    """Asks up to 1,000 questions at once. Raises TypeError for what no batch can be asked."""
    return BatchJudgeRequest(questions=[_question(one) for one in questions])


_QUESTIONS = {field.message_type.name: field.name for field in Question.DESCRIPTOR.fields if field.message_type}
_TOLD_AS = {field.message_type.name: field.name for field in MatchDeal.DESCRIPTOR.fields if field.message_type}


def _question(one: QuestionLike) -> Question:
    if isinstance(one, Question):
        return one
    name = _QUESTIONS.get(type(one).__name__)
    if name is None:
        raise TypeError(f"a batch cannot be asked a {type(one).__name__}")
    question = Question()
    getattr(question, name).SetInParent()
    getattr(question, name).CopyFrom(one)
    return question


def _told(one: ToldDeal) -> MatchDeal:
    if isinstance(one, MatchDeal):
        return one
    name = _TOLD_AS.get(type(one).__name__)
    if name is None:
        raise TypeError(f"a deal of a match is no {type(one).__name__}")
    told = MatchDeal()
    getattr(told, name).SetInParent()
    getattr(told, name).CopyFrom(one)
    return told
