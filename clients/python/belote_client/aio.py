"""A referee to be asked from asyncio."""

from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Self, TypeVar, overload

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
from belote_client.referee import rpc_of
from belote_client.rules import RulesetLike
from belote_client.words import CardsLike, DoublingLike, SeatLike, TrumpLike

if TYPE_CHECKING:
    from belote.referee.v1.referee_service_pb2_grpc import RefereeServiceAsyncStub

Request = TypeVar("Request", bound=Message)
Response = TypeVar("Response", bound=Message)


class AsyncReferee:
    """``Referee`` for asyncio: the same arguments, methods, answers and errors, and every method is awaited.

    It may be made anywhere. Its connection belongs to the event loop in which it is first used.
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
        self._credentials = tls.credentials() if tls else None
        self._channel: grpc.aio.Channel | None = None
        self._stub: RefereeServiceAsyncStub | None = None

    @property
    def channel(self) -> grpc.aio.Channel:
        """The gRPC channel. To be asked for within the event loop."""
        if self._channel is None:
            target, options = self._connection.target, self._connection.channel_options()
            self._channel = (
                grpc.aio.secure_channel(target, self._credentials, options)
                if self._credentials
                else grpc.aio.insecure_channel(target, options)
            )
        return self._channel

    @property
    def stub(self) -> "RefereeServiceAsyncStub":
        """The generated stub, for what the methods do not offer: no deadline by itself, ``grpc.RpcError`` raised."""
        if self._stub is None:
            self._stub = RefereeServiceStub(self.channel)
        return self._stub

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._connection.target!r})"

    async def close(self) -> None:
        """Closes the connection. Calls under way are cancelled, and a call after it raises an error of gRPC."""
        if self._channel is not None:
            await self._channel.close()

    async def list_variants(
        self,
        *,
        deadline: float | None = None,
        language: str | None = None,
    ) -> ListVariantsResponse:
        """Lists what the server can judge: presets, features, options, rules, and the words that answers use."""
        request = asking.list_variants()
        return await self._call(self.stub.ListVariants, request, deadline, language)

    async def deal_cards(
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
        """Starts a deal: a record with no action yet, and its position."""
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
        return await self._call(self.stub.DealCards, request, deadline, language)

    async def inspect_deal(
        self,
        deal: Deal,
        *,
        deadline: float | None = None,
        language: str | None = None,
    ) -> InspectDealResponse:
        """Explains a record: where it stands, what may be done now, and which action was the first to break a rule."""
        request = asking.inspect_deal(deal)
        return await self._call(self.stub.InspectDeal, request, deadline, language)

    async def list_legal_actions(
        self,
        deal: Deal,
        *,
        full_ruleset: bool = False,
        deadline: float | None = None,
        language: str | None = None,
    ) -> ListLegalActionsResponse:
        """Lists what the seat to act may do, and every other card of its hand with the rules that object."""
        request = asking.list_legal_actions(deal, full_ruleset=full_ruleset)
        return await self._call(self.stub.ListLegalActions, request, deadline, language)

    async def apply_action(
        self,
        deal: Deal,
        action: ActionLike,
        *,
        full_ruleset: bool = False,
        deadline: float | None = None,
        language: str | None = None,
    ) -> ApplyActionResponse:
        """Judges an action, ``"JH"`` or ``actions.passed()``, and gives the record with it."""
        request = asking.apply_action(deal, action, full_ruleset=full_ruleset)
        return await self._call(self.stub.ApplyAction, request, deadline, language)

    async def redact_deal(
        self,
        deal: Deal,
        seat: SeatLike,
        *,
        deadline: float | None = None,
        language: str | None = None,
    ) -> RedactDealResponse:
        """Gives a record as a seat may see it: what only others know is taken out."""
        request = asking.redact_deal(deal, seat)
        return await self._call(self.stub.RedactDeal, request, deadline, language)

    async def score_deal(
        self,
        deal: Deal,
        *,
        deadline: float | None = None,
        language: str | None = None,
    ) -> ScoreDealResponse:
        """Scores a finished deal."""
        request = asking.score_deal(deal)
        return await self._call(self.stub.ScoreDeal, request, deadline, language)

    async def score_match(
        self,
        rules: RulesetLike,
        deals: Iterable[ToldDeal] = (),
        *,
        first_dealer: SeatLike | None = None,
        full_ruleset: bool = False,
        deadline: float | None = None,
        language: str | None = None,
    ) -> ScoreMatchResponse:
        """Adds up a match: totals, points held over, whether it is over and who won, who deals next."""
        request = asking.score_match(rules, deals, first_dealer=first_dealer, full_ruleset=full_ruleset)
        return await self._call(self.stub.ScoreMatch, request, deadline, language)

    async def list_legal_cards(
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
        return await self._call(self.stub.ListLegalCards, request, deadline, language)

    async def judge_trick(
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
        return await self._call(self.stub.JudgeTrick, request, deadline, language)

    async def score_tally(
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
        return await self._call(self.stub.ScoreTally, request, deadline, language)

    async def batch_judge(
        self,
        questions: Iterable[QuestionLike],
        *,
        deadline: float | None = None,
        language: str | None = None,
    ) -> BatchJudgeResponse:
        """Asks up to 1,000 questions at once, as ``questions`` makes them; the answers come in their order."""
        request = asking.batch_judge(questions)
        return await self._call(self.stub.BatchJudge, request, deadline, language)

    @overload
    async def ask(
        self, request: ListVariantsRequest, *, deadline: float | None = None, language: str | None = None
    ) -> ListVariantsResponse: ...

    @overload
    async def ask(
        self, request: DealCardsRequest, *, deadline: float | None = None, language: str | None = None
    ) -> DealCardsResponse: ...

    @overload
    async def ask(
        self, request: InspectDealRequest, *, deadline: float | None = None, language: str | None = None
    ) -> InspectDealResponse: ...

    @overload
    async def ask(
        self, request: ListLegalActionsRequest, *, deadline: float | None = None, language: str | None = None
    ) -> ListLegalActionsResponse: ...

    @overload
    async def ask(
        self, request: ApplyActionRequest, *, deadline: float | None = None, language: str | None = None
    ) -> ApplyActionResponse: ...

    @overload
    async def ask(
        self, request: RedactDealRequest, *, deadline: float | None = None, language: str | None = None
    ) -> RedactDealResponse: ...

    @overload
    async def ask(
        self, request: ScoreDealRequest, *, deadline: float | None = None, language: str | None = None
    ) -> ScoreDealResponse: ...

    @overload
    async def ask(
        self, request: ScoreMatchRequest, *, deadline: float | None = None, language: str | None = None
    ) -> ScoreMatchResponse: ...

    @overload
    async def ask(
        self, request: ListLegalCardsRequest, *, deadline: float | None = None, language: str | None = None
    ) -> ListLegalCardsResponse: ...

    @overload
    async def ask(
        self, request: JudgeTrickRequest, *, deadline: float | None = None, language: str | None = None
    ) -> JudgeTrickResponse: ...

    @overload
    async def ask(
        self, request: ScoreTallyRequest, *, deadline: float | None = None, language: str | None = None
    ) -> ScoreTallyResponse: ...

    @overload
    async def ask(
        self, request: BatchJudgeRequest, *, deadline: float | None = None, language: str | None = None
    ) -> BatchJudgeResponse: ...

    async def ask(self, request: Message, *, deadline: float | None = None, language: str | None = None) -> Message:
        """Sends a request of the contract as it is, and gives its answer."""
        rpc: grpc.aio.UnaryUnaryMultiCallable[Message, Message] = getattr(self.stub, rpc_of(request))
        return await self._call(rpc, request, deadline, language)

    async def _call(
        self,
        rpc: "grpc.aio.UnaryUnaryMultiCallable[Request, Response]",
        request: Request,
        deadline: float | None,
        language: str | None,
    ) -> Response:
        seconds, metadata = self._connection.seconds(deadline), self._connection.metadata(language)
        try:
            return await rpc(request, timeout=seconds, metadata=metadata)
        except grpc.aio.AioRpcError as refused:
            raise error_of_call(refused) from refused
