"""Pictures of items out of the player's game, read beside the GUI thread and kept small."""

from __future__ import annotations

import logging
import queue
import threading
from collections import OrderedDict
from functools import cache
from typing import Protocol

from PySide6.QtCore import QObject, QRect, QTimer, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from companion.ui.cards.item_icons import ItemIcons, NoIcons

logger = logging.getLogger(__name__)

MOST_KEPT = 2048
"""Pictures; one of 16 by 16 takes 1 KiB."""
MOST_WAITING = 1024
LARGEST_PX = 64
TOLD_TOGETHER_MS = 30
"""Pictures that come one after another are drawn together."""

_Wish = tuple[bool, str]
"""Whether it is an item (else a texture), and its name."""


class Textures(Protocol):
    """What a game's folder gives; `games.icons.ItemTextures` does."""

    def item(self, identifier: str) -> bytes | None:
        """The PNG of an item."""
        ...

    def texture(self, name: str) -> bytes | None:
        """The PNG of a texture."""
        ...

    def close(self) -> None:
        """Let go of files."""
        ...


class GameIcons(QObject):
    """Implements `ItemIcons`; `stop` ends its thread. GUI thread.

    Args:
        textures: The player's game; used on this object's own thread only.
        parent: Owns it.
    """

    arrived = Signal()
    _read = Signal(object, object)

    def __init__(self, textures: Textures, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._kept: OrderedDict[_Wish, QImage | None] = OrderedDict()
        self._asked: set[_Wish] = set()
        self._wishes: queue.SimpleQueue[_Wish | None] = queue.SimpleQueue()
        self._read.connect(self._keep)
        self._soon = QTimer(self, singleShot=True, interval=TOLD_TOGETHER_MS)
        self._soon.timeout.connect(self.arrived)
        self._thread = threading.Thread(
            target=self._work, args=(textures,), name="item textures", daemon=True
        )
        self._thread.start()

    def picture(self, item: str) -> QImage | None:
        """The item's picture; None for none, or until it `arrived`."""
        return self._find((True, item))

    def texture(self, name: str) -> QImage | None:
        """A texture by name, likewise."""
        return self._find((False, name))

    @property
    def is_waiting(self) -> bool:
        """Whether something was asked for and has not been looked for yet."""
        return bool(self._asked)

    def stop(self) -> None:
        """Read nothing more; returns when the thread has ended."""
        self._wishes.put(None)
        self._thread.join()

    def _find(self, wish: _Wish) -> QImage | None:
        if wish in self._kept:
            self._kept.move_to_end(wish)
            return self._kept[wish]
        if wish not in self._asked and len(self._asked) < MOST_WAITING:
            self._asked.add(wish)
            self._wishes.put(wish)
        return None

    def _keep(self, wish: _Wish, picture: QImage | None) -> None:
        self._asked.discard(wish)
        self._kept[wish] = picture
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        if picture is not None and not self._soon.isActive():
            self._soon.start()

    def _work(self, textures: Textures) -> None:
        """On the thread: read one wish after another."""
        while (wish := self._wishes.get()) is not None:
            is_item, name = wish
            try:
                data = textures.item(name) if is_item else textures.texture(name)
                picture = first_frame(data) if data is not None else None
            except Exception:
                logger.exception("no picture of %s", name)
                picture = None
            self._read.emit(wish, picture)
        textures.close()


def first_frame(data: bytes) -> QImage | None:
    """A PNG as a picture; of a strip of frames the first one. None for what cannot be decoded."""
    image = QImage.fromData(data)
    if image.isNull():
        return None
    if image.height() > image.width():
        image = image.copy(QRect(0, 0, image.width(), image.width()))
    if image.width() > LARGEST_PX:
        image = image.scaled(LARGEST_PX, LARGEST_PX)
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)


def show_game(application: QApplication, textures: Textures | None) -> None:
    """From now on cards show the items of a game; None shows letters only.

    Returns when the game that was shown before is let go of.
    """
    for before in application.findChildren(GameIcons):
        before.stop()
        before.setParent(None)
        before.deleteLater()
    if textures is not None:
        GameIcons(textures, application)


def icons_of_the_game() -> ItemIcons:
    """What `show_game` last chose."""
    application = QApplication.instance()
    found = application.findChild(GameIcons) if application is not None else None
    return found if found is not None else no_icons()


@cache
def no_icons() -> NoIcons:
    """Nothing has a picture; one for the whole program, so that cards compare equal."""
    return NoIcons()
