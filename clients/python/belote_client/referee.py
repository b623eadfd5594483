"""A referee to be asked from plain Python."""

from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import Self, TypeVar, overload

import grpc
from belote.referee.v1.referee_service_pb2_grpc import RefereeServiceStub
from google.protobuf.message import Message

from belote_client import questions as asking
from belote_client.actions import ActionLike
from belote_client.connection import DEADLINE, Connection, Option, Tls
from belote_client.errors import error_of_call
from belote_client.messages import (
    ApplyActionRequest,
    ApplyActionResponse,
    BatchJudgeRequest,
    BatchJudgeResponse,
    Deal,
    DealCardsRequest,
    DealCardsResponse,
    InspectDealRequest,
    InspectDealResponse,
    JudgeTrickRequest,
    JudgeTrickResponse,
    ListLegalActionsRequest,
    ListLegalActionsResponse,
    ListLegalCardsRequest,
    ListLegalCardsResponse,
    ListVariantsRequest,
    ListVariantsResponse,
    RedactDealRequest,
    RedactDealResponse,
    ScoreDealRequest,
    ScoreDealResponse,
    ScoreMatchRequest,
    ScoreMatchResponse,
    ScoreTallyRequest,
    ScoreTallyResponse,
    Tally,
)
from belote_client.questions import QuestionLike, ToldDeal
from belote_client.records import DrawsLike, PointsLike
from belote_client.rules import RulesetLike
from belote_client.words import CardsLike, DoublingLike, SeatLike, TrumpLike

Request = TypeVar("Request", bound=Message)
Response = TypeVar("Response", bound=Message)


