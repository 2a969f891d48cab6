"""Results that tell a model less than they hold."""

from __future__ import annotations

from typing import Protocol, runtime_checkable


@runtime_checkable
class Telling(Protocol):
    """A tool's result that is more than facts, such as a card to show beside them."""

    def told(self) -> object:
        """The facts alone, for whoever reasons about them; whatever msgspec can write."""
        ...
