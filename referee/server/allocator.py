"""How the C library hands out memory to the threads of a server."""

import ctypes
import os
from typing import Final

VARIABLE: Final = "MALLOC_ARENA_MAX"
TUNABLE: Final = "glibc.malloc.arena_max"
_M_ARENA_MAX: Final = -8
"""As <malloc.h> has it."""


def one_arena() -> bool:
    """Has all threads of this process share one heap, where the C library is glibc; whether it does.

    By itself glibc gives each of gRPC's threads one of its own, up to eight a core. What a caller's bytes leave free in
    one is of no use to the others, so that a server would grow for hours. The environment has the last word. To be
    called before there are other threads.
    """
    if VARIABLE in os.environ or TUNABLE in os.environ.get("GLIBC_TUNABLES", ""):
        return False
    try:
        if not (os.confstr("CS_GNU_LIBC_VERSION") or "").startswith("glibc"):
            return False
    except (AttributeError, OSError, ValueError):  # another system, or another C library
        return False
    return bool(ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1))
