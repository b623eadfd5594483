"""What the kit holds every feature to, each promise by name, and a broken one as a sentence that can be seen again."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

PROMISES: Final[Mapping[str, str]] = {
    "admitted": "A server admits the feature.",
    "both_languages": "Whatever people read is there in English and in French.",
    "rule_has_cases": "Each rule has a file of cases that shows it at work and not at work.",
    "case_holds": "Each case is answered as it is written, and the answers name its rule.",
    "options_compose": "Each value of an option composes with some preset; where it does not, the refusal says why.",
    "order_of_features": "No order of features, as installed or as asked for, changes the rules or a verdict.",
    "nothing_raises": "No code of a feature raises while a request is judged.",
    "keeps_nothing": "An answer depends on its request alone, never on what was asked before.",
    "deal_ends": "Each deal comes to an end.",
    "somebody_can_act": "While a deal lasts, somebody has something legal to do.",
    "cards_in_one_place": "After each step every card of the pack is in one place.",
    "points_add_up": "After each step the points won and those still to be won are the pack's.",
    "choices_agree": "What is listed as legal is judged legal, is clean once done, and leaves nothing legal out.",
    "refusals_have_reasons": "Each refusal names rules of the catalogue, in words of both languages.",
    "sheet_adds_up": "Totals are the sums of the written lines, and each line is of a known kind under a known rule.",
    "terms_listed": "Each id of a feature's own that an answer uses is a term or a step of a manifest.",
    "survives_text": "A record written in notation is read back as the same record.",
    "survives_wire": "A record sent over the wire arrives as the same record, and is answered alike.",
    "replays_alike": "A record told with hands for the deck, or without seats, comes to the same position.",
    "redaction_is_final": "Redacting a redacted record for the same seat changes nothing.",
    "redaction_hides": "A seat is shown no card that it could not have seen.",
    "redaction_tells_truth": "A verdict on a redacted record is that on the whole one, or left open.",
    "own_cards_are_certain": "Nothing about its own cards is ever left open to a seat.",
}
"""Every promise by name."""


class Said(NamedTuple):
    """A promise that does not hold, and how."""

    promise: str
    how: str


Found: TypeAlias = Iterator[Said]
"""What a check finds, one after the other; nothing where all is well."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A broken promise, where it was seen, and what shows it again."""

    promise: str
    how: str
    where: str = ""
    record: str = ""
    """The record in notation, as far as it was followed."""

    def __str__(self) -> str:
        place = f"\n  seen  {self.where}" if self.where else ""
        record = "".join(f"\n        {line}".rstrip() for line in self.record.splitlines())
        return f"{self.promise}: {PROMISES[self.promise]}\n  but   {self.how}{place}{record}"


class Broken(AssertionError):
    """Promises that do not hold, each told in a sentence."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__("\n\n".join(map(str, faults)))
        self.faults = faults

    @property
    def promises(self) -> set[str]:
        """Names of the promises that are broken."""
        return {fault.promise for fault in self.faults}
