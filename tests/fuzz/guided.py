"""Fuzzing that follows which code is reached: `python -m tests.fuzz.guided 60` looks for a minute.

It begins with the requests of the vectors and with sound ones of every preset, changes them field by field and byte by
byte, and keeps what reaches code that nothing reached before in `build/fuzz/corpus`. What breaks a promise ends it and
lies in `build/fuzz/`; `python -m tests.fuzz.guided FILE` looks at it again.
"""

import random
import sys
from importlib.metadata import entry_points
from pathlib import Path
from typing import Final

import atheris  # type: ignore[import-untyped]  # it brings no types, and is installed in a place of its own

PROJECT: Final = "belote_referee"
"""The group of the plugins; what tells it must not be imported before it is followed."""
PLUGINS: Final = [entry.module.partition(".")[0] for entry in entry_points(group=PROJECT)]

with atheris.instrument_imports(include=["referee", *PLUGINS]):
    from tests.fuzz import promises
    from tests.fuzz.mutants import spoil
    from tests.fuzz.seeds import seeds

FOUND: Final = Path(__file__).resolve().parents[2] / "build" / "fuzz"
LARGEST: Final = 4096


def one_input(octets: bytes) -> None:
    """What is tried, over and over."""
    promises.look(*promises.read(octets))


def changed(octets: bytes, largest: int, seed: int) -> bytes:
    """The input with something changed: a field of its message, where it is one, or a byte."""
    chance = random.Random(seed)
    rpc, request = promises.read(octets)
    message = promises.parsed(rpc, request) if chance.random() < 0.6 else None
    if message is None:
        return bytes(atheris.Mutate(octets, largest))
    for _ in range(chance.choice((1, 1, 2, 3))):
        spoil(message, chance)
    return promises.written(rpc, message.SerializeToString())[:largest]


def main(told: str) -> None:
    """Looks for so many seconds, or at one file."""
    arguments = [sys.argv[0], f"-artifact_prefix={FOUND}/", "-timeout=30", f"-max_len={LARGEST}"]
    corpus = FOUND / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    if told.isdigit():
        for name, octets in seeds():
            (corpus / name).write_bytes(octets)
        arguments += [f"-max_total_time={told}", "-print_final_stats=1", str(corpus)]
    else:
        arguments.append(told)
    atheris.Setup(arguments, one_input, custom_mutator=changed)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "60")
