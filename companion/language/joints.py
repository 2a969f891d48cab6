"""A Latin name among Chinese characters stands apart from them, as Chinese print has it."""

from __future__ import annotations

PLACE = "\ue000"
"""Stands in a text where a name comes; no text of a player's or of a pack's has it."""


def set_in(text: str, name: str) -> str:
    """Put a name in its place: `击败 1 只` and `Rotbeast` become `击败 1 只 Rotbeast`.

    Args:
        text: With `PLACE` in it; without, it is returned as it is.
        name: What comes there.
    """
    before, place, after = text.partition(PLACE)
    if not place:
        return text
    left = " " if _meet(before[-1:], name[:1]) else ""
    right = " " if _meet(after[:1], name[-1:]) else ""
    return f"{before}{left}{name}{right}{after}"


def _meet(sign: str, letter: str) -> bool:
    """Whether a Chinese character and a Latin letter or digit would touch."""
    return "\u3400" <= sign <= "\u9fff" and letter.isascii() and letter.isalnum()
