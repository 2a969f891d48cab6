"""What the settings can have done beside changing a value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


def _nothing() -> None:
    """Nobody is there to do it."""


@dataclass(frozen=True, slots=True)
class Deeds:
    """Each returns at once; what comes of it is told by the dialog's own methods.

    Attributes:
        starts_with_system: Whether the system starts the companion, as its own list says.
        autostart: Told whether it is to do so.
        first_start: Opens the first start again.
        export: Writes the settings to a file, without keys.
        offer: Asks what a check of ears and voice would cost.
        verify: Does the check, once.
    """

    starts_with_system: bool = False
    autostart: Callable[[bool], None] = lambda on: None
    first_start: Callable[[], None] = _nothing
    export: Callable[[], None] = _nothing
    offer: Callable[[], None] = _nothing
    verify: Callable[[], None] = _nothing
