"""Case files judged and told on a screen: counted, or one file case by case."""

from collections.abc import Iterable, Iterator

from referee.testing.cases.asking import Referee
from referee.testing.cases.files import CaseFile
from referee.testing.cases.judging import judged


def count_files(referee: Referee, name: str, files: Iterable[CaseFile]) -> tuple[int, list[str]]:
    """Judges some files under one name: how many cases failed, and a line that counts them with every difference."""
    files = list(files)
    verdicts = [judged(referee, case) for file in files for case in file.cases]
    failed = [verdict for verdict in verdicts if verdict.differences]
    said = f"{name}: {len(verdicts) - len(failed)} passed, {len(failed)} failed"
    reasons = [f"{len(titles)} {why}" for file in files for why, titles in file.left_out]
    left = sum(len(titles) for file in files for _, titles in file.left_out)
    lines = [f"{said}, {left} left out ({'; '.join(reasons)})" if left else said]
    for verdict in failed:
        lines.append(f"  {verdict.case.place}  {verdict.case.title}")
        lines += [f"    {difference}" for difference in verdict.differences]
    return len(failed), lines


def tell_file(referee: Referee, file: CaseFile) -> Iterator[str]:
    """What the file of one rule says, case by case, and what the referee says to it; WRONG begins what differs."""
    if file.silent:
        yield f"No answer names it: {file.silent}."
    for case in file.cases:
        verdict = judged(referee, case)
        yield ""
        yield f"{'contrast' if case.contrast else 'case    '}  {case.title}"
        for line in case.lines:
            if not any(agreed.startswith(f"{line.key} ") for agreed in verdict.agreed):
                yield f"          {line.key:9} {line.text}"
        yield from (f"      ok  {agreed}" for agreed in verdict.agreed)
        yield from (f"   WRONG  {difference}" for difference in verdict.differences)
