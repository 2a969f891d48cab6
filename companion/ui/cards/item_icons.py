"""Where item pictures come from: what a tile asks for, and what it is told later.

`ui/item_textures.py` reads them from the player's own game; without a game every tile is drawn
with its letters.
"""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QObject, Signal, SignalInstance
from PySide6.QtGui import QImage


class ItemIcons(Protocol):
    """Pictures of items. GUI thread."""

    @property
    def arrived(self) -> SignalInstance:
        """Emitted when pictures that were asked for have come."""
        ...

    def picture(self, item: str) -> QImage | None:
        """The item's picture, small and square; None for none, or until it `arrived`."""
        ...

    def texture(self, name: str) -> QImage | None:
        """A texture by name, such as `minecraft:gui/toasts`; None as for `picture`."""
        ...


class NoIcons(QObject):
    """No game is known: nothing has a picture."""

    arrived = Signal()

    def picture(self, item: str) -> QImage | None:
        """None."""
        del item
        return None

    def texture(self, name: str) -> QImage | None:
        """None."""
        del name
        return None
