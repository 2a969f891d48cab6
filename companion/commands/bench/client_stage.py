"""What a measurement of the window works on, from a thread of its own."""

from __future__ import annotations

import threading
import time

from PySide6.QtCore import QCoreApplication, QTimer

from companion.app.rest import Rest
from companion.app.session import Session
from companion.app.window import WindowedCompanion

READY_S = 60.0
"""For the companion to be put together."""
SETTLE_S = 8.0
"""From then until engine, ears and voice are up and memory is given back."""


class Stage:
    """The window that was opened, and the client behind it.

    Args:
        rest: Has the companion, soon.
    """

    def __init__(self, rest: Rest) -> None:
        self._rest = rest

    def settled(self) -> None:
        """Wait until all is up and at rest.

        Raises:
            TimeoutError: The companion was not put together.
        """
        deadline = time.monotonic() + READY_S
        while self._rest.companion is None:
            if time.monotonic() > deadline:
                raise TimeoutError("no companion")
            time.sleep(0.05)
        time.sleep(SETTLE_S)

    @property
    def companion(self) -> WindowedCompanion:
        """The companion; after `settled`."""
        assert self._rest.companion is not None
        return self._rest.companion

    @property
    def session(self) -> Session:
        """The client behind the window."""
        return self.companion._session

    def drained(self) -> None:
        """Wait until the client has taken all that was handed over."""
        done = threading.Event()
        self.session._order(lambda client: client._order(lambda core: done.set()))
        done.wait(60)

    def quit(self) -> None:
        """End the window."""
        application = QCoreApplication.instance()
        assert application is not None
        QTimer.singleShot(0, application, application.quit)
