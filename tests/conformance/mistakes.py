"""The negative control: the same suite with mistakes planted, each of which every runner has to find."""

from collections.abc import Callable
from typing import Any, Final

from belote.conformance.v1 import conformance_pb2 as vectors
from belote.referee.v1 import card_pb2


def _refused_rule(member: Any) -> None:
    member.response.refused[0].violations[0].rule_id = "play/no_such_rule"


def _card_more(member: Any) -> None:
    member.response.legal.append(card_pb2.CARD_SEVEN_OF_CLUBS)


def _winner_index_unset(member: Any) -> None:
    member.response.ClearField("winner_index")


def _point_too_many(member: Any) -> None:
    member.response.score_sheet.totals[0].points += 1


def _line_missing(member: Any) -> None:
    del member.response.score_sheet.written[0]


def _other_order(member: Any) -> None:
    first = member.response.totals[0]
    first.team, member.response.totals[1].team = member.response.totals[1].team, first.team


def _zero_unset(member: Any) -> None:
    member.response.deal.ClearField("reserve_in")


def _zero_for_unset(member: Any) -> None:
    member.response.deal.reserve_in = 0


def _answer_swapped(member: Any) -> None:
    member.response.answers.reverse()


def _other_sentence(member: Any) -> None:
    member.response.refused[0].violations[0].statement += "!"


def _other_code(member: Any) -> None:
    member.error.code = 13


def _other_reason(member: Any) -> None:
    member.error.reason = "HAND_SIZE"


def _other_domain(member: Any) -> None:
    member.error.domain = "somebody.else"


def _other_metadata(member: Any) -> None:
    member.error.metadata["value"] += "0"


def _metadata_missing(member: Any) -> None:
    member.error.metadata.clear()


def _field_missing(member: Any) -> None:
    del member.error.violated_fields[0]


def _fields_in_other_order(member: Any) -> None:
    fields = list(member.error.violated_fields)
    del member.error.violated_fields[:]
    member.error.violated_fields.extend(reversed(fields))


def _error_for_answer(member: Any) -> None:
    member.error.code = 3


def _answer_for_error(member: Any) -> None:
    member.response.SetInParent()


PLANTED: Final[tuple[tuple[str, Callable[[Any], None]], ...]] = (
    ("list_legal_cards/in_french", _refused_rule),
    ("list_legal_cards/*", _card_more),
    ("judge_trick/*", _winner_index_unset),
    ("score_tally/in_french", _point_too_many),
    ("score_deal/*", _line_missing),
    ("score_match/*", _other_order),
    ("deal_cards/reserve_of_zero", _zero_unset),
    ("deal_cards/reserve_unset", _zero_for_unset),
    ("batch_judge/good_and_bad", _answer_swapped),
    ("list_legal_actions/*", _other_sentence),
    ("deal_cards/refused_for_an_unknown_feature", _other_code),
    ("deal_cards/refused_for_an_unknown_preset", _other_reason),
    ("redact_deal/refused_for_no_seat", _other_domain),
    ("score_tally/refused_for_the_largest_number", _other_metadata),
    ("score_tally/refused_for_the_smallest_number", _metadata_missing),
    ("list_legal_cards/refused_with_details_near_their_limit", _fields_in_other_order),
    ("inspect_deal/refused_with_more_fields_than_fit", _field_missing),
    ("apply_action/in_french", _error_for_answer),
    ("deal_cards/refused_for_a_long_name", _answer_for_error),
)
"""Where a mistake is planted, and which. A star stands for the first vector of that call where the mistake fits."""


def with_mistakes(suite: vectors.ConformanceSuite) -> vectors.ConformanceSuite:
    """The suite with every mistake planted. Raises LookupError for one that has no place."""
    wrong = vectors.ConformanceSuite()
    wrong.CopyFrom(suite)
    spoiled: set[str] = set()
    for name, plant in PLANTED:
        for vector in wrong.vectors:
            fits = vector.name == name or (name.endswith("*") and vector.name.startswith(name[:-1]))
            if fits and vector.name not in spoiled and _planted(vector, plant):
                spoiled.add(vector.name)
                break
        else:
            raise LookupError(f"no vector {name} in which to plant {plant.__name__}")
    return wrong


def _planted(vector: vectors.ConformanceVector, plant: Callable[[Any], None]) -> bool:
    """Whether the mistake fits the vector and is in it now."""
    tried = vectors.ConformanceVector()
    tried.CopyFrom(vector)
    kind: Any = tried.WhichOneof("call")
    try:
        plant(getattr(tried, kind))
    except (IndexError, KeyError):
        return False
    if tried == vector:
        return False
    vector.CopyFrom(tried)
    return True
