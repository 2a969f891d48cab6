"""The garbage collector of a process that serves: no pause for what was read at the start.

A full collection walks every container there is. With books, indexes and dictionaries among them
that takes 100 to 250 ms, in which nobody is answered.
"""

from __future__ import annotations

import gc

YOUNG, MIDDLE, OLD = 10_000, 10, 10
"""New containers before the young are looked at, and rounds before the older ones are."""


def settle() -> None:
    """Collect once, and leave all that is there now out of later collections.

    For a process whose long-lived data is complete; blocks for some tenths of a second. What is
    there now and falls into a cycle later is not freed any more.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
