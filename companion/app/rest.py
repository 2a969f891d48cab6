"""What follows the first frame: the companion behind the window, or why there is none."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from companion.app.opening import Opening
from companion.support.crash_report import CrashKeeper
from companion.support.memory import give_back
from companion.support.paths import config_folder
from companion.support.settings import LoadedSettings
from companion.ui.gc_guard import GcGuard

if TYPE_CHECKING:
    from companion.app.parts import Devices
    from companion.app.window import WindowedCompanion
    from companion.support.secrets import Secrets

SETTLED_MS = 5000
"""From its start until the client has imported what it needs."""


@dataclass(frozen=True, slots=True)
class Means:
    """What a companion has in its hands; the computer's own where nothing else is given.

    Attributes:
        secrets: The system's keyring when None.
        make_devices: Gives microphone and speaker for each client.
        on_opening: Told of the window before it is shown, and of what follows.
    """

    secrets: Secrets | None = None
    make_devices: Callable[[], Devices] | None = None
    on_opening: Callable[[Opening, Rest], None] = lambda opening, rest: None


class Rest(QObject):
    """Puts the companion together once the window was seen. GUI thread.

    Args:
        application: Ends when the companion cannot be put together.
        loaded: Settings as they were read.
        crashes: Shows what the run before left, and watches this one.
        opening: The window.
        minimized: Be in the tray, or in the task bar where there is none.
        means: Keyring and devices.

    Attributes:
        companion: What was put together; None before.
    """

    def __init__(
        self,
        application: QApplication,
        loaded: LoadedSettings,
        crashes: CrashKeeper,
        opening: Opening,
        *,
        minimized: bool = False,
        means: Means = Means(),
    ) -> None:
        super().__init__(application)
        self._application = application
        self._loaded = loaded
        self._crashes = crashes
        self._opening = opening
        self._minimized = minimized
        self._means = means
        self.companion: WindowedCompanion | None = None
        self._error: Exception | None = None

    def begin(self) -> None:
        """Put the companion together and start it."""
        try:
            self.companion = self._made()
        except Exception as error:  # noqa: BLE001 - raised again where it can end the program
            self._error = error
            self._application.quit()
            return
        if report := self._crashes.left_by_last_run():
            self.companion.crash.keep(report, self._crashes.delete)
        self._crashes.watch()
        self.companion.start(minimized=self._minimized)
        self._opening.warm_up()
        if guard := self._application.findChild(GcGuard):
            QTimer.singleShot(SETTLED_MS, guard, guard.spare_what_is_there)
            QTimer.singleShot(SETTLED_MS, guard, _give_back_elsewhere)

    def end(self) -> None:
        """Stop the companion.

        Raises:
            Exception: Why there was none.
        """
        if self._error is not None:
            raise self._error
        if self.companion is not None:
            self.companion.stop()

    def _made(self) -> WindowedCompanion:
        from companion.app.window import WindowedCompanion
        from companion.speech.apart import keep_apart

        keep_apart()
        return WindowedCompanion(
            self._application,
            self._loaded,
            config_folder(),
            self._means.secrets,
            self._means.make_devices,
            opening=self._opening,
        )


def _give_back_elsewhere() -> None:
    """What the start has freed goes back to the system; on a thread, as it takes a moment."""
    threading.Thread(target=give_back, name="memory", daemon=True).start()
