"""Child processes that run this same program."""

from __future__ import annotations

import os
from pathlib import Path

import companion


def environment() -> dict[str, str]:
    """The child finds the same `companion` that runs here, also in a checkout."""
    ours = str(Path(companion.__file__).resolve().parent.parent)
    paths = [ours, *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONIOENCODING": "utf-8"}
