"""Sentences that a service finishes one after the other, joined to what was said. Pure."""

from __future__ import annotations

import re

_WIDE_END = re.compile("[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]$")


class Sentences:
    """Guards the finished sentences of one utterance and the one under way."""

    def __init__(self) -> None:
        self._settled: list[str] = []
        self._current = ""

    def change(self, text: str) -> None:
        """The sentence under way reads like this now."""
        self._current = text

    def settle(self, text: str) -> None:
        """The sentence under way is over and reads like this."""
        self._settled.append(text)
        self._current = ""

    @property
    def text(self) -> str:
        """All that was said so far."""
        joined = ""
        for part in (part.strip() for part in (*self._settled, self._current)):
            joined += f" {part}" if joined and part and not _WIDE_END.search(joined) else part
        return joined
