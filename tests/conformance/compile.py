"""``python -m tests.conformance.compile``: writes the vectors anew, right and wrong ones."""

import sys

from google.protobuf.message import Message

from tests.conformance import VECTORS, WRONG
from tests.conformance.mistakes import PLANTED, with_mistakes
from tests.conformance.suite import Disagreement, compiled


def written(message: Message) -> bytes:
    """The same bytes for the same vectors, wherever and whenever they are written."""
    return message.SerializeToString(deterministic=True)


def main() -> int:
    """Writes both files, unless the referee disagrees with a case."""
    try:
        suite = compiled()
    except Disagreement as fault:
        print(fault)
        return 1
    VECTORS.write_bytes(written(suite))
    WRONG.write_bytes(written(with_mistakes(suite)))
    print(f"{len(suite.vectors)} vectors, {len(PLANTED)} of them spoiled in {WRONG.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