class Referee:
    """A referee, asked over gRPC; one method a call, in the order of the contract. Threads may share it.

    Plain values go in (cards as ``"JH 7S"``, seats and trumps as words, a preset by its id) or the messages of the
    contract, and the contract's messages come out. Where there is no answer every method raises a RefereeError:
    RequestRefused (of it VariantUnknown and RecordIllegal), Unavailable, DeadlinePassed, AccessDenied, ServerFault. A
    text that means nothing is a ValueError, before anything is sent. While the server is unavailable a call is sent
    again, at most three times before its deadline.

    Every method takes, for that call alone, ``deadline`` in seconds and ``language``, such as ``"fr"``.

    Args:
        target: Where it listens: ``"127.0.0.1:15200"``. It is reached at the first call.
        tls: How to protect what is sent: ``Tls()``, perhaps with certificates. Without it nothing is.
        deadline: Seconds that a call may take, its retries included.
        language: In which names and sentences are wanted, as in the header ``accept-language``; English if unset.
        token: Sent with every call as ``authorization: Bearer``, where the server asks for one; only over TLS or to
            this machine.
        options: Further options of the gRPC channel; they prevail over those that are set here.

    Raises:
        ValueError: A deadline that is not positive and finite, or a token that would travel unprotected.
        OSError: A file of ``tls`` cannot be read.
    """

    def __init__(
        self,
        target: str,
        *,
        tls: Tls | None = None,
        deadline: float = DEADLINE,
        language: str | None = None,
        token: str | None = None,
        options: Sequence[Option] = (),
    ) -> None:
        self._connection = Connection(target, tls, deadline, language, token, options)
        channel_options = self._connection.channel_options()
        self.channel = (
            grpc.secure_channel(target, tls.credentials(), channel_options)
            if tls
            else grpc.insecure_channel(target, channel_options)
        )
        """The gRPC channel."""
        self.stub = RefereeServiceStub(self.channel)
        """The generated stub, for what the methods do not offer: no deadline by itself, ``grpc.RpcError`` raised."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._connection.target!r})"

    def close(self) -> None:
        """Closes the connection. Calls under way are cancelled, and a call after it raises ValueError."""
        self.channel.close()

    def list_variants(
        self,
        *,
        deadline: float | None = None,
        language: str | None = None,
    ) -> ListVariantsResponse:
        """Lists what the server can judge: presets, features, options, rules, and the words that answers use.

        The same until the server is started with other plugins, so it may be kept.
        """
        request = asking.list_variants()
        return self._call(self.stub.ListVariants, request, deadline, language)

    def deal_cards(
        self,
        rules: RulesetLike,
        *,
        dealer: SeatLike | None = None,
        draws: DrawsLike = (),
        deck: CardsLike = (),
        cut: int | None = None,
        reserve_in: int | None = None,
        totals_in: PointsLike = (),
        last_deal: bool = False,
        deadline: float | None = None,
        language: str | None = None,
    ) -> DealCardsResponse:
        """Starts a deal: a record with no action yet, and its position.

        The dealer is given, or follows from the cards drawn: ``draws={"south": "KH", "east": "7C", ...}``. Without a
        ``deck`` the server shuffles one; ``cut`` is how many cards are lifted from it. The record shows every hand:
        ``redact_deal`` makes from it what a seat may see.
        """
        request = asking.deal_cards(
            rules,
            dealer=dealer,
            draws=draws,
            deck=deck,
            cut=cut,
            reserve_in=reserve_in,
            totals_in=totals_in,
            last_deal=last_deal,
        )
        return self._call(self.stub.DealCards, request, deadline, language)

    def inspect_deal(
        self,
        deal: Deal,
        *,
        deadline: float | None = None,
        language: str | None = None,
    ) -> InspectDealResponse:
        """Explains a record: where it stands, what may be done now, and which action was the first to break a rule."""
        request = asking.inspect_deal(deal)
        return self._call(self.stub.InspectDeal, request, deadline, language)

    def list_legal_actions(
        self,
        deal: Deal,
        *,
        full_ruleset: bool = False,
        deadline: float | None = None,
        language: str | None = None,
    ) -> ListLegalActionsResponse:
        """Lists what the seat to act may do, and every other card of its hand with the rules that object."""
        request = asking.list_legal_actions(deal, full_ruleset=full_ruleset)
        return self._call(self.stub.ListLegalActions, request, deadline, language)

    def apply_action(
        self,
        deal: Deal,
        action: ActionLike,
        *,
        full_ruleset: bool = False,
        deadline: float | None = None,
        language: str | None = None,
    ) -> ApplyActionResponse:
        """Judges an action, ``"JH"`` or ``actions.passed()``, and gives the record with it.

        An illegal action raises nothing: the ruling says so, the violations say why, and there is no new record.
        """
        request = asking.apply_action(deal, action, full_ruleset=full_ruleset)
        return self._call(self.stub.ApplyAction, request, deadline, language)

    def redact_deal(
        self,
        deal: Deal,
        seat: SeatLike,
        *,
        deadline: float | None = None,
        language: str | None = None,
    ) -> RedactDealResponse:
        """Gives a record as a seat may see it: what only others know is taken out."""
        request = asking.redact_deal(deal, seat)
        return self._call(self.stub.RedactDeal, request, deadline, language)

    def score_deal(
        self,
        deal: Deal,
        *,
        deadline: float | None = None,
        language: str | None = None,
    ) -> ScoreDealResponse:
        """Scores a finished deal."""
        request = asking.score_deal(deal)
        return self._call(self.stub.ScoreDeal, request, deadline, language)

    def score_match(
        self,
        rules: RulesetLike,
        deals: Iterable[ToldDeal] = (),
        *,
        first_dealer: SeatLike | None = None,
        full_ruleset: bool = False,
        deadline: float | None = None,
        language: str | None = None,
    ) -> ScoreMatchResponse:
        """Adds up a match: totals, points held over, whether it is over and who won, who deals next.

        Each deal is told as a record, as a score sheet, or as a tally, whichever is at hand.
        """
        request = asking.score_match(rules, deals, first_dealer=first_dealer, full_ruleset=full_ruleset)
        return self._call(self.stub.ScoreMatch, request, deadline, language)

    def list_legal_cards(
        self,
        rules: RulesetLike,
        *,
        trump: TrumpLike,
        hand: CardsLike,
        trick: CardsLike = (),
        leader: SeatLike | None = None,
        taker: SeatLike | None = None,
        doubling: DoublingLike | None = None,
        full_ruleset: bool = False,
        deadline: float | None = None,
        language: str | None = None,
    ) -> ListLegalCardsResponse:
        """Lists the cards of a hand that may be played to a trick: ``hand="7H AS", trick="KC"``. It needs no record."""
        request = asking.list_legal_cards(
            rules,
            trump=trump,
            hand=hand,
            trick=trick,
            leader=leader,
            taker=taker,
            doubling=doubling,
            full_ruleset=full_ruleset,
        )
        return self._call(self.stub.ListLegalCards, request, deadline, language)

    def judge_trick(
        self,
        rules: RulesetLike,
        *,
        trump: TrumpLike,
        leader: SeatLike,
        cards: CardsLike,
        full_ruleset: bool = False,
        deadline: float | None = None,
        language: str | None = None,
    ) -> JudgeTrickResponse:
        """Tells who won a trick, or is master of it so far, and what it is worth. It needs no record."""
        request = asking.judge_trick(rules, trump=trump, leader=leader, cards=cards, full_ruleset=full_ruleset)
        return self._call(self.stub.JudgeTrick, request, deadline, language)

    def score_tally(
        self,
        rules: RulesetLike,
        tally: Tally,
        *,
        reserve_in: int | None = None,
        deadline: float | None = None,
        language: str | None = None,
    ) -> ScoreTallyResponse:
        """Scores a deal played with real cards, from what the table counted: see ``tally``."""
        request = asking.score_tally(rules, tally, reserve_in=reserve_in)
        return self._call(self.stub.ScoreTally, request, deadline, language)

    def batch_judge(
        self,
        questions: Iterable[QuestionLike],
        *,
        deadline: float | None = None,
        language: str | None = None,
    ) -> BatchJudgeResponse:
        """Asks up to 1,000 questions at once, as ``questions`` makes them; the answers come in their order.

        A question that cannot be answered raises nothing: its answer has an ``error``, of which ``error_of_question``
        makes the error that it would have raised alone.
        """
        request = asking.batch_judge(questions)
        return self._call(self.stub.BatchJudge, request, deadline, language)

    @overload
    def ask(
        self, request: ListVariantsRequest, *, deadline: float | None = None, language: str | None = None
    ) -> ListVariantsResponse: ...

    @overload
    def ask(
        self, request: DealCardsRequest, *, deadline: float | None = None, language: str | None = None
    ) -> DealCardsResponse: ...

    @overload
    def ask(
        self, request: InspectDealRequest, *, deadline: float | None = None, language: str | None = None
    ) -> InspectDealResponse: ...

    @overload
    def ask(
        self, request: ListLegalActionsRequest, *, deadline: float | None = None, language: str | None = None
    ) -> ListLegalActionsResponse: ...

    @overload
    def ask(
        self, request: ApplyActionRequest, *, deadline: float | None = None, language: str | None = None
    ) -> ApplyActionResponse: ...

    @overload
    def ask(
        self, request: RedactDealRequest, *, deadline: float | None = None, language: str | None = None
    ) -> RedactDealResponse: ...

    @overload
    def ask(
        self, request: ScoreDealRequest, *, deadline: float | None = None, language: str | None = None
    ) -> ScoreDealResponse: ...

    @overload
    def ask(
        self, request: ScoreMatchRequest, *, deadline: float | None = None, language: str | None = None
    ) -> ScoreMatchResponse: ...

    @overload
    def ask(
        self, request: ListLegalCardsRequest, *, deadline: float | None = None, language: str | None = None
    ) -> ListLegalCardsResponse: ...

    @overload
    def ask(
        self, request: JudgeTrickRequest, *, deadline: float | None = None, language: str | None = None
    ) -> JudgeTrickResponse: ...

    @overload
    def ask(
        self, request: ScoreTallyRequest, *, deadline: float | None = None, language: str | None = None
    ) -> ScoreTallyResponse: ...

    @overload
    def ask(
        self, request: BatchJudgeRequest, *, deadline: float | None = None, language: str | None = None
    ) -> BatchJudgeResponse: ...

    def ask(self, request: Message, *, deadline: float | None = None, language: str | None = None) -> Message:
        """Sends a request of the contract as it is, and gives its answer."""
        rpc: grpc.UnaryUnaryMultiCallable[Message, Message] = getattr(self.stub, rpc_of(request))
        return self._call(rpc, request, deadline, language)

    def _call(
        self,
        rpc: "grpc.UnaryUnaryMultiCallable[Request, Response]",
        request: Request,
        deadline: float | None,
        language: str | None,
    ) -> Response:
        seconds, metadata = self._connection.seconds(deadline), self._connection.metadata(language)
        try:
            return rpc(request, timeout=seconds, metadata=metadata)
        except grpc.RpcError as refused:
            raise error_of_call(refused) from refused


def rpc_of(request: Message) -> str:
    """The name of the call that a request belongs to. Raises TypeError for another message."""
    name = type(request).__name__
    if not name.endswith("Request"):
        raise TypeError(f"{name} is no request")
    return name.removesuffix("Request")
