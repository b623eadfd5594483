"""What guided fuzzing begins with: requests of the vectors, sound ones about every preset, and what it found before."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from belote.conformance.v1 import conformance_pb2 as vectors

from tests.conformance import VECTORS
from tests.fuzz.promises import RPCS, written
from tests.fuzz.sound import sound_request
from tests.properties.random_questions import REQUESTS

CORPUS: Final = Path(__file__).with_name("corpus.txt")
"""Inputs in hexadecimal that reached code, or ways through it, which the others do not."""
SOUND: Final = 240
"""So many sound requests; there are some of every call and preset among them."""


def seeds() -> Iterator[tuple[str, bytes]]:
    """Inputs by their names."""
    suite = vectors.ConformanceSuite.FromString(VECTORS.read_bytes())
    kinds = {kind.DESCRIPTOR.full_name: rpc for rpc, kind in REQUESTS.items()}
    for number, vector in enumerate(suite.vectors):
        member: Any = getattr(vector, str(vector.WhichOneof("call")))
        rpc = kinds[member.request.DESCRIPTOR.full_name]
        if rpc in RPCS:
            yield f"vector_{number}", written(rpc, member.request.SerializeToString())
    for number in range(SOUND):
        rpc, request = sound_request(number)
        if rpc in RPCS:
            yield f"sound_{number}", written(rpc, request.SerializeToString())
    for number, line in enumerate(CORPUS.read_text(encoding="ascii").split()):
        yield f"found_{number}", bytes.fromhex(line)
