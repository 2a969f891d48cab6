"""Cutting a sentence into clauses, so that the first is heard while the next is made. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

LONG_PAUSE_S = 0.25
SHORT_PAUSE_S = 0.12
_CLAUSE = re.compile(r"[^，。！？；：,.!?;:…\n]+(?:[，。！？；：,.!?;:…\n]+|$)")
_LEAST_CHARACTERS = 4
"""A shorter clause is joined with the next: alone it sounds clipped."""
_INSIDE_WORD = re.compile(r"(?<=\d)[.,:](?=\d)")


@dataclass(frozen=True, slots=True)
class Clause:
    """A piece that is spoken in one breath.

    Attributes:
        text: Its words and the mark after them.
        pause_s: Silence after it.
    """

    text: str
    pause_s: float


def clauses(sentence: str) -> tuple[Clause, ...]:
    """Cut at marks; the last clause has no pause, as what follows is not its business."""
    kept = _INSIDE_WORD.sub(lambda match: chr(ord(match[0]) + _PRIVATE), sentence)
    pieces = _joined([match[0] for match in _CLAUSE.finditer(kept)])
    restored = [_INSIDE_BACK.sub(lambda match: chr(ord(match[0]) - _PRIVATE), p) for p in pieces]
    texts = [text.strip() for text in restored if re.search(r"\w", text)]
    return tuple(
        Clause(text, _pause(text) if at < len(texts) - 1 else 0.0) for at, text in enumerate(texts)
    )


_PRIVATE = 0xE000
_INSIDE_BACK = re.compile(f"[{chr(_PRIVATE)}-{chr(_PRIVATE + 0xFF)}]")


def _joined(pieces: list[str]) -> list[str]:
    found: list[str] = []
    for piece in pieces:
        if found and len(found[-1].strip()) < _LEAST_CHARACTERS:
            found[-1] += piece
        else:
            found.append(piece)
    return found


def _pause(text: str) -> float:
    return SHORT_PAUSE_S if text[-1] in "，、,：:" else LONG_PAUSE_S
