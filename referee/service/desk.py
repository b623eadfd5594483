"""The service as a server sees it: names of calls, bytes in, bytes out, batches in slices."""

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Protocol

from belote.referee.v1 import referee_service_pb2, ruleset_pb2
from google.protobuf.message import DecodeError, Message

from referee.composition import Rulesets
from referee.model.refusal import Reason, Refused
from referee.model.text import LANGUAGES, Text
from referee.plugins import BUILT_IN, PluginFailed, PluginRefused
from referee.service.asking import Ask
from referee.service.calls import Calls
from referee.service.failure import Failure, failure, question_error
from referee.service.order import in_order
from referee.service.seal import Seals
from referee.wire import raw

SERVICE_NAME: Final = referee_service_pb2.DESCRIPTOR.services_by_name["RefereeService"].full_name


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one batch may ask and be answered, and how long it holds the loop at a stretch."""

    max_questions: int = 1000
    max_answer_bytes: int = 3 * 1024 * 1024
    slice_seconds: float = 0.002
    turns_between: int = 16
    """How often others get the loop between two slices: taking, reading and answering a call needs several turns, and
    gRPC takes one call a turn. With a single one a short call waited for a dozen slices.
    """
    batches_at_once: int = 2
    """More would leave too long between two turns of a short call."""


class Observer(Protocol):
    """Who is told what nobody can see from the calls and what is said to them."""

    def plugins_loaded(self, names: Iterable[str]) -> None:
        """These plugins judge."""

    def batch_asked(self, questions: int) -> None:
        """A batch brought so many questions."""

    def question_refused(self, error: Exception) -> None:
        """One question of a batch was not answered."""

    def rulesets_composed(self, count: int) -> None:
        """So many rulesets were composed."""


class Service:
    """Answers the referee's calls. It keeps nothing between them but composed rulesets."""

    UNARY: ClassVar[tuple[str, ...]] = (
        "ListVariants",
        "DealCards",
        "InspectDeal",
        "ListLegalActions",
        "ApplyAction",
        "RedactDeal",
        "ScoreDeal",
        "ScoreMatch",
        "ListLegalCards",
        "JudgeTrick",
        "ScoreTally",
    )

    def __init__(self, rulesets: Rulesets, limits: Limits | None = None, seals: Seals | None = None) -> None:
        self.rulesets = rulesets
        self._limits = limits or Limits()
        self._batches = asyncio.Semaphore(self._limits.batches_at_once)
        calls = Calls(rulesets, seals)
        self._calls: dict[str, tuple[type[Message], Callable[[Any, Ask], Message]]] = {
            "ListVariants": (referee_service_pb2.ListVariantsRequest, calls.list_variants),
            "DealCards": (referee_service_pb2.DealCardsRequest, calls.deal_cards),
            "InspectDeal": (referee_service_pb2.InspectDealRequest, calls.inspect_deal),
            "ListLegalActions": (referee_service_pb2.ListLegalActionsRequest, calls.list_legal_actions),
            "ApplyAction": (referee_service_pb2.ApplyActionRequest, calls.apply_action),
            "RedactDeal": (referee_service_pb2.RedactDealRequest, calls.redact_deal),
            "ScoreDeal": (referee_service_pb2.ScoreDealRequest, calls.score_deal),
            "ScoreMatch": (referee_service_pb2.ScoreMatchRequest, calls.score_match),
            "ListLegalCards": (referee_service_pb2.ListLegalCardsRequest, calls.list_legal_cards),
            "JudgeTrick": (referee_service_pb2.JudgeTrickRequest, calls.judge_trick),
            "ScoreTally": (referee_service_pb2.ScoreTallyRequest, calls.score_tally),
        }
        self._observers: list[Observer] = []
        self._quick_list_legal_actions = calls.quick_list_legal_actions
        self._calls_made = calls
        fields = referee_service_pb2.Question.DESCRIPTOR.fields
        for language in LANGUAGES:
            try:
                calls.list_variants(referee_service_pb2.ListVariantsRequest(), Ask(language))
            except Exception as fault:  # a feature that the catalogue cannot tell of is not served
                raise PluginRefused(f"the catalogue cannot be told: {type(fault).__name__}: {fault}") from fault
        self._questions = {
            one.name: call
            for one in fields
            for kind, call in self._calls.values()
            if one.message_type is not None and kind.DESCRIPTOR.full_name == one.message_type.full_name
        }

    def observed_by(self, observer: Observer) -> None:
        """Tells one more from now on, and first what there is already."""
        self._observers.append(observer)
        observer.plugins_loaded(dict.fromkeys(one.plugin for one in self.rulesets.features.values()))
        observer.rulesets_composed(self.rulesets.composed)
        self.rulesets.when_composed = self._composed

    def _composed(self) -> None:
        for one in self._observers:
            one.rulesets_composed(1)

    def answer(self, rpc: str, request: bytes, language: str) -> bytes:
        """The answer to one call, any but BatchJudge.

        Raises Refused when the request cannot be read or built on, PluginFailed when a plugin's code raised.
        """
        ask = _ASKS.get(language) or Ask(language)
        if rpc == "ListLegalActions":  # asked once for every card of every deal
            quick: bytes | None = self._asked(self._quick_list_legal_actions, request, ask)
            if quick is not None:
                return quick
        kind, call = self._calls[rpc]
        answer: Message = self._asked(call, _parsed(kind, request), ask)
        return answer.SerializeToString()

    async def answer_batch(self, request: bytes, language: str) -> bytes:
        """The answers to a batch; gives the loop back between slices, so that others are answered meanwhile."""
        questions = raw.questions(request)
        if questions is None:
            raise _unreadable()
        asked = len(questions)
        if not asked:
            raise Refused.for_field(
                "questions", Reason.FIELD_MISSING, "a batch asks something", "un lot pose des questions"
            )
        if asked > self._limits.max_questions:
            most = self._limits.max_questions
            text = f"{asked} questions, where {most} are read", f"{asked} questions, pour {most} au plus"
            raise Refused.for_field("questions", Reason.TOO_MANY_QUESTIONS, *text, count=asked, limit=most)
        for one in self._observers:
            one.batch_asked(asked)
        batch_rules: dict[tuple[str, str], Any] = {}
        ask = Ask(language, batch_rules)
        async with self._batches:
            return await self._answer_all(questions, ask, batch_rules)

    async def _answer_all(
        self, questions: Sequence[bytes], ask: Ask, batch_rules: dict[tuple[str, str], ruleset_pb2.RulesetInfo]
    ) -> bytes:
        """The response, joined from its answers; each is read from its question's bytes when its turn comes."""
        answers: list[bytes] = []
        room, until = self._limits.max_answer_bytes, time.perf_counter() + self._limits.slice_seconds
        for question in questions:
            known = len(batch_rules)
            answer = self._answered(question, ask)
            size = len(answer)
            if len(batch_rules) > known:
                size += sum(info.ByteSize() + _FRAMING for info in list(batch_rules.values())[known:])
            if size > room:
                for identity in list(batch_rules)[known:]:  # what is not answered needs no rules beside it
                    del batch_rules[identity]
                answer = self._unanswered(self._too_large(), ask)
                size = len(answer)
            room -= size
            answers.append(answer)
            if time.perf_counter() >= until:
                for _ in range(self._limits.turns_between):
                    await asyncio.sleep(0)
                until = time.perf_counter() + self._limits.slice_seconds
        rules = referee_service_pb2.BatchJudgeResponse(rulesets=batch_rules.values())
        return b"".join((*answers, rules.SerializeToString()))

    def failure(self, error: Exception, language: str) -> Failure:
        """What the caller is told when answering raised."""
        return failure(error, language)

    def _answered(self, asked: bytes, ask: Ask) -> bytes:
        """One answer as part of the response. Raises Refused REQUEST_UNREADABLE for bytes that are no question."""
        try:
            quick: bytes | None = None
            request = raw.asks_what_is_legal(asked)
            if request is not None:
                quick = self._asked(self._quick_list_legal_actions, request, ask)
            if quick is not None:
                return raw.answer_in_batch(raw.framed(_LIST_LEGAL_ACTIONS, quick))
            question = _parsed(referee_service_pb2.Question, asked)
            kind = question.WhichOneof("request")
            if kind is None:
                raise Refused.for_field("request", Reason.FIELD_MISSING, "is needed here", "est nécessaire ici")
            answer = self._asked(self._questions[kind], getattr(question, kind), ask)
        except _Unreadable:
            raise
        except Exception as error:  # noqa: BLE001  # one bad question spoils no other, whatever it is
            return self._unanswered(error, ask)
        whole: Any = {kind: answer}
        return _in_batch(referee_service_pb2.Answer(**whole))

    def _unanswered(self, error: Exception, ask: Ask) -> bytes:
        for one in self._observers:
            one.question_refused(error)
        return _in_batch(referee_service_pb2.Answer(error=question_error(error, ask.language)))

    def _too_large(self) -> Refused:
        most = self._limits.max_answer_bytes
        text = Text(
            "no room left in this batch; ask again in another", "plus de place dans ce lot ; reposez la question"
        )
        return Refused(Reason.ANSWER_TOO_LARGE, text, (), {"limit": str(most)})

    def _asked(self, call: Callable[[Any, Ask], Any], request: Message | bytes, ask: Ask) -> Any:
        """What the call says; bytes are a request for legal actions."""
        self._calls_made.in_use = None
        try:
            return call(request, ask)
        except Refused as refusal:
            kind = referee_service_pb2.ListLegalActionsRequest if isinstance(request, bytes) else request
            ordered = in_order(refusal, kind.DESCRIPTOR)
            if ordered is refusal:
                raise
            raise ordered from refusal
        except PluginFailed:
            raise
        except (Exception, SystemExit) as error:
            plugin = self.rulesets.blamed(error) or self._suspects()
            if not plugin:
                raise
            raise PluginFailed(plugin, error) from error

    def _suspects(self) -> str:
        """The plugins whose features were in use: one of them returned what the referee stumbled over."""
        ruleset = self._calls_made.in_use
        if ruleset is None:
            return ""
        found = (self.rulesets.features[name].plugin for name, _ in ruleset.features)
        return ", ".join(dict.fromkeys(name for name in found if name != BUILT_IN))


_ASKS: Final = {language: Ask(language) for language in LANGUAGES}
"""How a call of its own wants its answer."""
_FRAMING: Final = 8
"""Bytes that a ruleset takes beside its own, at most."""
_LIST_LEGAL_ACTIONS: Final = referee_service_pb2.Answer.DESCRIPTOR.fields_by_name["list_legal_actions"].number


class _Unreadable(Refused):
    """The bytes are no request, so that nothing in them can be answered."""


def _parsed(kind: type[Any], request: bytes) -> Any:
    try:
        return kind.FromString(request)
    except DecodeError as fault:
        raise _unreadable() from fault


def _unreadable() -> _Unreadable:
    text = Text("the bytes are no request of this call", "ces octets ne sont pas une requête de cet appel")
    return _Unreadable(Reason.REQUEST_UNREADABLE, text)


def _in_batch(answer: referee_service_pb2.Answer) -> bytes:
    return raw.answer_in_batch(answer.SerializeToString())
