"""Imports the way Python does them, once PySide6 is there.

For the sake of `from __feature__ import ...`, which nobody here writes, PySide6 puts itself around
`__import__`, reads the source of every module that is imported, and leaves it in `linecache`. For
the window that was 11 MB of text, read before its first frame.
"""

from __future__ import annotations

import builtins
import linecache

import PySide6.QtCore  # noqa: F401 - which puts itself around `__import__`


def import_plainly() -> None:
    """Take PySide6 out of `__import__` again, and forget the sources that it has read."""
    original = getattr(builtins, "__orig_import__", None)  # where PySide6 keeps Python's own
    if original is not None:
        builtins.__import__ = original
    linecache.clearcache()
