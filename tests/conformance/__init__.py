"""One set of vectors for every client: written as cases, compiled to one file, replayed by a runner a language."""

import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
HERE: Final = Path(__file__).parent
VECTORS: Final = HERE / "vectors.binpb"
WRONG: Final = HERE / "vectors_wrong.binpb"

# The messages of the vectors are generated beside the Python runner, and are no part of what users install.
sys.path.insert(0, str(ROOT / "clients" / "python" / "conformance"))
