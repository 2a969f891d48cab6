"""Child processes that run this same program."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import companion


def own_command(*words: str) -> tuple[str, ...]:
    """What runs one of our commands; a frozen build is its own interpreter."""
    if getattr(sys, "frozen", False):
        return (sys.executable, *words)
    return (sys.executable, "-m", "companion", *words)


def environment() -> dict[str, str]:
    """The child finds the same `companion` that runs here, also in a checkout."""
    ours = str(Path(companion.__file__).resolve().parent.parent)
    paths = [ours, *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONIOENCODING": "utf-8"}
