"""Long texts, cut where a player stops reading, so that no text can freeze the window."""

from __future__ import annotations

MOST_CHARACTERS = 6_000
MOST_LINES = 200


def clipped(text: str) -> str:
    """A text, or the beginning of it with an ellipsis."""
    lines = text[: MOST_CHARACTERS + 1].splitlines()
    if len(text) <= MOST_CHARACTERS and len(lines) <= MOST_LINES:
        return text
    return "\n".join(lines[:MOST_LINES])[:MOST_CHARACTERS] + "…"
