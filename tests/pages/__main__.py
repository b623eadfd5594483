"""`python -m tests.pages` writes docs/RULES.md and docs/OPTIONS.md; `--check` shows how those that are there differ."""

import sys

from .writing import main

sys.exit(main())
