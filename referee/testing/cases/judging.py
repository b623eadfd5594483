"""A case put to a referee: what differs from what is expected, and which rules the answers named."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby

from referee.notation import UnreadableText
from referee.testing.cases.asking import Referee, TurnedAway
from referee.testing.cases.dealing_questions import SHUFFLED, DealingQuestion
from referee.testing.cases.files import Case, Line, Miswritten
from referee.testing.cases.match_questions import MatchQuestion
from referee.testing.cases.question import Found, Question, Situation
from referee.testing.cases.record_questions import RecordQuestion
from referee.testing.cases.score_questions import TallyQuestion
from referee.testing.cases.spot_questions import HandQuestion, TrickQuestion

RULES = frozenset({"preset", "features", "options"})
"""Lines of every kind of question: the rules it is asked under."""


@dataclass(slots=True)
class Judged:
    """What came of a case."""

    case: Case
    agreed: list[str] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)


def kind_of(situation: Situation) -> type[Question]:
    """The kind of question that a situation is meant for, by the lines it has."""
    if "deal" in situation or "tally" in situation:
        return MatchQuestion
    if "draw" in situation or "cut" in situation or situation.get("deck") == SHUFFLED:
        return DealingQuestion
    if "dealer" in situation:
        return RecordQuestion
    if "taker" in situation or "cards" in situation or "passed-out" in situation:
        return TallyQuestion
    return HandQuestion if "hand" in situation else TrickQuestion


def judged(referee: Referee, case: Case) -> Judged:
    """Asks a case under each of its options, and whether the answers name its rule if and only if they should."""
    verdict = Judged(case)
    referee.named.clear()
    try:
        for options, found in _asked(referee, case):
            where = f"with {options}: " if options else ""
            for key, (expected, answered) in found:
                if expected == answered:
                    verdict.agreed.append(f"{where}{key} {expected}")
                else:
                    verdict.differences.append(f"{where}{key} {expected}, but the referee says {answered}")
    except (Miswritten, UnreadableText, ValueError, LookupError, AssertionError) as error:
        verdict.differences.append(f"cannot be read: {_misread(case, error)}")
    except TurnedAway as away:
        verdict.differences.append(f"refused: {away}")
    if not verdict.agreed and not verdict.differences:
        verdict.differences.append("asks nothing")
    if case.rule and case.named is not None and (case.rule in referee.named) is not case.named:
        said = "no answer names" if case.named else "some answer names"
        verdict.differences.append(f"{said} {case.rule}")
    return verdict


def _misread(case: Case, error: Exception) -> str:
    """The line that holds what cannot be read, and why it cannot."""
    if not isinstance(error, UnreadableText):
        return f"no such word: {error}" if isinstance(error, LookupError) else str(error)
    first = error.misreadings[0]
    lines = [*case.lines, *(line for section in case.sections for line in section.lines)]
    where = next((f"{line.key} {line.text}" for line in lines if first.read and first.read in line.text), case.title)
    return f"{where}: {first.message().partition(': ')[2]}"


def _asked(referee: Referee, case: Case) -> Iterator[tuple[str, Iterator[tuple[str, Found]]]]:
    situation = Situation(case.lines)
    setup = kind_of(situation).SETUP | RULES
    given = [line for line in case.lines if line.key in setup]
    answers = [line for line in case.lines if line.key not in setup]
    if answers:
        yield "", _looked_up(referee, given, answers)
    for section in case.sections:
        more = [Line("options", section.options)]
        yield section.options, _looked_up(referee, given + more, section.lines)


def _looked_up(
    referee: Referee, given: list[Line], answers: list[Line] | tuple[Line, ...]
) -> Iterator[tuple[str, Found]]:
    situation = Situation(given)
    question = kind_of(situation)(referee, situation)
    looks = {**question.looks(), "refused": question.refused}
    for key, lines in groupby(sorted(answers, key=lambda line: line.key), lambda line: line.key):
        if key not in looks:
            told, answered = ", ".join(sorted(question.SETUP | RULES)), ", ".join(looks)
            raise Miswritten(f"{key} cannot stand here: this situation is told by {told}, and answered by {answered}")
        yield key, looks[key](", ".join(line.text for line in lines))
