"""A mapping that is read when somebody first looks into it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Later(Mapping[Key, Value]):
    """Reads once, for whichever thread asks first; the others wait for it.

    Args:
        read: Gives the mapping; what it raises is raised for whoever asked, and it is read again
            for the next.
    """

    def __init__(self, read: Callable[[], Mapping[Key, Value]]) -> None:
        self._read = read
        self._guard = threading.Lock()
        self._found: Mapping[Key, Value] | None = None

    def __getitem__(self, key: Key) -> Value:
        """The value of a key."""
        return self._all()[key]

    def __iter__(self) -> Iterator[Key]:
        """All keys."""
        return iter(self._all())

    def __len__(self) -> int:
        """How many there are."""
        return len(self._all())

    def _all(self) -> Mapping[Key, Value]:
        found = self._found
        if found is None:
            with self._guard:
                found = self._found = self._found if self._found is not None else self._read()
        return found
