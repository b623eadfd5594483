"""Whether the core that judges was compiled when the referee was built, or runs from its sources."""

from typing import Final

from referee import replay

CORE: Final = "pure" if str(replay.__file__).endswith(".py") else "compiled"
"""``compiled`` or ``pure``: the same code and the same answers, sooner or later."""
