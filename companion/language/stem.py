"""English words without the endings that rarely change what a short request means."""

from __future__ import annotations

MIN_STEM = 3
"""Letters that stay at least; "does" and "is" are no plurals."""

_ENDINGS = ("ing", "ed", "es", "s")
_NO_ENDINGS = ("ss", "us", "is")


def stem(word: str) -> str:
    """Take off one ending: `quests` and `quest`, `recommended` and `recommend` become one form.

    The result is compared and never shown; it need not be a word.
    """
    if word.endswith(_NO_ENDINGS):
        return word
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= MIN_STEM:
            return word[: -len(ending)]
    return word
