"""`python -m tests.pages` writes the pages of docs/ that come from the catalogue; `--check` only compares."""

import sys

from .writing import main

sys.exit(main())
