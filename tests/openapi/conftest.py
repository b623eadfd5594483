"""The vectors' own messages are found once their package is imported."""

import tests.conformance  # noqa: F401  # see above
