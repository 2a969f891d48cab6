"""Memory that was freed goes back to the system, where the C library would keep it."""

from __future__ import annotations

import ctypes
import logging
import sys

logger = logging.getLogger(__name__)

_M_ARENA_MAX = -8
_M_MMAP_THRESHOLD = -3
"""Of glibc's `mallopt`, see malloc.h."""
ARENAS = 2
MAPPED_BYTES = 128 << 10
"""Blocks from this size on, such as pictures, go back to the system when they are freed."""


def give_back() -> None:
    """Return freed memory; takes some milliseconds, and only glibc needs to be asked.

    After models of 100 to 300 MB were closed, most of theirs stays with the process otherwise.
    """
    if not sys.platform.startswith("linux"):
        return
    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (OSError, AttributeError):
        logger.debug("this C library has no malloc_trim")


def share_arenas() -> None:
    """Have threads share where they take memory from; before they are started.

    A heap for each of a dozen threads that are mostly at rest costs the window some MiB.
    """
    if not sys.platform.startswith("linux"):
        return
    try:
        library = ctypes.CDLL(None)
        library.mallopt(_M_ARENA_MAX, ARENAS)
        library.mallopt(_M_MMAP_THRESHOLD, MAPPED_BYTES)
    except (OSError, AttributeError):
        logger.debug("this C library has no mallopt")
