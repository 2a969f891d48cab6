"""How Qwen counts characters, and texts cut so that one request stays within its limit."""

from __future__ import annotations

import re

LIMIT = 600
"""Billed characters of one request. Whether the service counts Han double here is not documented,
so the stricter reading is used."""

_HAN = re.compile(r"[\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_SENTENCE_END = re.compile(r"[。！？!?…；;\n]+[”’」』\"')]*|\.(?=\s)")
_CLAUSE_END = re.compile(r"[，、：,:]+|\s+")


def billed(text: str) -> int:
    """Characters as they are billed: a Han ideograph is two, anything else one."""
    return len(text) + len(_HAN.findall(text))


def pieces(text: str, limit: int = LIMIT) -> tuple[str, ...]:
    """Cut a text at sentence ends, else at clauses and spaces, else anywhere.

    Returns:
        Trimmed pieces of at most `limit` billed characters; empty ones are left out.
    """
    cut: list[str] = []
    rest = text.strip()
    while rest:
        fitting = _fitting(rest, limit)
        at = fitting if fitting == len(rest) else _break(rest, fitting)
        cut.append(rest[:at].strip())
        rest = rest[at:].strip()
    return tuple(cut)


def _fitting(text: str, limit: int) -> int:
    """The number of leading characters that fit; at least one."""
    room = limit
    for index, character in enumerate(text):
        room -= billed(character)
        if room < 0:
            return max(1, index)
    return len(text)


def _break(text: str, fitting: int) -> int:
    """Where to cut a text of which only the first `fitting` characters fit."""
    # A space just behind them may end the piece: it is trimmed away.
    reach = fitting + text[fitting].isspace()
    for ends in (_SENTENCE_END, _CLAUSE_END):
        found = (match.end() for match in ends.finditer(text, 0, fitting + 1))
        if places := [end for end in found if end <= reach]:
            return places[-1]
    return fitting
