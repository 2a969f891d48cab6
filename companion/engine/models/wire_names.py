"""Names of functions as the format allows them, and the way back. Pure.

Ours have colons and dots (`system:quest_list`); the format takes letters, digits, `_` and `-`, at
most 64 of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

MOST_CHARACTERS = 64

_FOREIGN = re.compile(r"[^A-Za-z0-9_-]")


class WireNames:
    """The names of one request, each once in either direction. Any one thread or loop."""

    def __init__(self, names: Iterable[str]) -> None:
        """Name every function; two that would look the same get a number."""
        self._wire: dict[str, str] = {}
        self._ours: dict[str, str] = {}
        for name in names:
            self._add(name)

    def to_wire(self, name: str) -> str:
        """The name in a request; one that is not offered any more keeps its shape."""
        return self._wire.get(name) or _shaped(name)

    def to_ours(self, name: str) -> str:
        """Our name for one the model wrote; what was never offered comes back as it is."""
        return self._ours.get(name, name)

    def _add(self, name: str) -> None:
        wire, number = _shaped(name), 2
        while wire in self._ours:
            tail = f"_{number}"
            wire = _shaped(name)[: MOST_CHARACTERS - len(tail)] + tail
            number += 1
        self._wire[name] = wire
        self._ours[wire] = name


def _shaped(name: str) -> str:
    return _FOREIGN.sub("_", name)[:MOST_CHARACTERS] or "_"
