"""What a damaged file is answered with."""

from __future__ import annotations


class SnbtError(ValueError):
    """Text or bytes that are not what they should be.

    Attributes:
        line: Line of the fault, counted from 1; 0 where lines mean nothing.
    """

    def __init__(self, reason: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {reason}" if line else reason)
        self.line = line


class MixedListError(SnbtError):
    """A list whose elements are of different kinds: FTB Quests refuses it, newer games do not."""
