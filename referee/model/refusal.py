"""Why a request could not be read or built upon."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum, auto

from referee.model.text import Text


class Reason(StrEnum):
    """The reasons of the contract's ``ErrorReason``, without its prefix."""

    @staticmethod
    def _generate_next_value_(name: str, start: int, count: int, last_values: list[str]) -> str:
        return name

    REQUEST_UNREADABLE = auto()
    REQUEST_TOO_LARGE = auto()
    FIELD_MISSING = auto()
    FIELD_INVALID = auto()
    CARD_DUPLICATED = auto()
    CARD_UNKNOWN = auto()
    CARDS_INCONSISTENT = auto()
    HAND_SIZE = auto()
    TRICK_SIZE = auto()
    SEAT_INVALID = auto()
    WRONG_TURN_ORDER = auto()
    PRESET_UNKNOWN = auto()
    FEATURE_UNKNOWN = auto()
    OPTION_UNKNOWN = auto()
    OPTION_INVALID = auto()
    RULESET_CONFLICT = auto()
    RULESET_MISMATCH = auto()
    ILLEGAL_RECORD = auto()
    DEAL_NOT_FINISHED = auto()
    DEAL_FINISHED = auto()
    CARDS_HIDDEN = auto()
    TALLY_INCONSISTENT = auto()
    SCORE_SHEET_INCONSISTENT = auto()
    MATCH_OVER = auto()
    TOO_MANY_ACTIONS = auto()
    TOO_MANY_QUESTIONS = auto()
    TOO_MANY_DEALS = auto()
    ANSWER_TOO_LARGE = auto()
    SEAL_MISSING = auto()
    SEAL_INVALID = auto()
    PLUGIN_FAILED = auto()
    OVERLOADED = auto()
    STOPPING = auto()


@dataclass(frozen=True, slots=True)
class BadField:
    """One field at fault: its path in the request, why, in both languages, and the facts that its reason documents."""

    path: str
    reason: Reason
    description: Text
    facts: tuple[tuple[str, str], ...] = ()

    def under(self, prefix: str) -> "BadField":
        """The same fault, of a message that lies under ``prefix`` in the request; an empty path is that message."""
        facts = tuple(
            (name, ",".join(f"{prefix}.{path}" for path in value.split(",")) if name == "fields" else value)
            for name, value in self.facts
        )
        return BadField(f"{prefix}.{self.path}" if self.path else prefix, self.reason, self.description, facts)


def bad_field(path: str, reason: Reason, english: str, french: str, **facts: object) -> BadField:
    """A field at fault, with the facts that the contract documents at its reason."""
    return BadField(path, reason, Text(english, french), tuple((name, str(value)) for name, value in facts.items()))


ECHO_LIMIT = 40


def echo(value: object) -> str:
    """A value of the request, safe to repeat: at most 40 characters, flags as on the wire, controls escaped."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    text = text if len(text) <= ECHO_LIMIT else text[: ECHO_LIMIT - 1] + "…"
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text)


class Refused(Exception):
    """A request that no referee could read or build on; carries every bad field, the first one's reason leads."""

    def __init__(
        self,
        reason: Reason,
        message: Text,
        fields: Sequence[BadField] = (),
        metadata: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message.en)
        self.reason = reason
        self.message = message
        self.fields = tuple(fields)
        self.metadata = dict(metadata or {})

    @classmethod
    def for_fields(cls, fields: Sequence[BadField]) -> "Refused":
        """The refusal of a request with these bad fields: the first gives the reason, the message and the facts."""
        first = fields[0]
        more = len(fields) - 1
        message = Text(f"{first.path}: {first.description.en}", f"{first.path} : {first.description.fr}")
        if more:
            message = Text(f"{message.en} (and {more} more)", f"{message.fr} (et {more} de plus)")
        return cls(first.reason, message, fields, {"field": first.path, **dict(first.facts)})

    @classmethod
    def for_field(cls, path: str, reason: Reason, english: str, french: str, **facts: object) -> "Refused":
        """The refusal of a request with one bad field."""
        return cls.for_fields([bad_field(path, reason, english, french, **facts)])

    def under(self, prefix: str) -> "Refused":
        """The same refusal, of a message that lies under ``prefix`` in the request."""
        if not self.fields:
            return self
        return Refused.for_fields([one.under(prefix) for one in self.fields])
