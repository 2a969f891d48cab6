"""What is there before the first frame: the window, with nothing behind it yet. GUI thread.

What a player may do at once waits in the session; all the rest is imported on a thread of its own
once the window is painted, and put together by `window.py`. Nothing that this module imports may
bring sound, models, cards' widgets or asyncio along: `tests/ui/test_opening.py` holds it to that.
"""

from __future__ import annotations

import contextlib
import importlib
import logging
import sys
import threading

from PySide6.QtCore import QEvent, QObject, QTimer, Signal

from companion.app.session import Session
from companion.cards.library import CardLibrary, load_library
from companion.support.settings import Settings
from companion.ui.bridge import StateBridge
from companion.ui.main_window import MainWindow

logger = logging.getLogger(__name__)

AHEAD = (
    "companion.app.window",
    "companion.ui.chat_log",
    "companion.ui.overlay",
    "companion.client.client",
    *(("companion.client.hotkeys.x11",) if sys.platform == "linux" else ()),
)
"""What the window needs next, deepest first."""
UNSEEN_MS = 1000
"""A window that is not painted by then is covered or on another desktop; it goes on as well."""


class Opening(QObject):
    """Shows the window and says when the rest may follow.

    Args:
        settings: The player's; a window made for others is replaced by `MainWindow.use_library`.

    Attributes:
        session: Takes orders from now on; a client carries them out once it runs.
        bridge: Brings that client's snapshots to the window.
        window: The main window.
    """

    ready = Signal()
    """The window was painted and what comes next is imported."""

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.bridge = StateBridge(self)
        self.session = Session(self.bridge.publish, self.bridge.level_changed.emit)
        self._library = load_library(settings.locale, settings.resource_packs)
        self.window = MainWindow(self._library, self.session)
        self._is_seen = False

    def show(self) -> None:
        """Show the window; `ready` follows."""
        self.window.installEventFilter(self)
        QTimer.singleShot(UNSEEN_MS, self, self.go_on)
        self.window.show()

    def go_on(self) -> None:
        """Import what comes next without waiting for a first frame; `ready` follows once."""
        if not self._is_seen:
            self._is_seen = True
            self.window.removeEventFilter(self)
            work = threading.Thread(target=self._look_ahead, name="imports", daemon=True)
            work.start()

    def warm_up(self) -> None:
        """Draw some cards that nobody sees; what they need is imported by the time of `ready`."""
        from companion.ui.cards.warm_up import WarmUp

        WarmUp(self._library, self.window).start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Watch for the first frame; what follows must not come before it is on the screen."""
        if event.type() is QEvent.Type.Paint:
            QTimer.singleShot(0, self, self.go_on)
        return super().eventFilter(watched, event)

    def _look_ahead(self) -> None:
        """On a thread: what cannot be imported is found again, and told, where it is needed."""
        try:
            look_ahead(self._library)
        except Exception:
            logger.exception("something of the window cannot be imported")
        with contextlib.suppress(RuntimeError):  # the window was closed meanwhile
            self.ready.emit()


def look_ahead(library: CardLibrary) -> None:
    """Import and read what the first card and the client need, wherever that does not disturb."""
    for name in AHEAD:
        importlib.import_module(name)
    len(library.templates), len(library.phrases)
