"""A row as a line of text: number, name, what is told of it; names of any script stand whole."""

from __future__ import annotations

import re

_RIGHT_TO_LEFT = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff]")
_LEFT_TO_RIGHT = "\u200e"


def row_line(front: str, name: str, detail: str = "") -> str:
    """A line such as `1. Stone Age · 6 of 8`.

    A name that is written from right to left is held between marks: without them the number in
    front and the numbers behind it would change places with it.

    Args:
        front: Number or mark, with the space behind it.
        name: From outside.
        detail: Told behind it; empty for nothing.
    """
    behind = f" · {detail}" if detail else ""
    if not _RIGHT_TO_LEFT.search(name):
        return f"{front}{name}{behind}"
    return f"{_LEFT_TO_RIGHT}{front}{name}{_LEFT_TO_RIGHT}{behind}"


def aloud(line: str) -> str:
    """The line for a voice: a pause before the detail, no marks for the eye."""
    return line.replace(_LEFT_TO_RIGHT, "").replace(" · ", ", ")
