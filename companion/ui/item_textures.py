"""Pictures of items out of the player's game, read beside the GUI thread and kept small."""

from __future__ import annotations

import logging
import queue
import threading
from collections import OrderedDict
from dataclasses import dataclass
from functools import cache
from typing import Protocol, runtime_checkable

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


@runtime_checkable
class KeepingTextures(Textures, Protocol):
    """Textures that also keep what came from elsewhere, such as from a server."""

    def keep(self, name: str, data: bytes) -> bool:
        """Keep the PNG of an item or texture; False for what is none, or too large for one."""
        ...


@dataclass(frozen=True, slots=True)
class _Came:
    """A picture from elsewhere."""

    name: str
    data: bytes


_Work = _Wish | _Came
_Job = tuple[int, "_Work | Textures | None"]
"""Which game it is about, counted from the first; then what to do, or with which textures."""


class GameIcons(QObject):
    """Implements `ItemIcons`; reads on a thread of its own, until `stop`. GUI thread.

    Args:
        textures: The player's game; used on that thread only. None has no pictures.
        parent: Owns it.
    """

    arrived = Signal()
    lacking = Signal(str)
    """The game has no such item or texture; whoever finds one elsewhere hands it to `take`."""
    _read = Signal(int, object, object)

    def __init__(self, textures: Textures | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._kept: OrderedDict[_Wish, QImage | None] = OrderedDict()
        self._asked: set[_Wish] = set()
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._game = 0
        self._has_textures = False
        self._ended = False
        self._read.connect(self._keep)
        self._soon = QTimer(self, singleShot=True, interval=TOLD_TOGETHER_MS)
        self._soon.timeout.connect(self.arrived)
        self._thread = threading.Thread(target=self._run, name="item textures", daemon=True)
        self._thread.start()
        if textures is not None:
            self.use(textures)

    def use(self, textures: Textures | None) -> None:
        """Show the items of another game from now on; None shows letters only."""
        self._game += 1
        self._has_textures = textures is not None
        self._kept.clear()
        self._asked.clear()
        self._jobs.put((self._game, textures))
        self._soon.start()  # cards that are on the screen ask again

    def picture(self, item: str) -> QImage | None:
        """The item's picture; None for none, or until it `arrived`."""
        return self._find((True, item))

    def texture(self, name: str) -> QImage | None:
        """A texture by name, likewise."""
        return self._find((False, name))

    def take(self, name: str, data: bytes) -> None:
        """Show, and have kept, a picture that was `lacking`."""
        self._jobs.put((self._game, _Came(name, data)))

    @property
    def is_waiting(self) -> bool:
        """Whether something was asked for and has not been looked for yet."""
        return bool(self._asked)

    def stop(self, deadline_s: float | None = None) -> bool:
        """Read nothing more.

        Args:
            deadline_s: How long to wait for the thread; None for as long as it takes.

        Returns:
            Whether the thread has ended.
        """
        self._ended = True
        self._jobs.put(None)
        self._thread.join(deadline_s)
        return not self._thread.is_alive()

    def _find(self, wish: _Wish) -> QImage | None:
        if wish in self._kept:
            self._kept.move_to_end(wish)
            return self._kept[wish]
        if self._has_textures and wish not in self._asked and len(self._asked) < MOST_WAITING:
            self._asked.add(wish)
            self._jobs.put((self._game, wish))
        return None

    def _keep(self, game: int, work: _Work, picture: QImage | None) -> None:
        if game != self._game:
            return
        if isinstance(work, _Came):
            wishes = [wish for wish in ((True, work.name), (False, work.name)) if self._lacks(wish)]
        else:
            self._asked.discard(work)
            wishes = [work]
        for wish in wishes:
            self._kept[wish] = picture
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        if picture is not None and not self._soon.isActive():
            self._soon.start()
        elif picture is None and not isinstance(work, _Came):
            self.lacking.emit(work[1])

    def _lacks(self, wish: _Wish) -> bool:
        return wish in self._kept and self._kept[wish] is None

    def _run(self) -> None:
        """On the thread: one job after another, those of the game of the moment."""
        textures: Textures | None = None
        while (job := self._jobs.get()) is not None and not self._ended:
            game, work = job
            if isinstance(work, tuple | _Came):
                if game == self._game and textures is not None:
                    picture = _picture(textures, work)
                    if not self._ended:
                        self._read.emit(game, work, picture)
                continue
            if textures is not None:
                textures.close()
            textures = work
        if textures is not None:
            textures.close()


def _picture(textures: Textures, work: _Work) -> QImage | None:
    try:
        data = _data(textures, work)
        return first_frame(data) if data is not None else None
    except Exception:
        logger.exception("no picture of %s", work.name if isinstance(work, _Came) else work[1])
        return None


def _data(textures: Textures, work: _Work) -> bytes | None:
    if isinstance(work, _Came):
        is_one = isinstance(textures, KeepingTextures) and textures.keep(work.name, work.data)
        return work.data if is_one else None
    is_item, name = work
    return textures.item(name) if is_item else textures.texture(name)


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
    """From now on cards show the items of a game; None shows letters only. Returns at once."""
    icons = application.findChild(GameIcons)
    if icons is not None:
        icons.use(textures)
    elif textures is not None:
        GameIcons(textures, application)


def end_game(application: QApplication, deadline_s: float | None = None) -> bool:
    """Show no game any more; whether its files were let go of within the deadline."""
    ended = True
    for icons in application.findChildren(GameIcons):
        ended = icons.stop(deadline_s) and ended
        icons.setParent(None)
        icons.deleteLater()
    return ended


def icons_of_the_game() -> ItemIcons:
    """What `show_game` last chose."""
    application = QApplication.instance()
    found = application.findChild(GameIcons) if application is not None else None
    return found if found is not None else no_icons()


@cache
def no_icons() -> NoIcons:
    """Nothing has a picture; one for the whole program, so that cards compare equal."""
    return NoIcons()
