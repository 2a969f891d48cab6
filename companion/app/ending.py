"""The end of a program with a window: asked for by signals too, and certain."""

from __future__ import annotations

import logging
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QCoreApplication, QTimer

logger = logging.getLogger(__name__)

SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
"""What asks a program to end; not every system has them all."""
LOOK_MS = 200
"""How often it is looked whether one came. Python sees signals only while it runs."""


@contextmanager
def end_on_signals(application: QCoreApplication) -> Iterator[threading.Event]:
    """Have the application quit once a signal asks for it, also one that comes before it runs.

    Yields:
        Set when one came.
    """
    asked = threading.Event()
    numbers = [number for name in SIGNALS if (number := getattr(signal, name, None)) is not None]
    heeded = [number for number in numbers if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, lambda *_: asked.set()) for number in heeded}
    look = QTimer()
    look.timeout.connect(lambda: application.quit() if asked.is_set() else None)
    look.start(LOOK_MS)
    try:
        yield asked
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def end_within(seconds: float, code: int) -> None:
    """End the process by then, whatever still hangs: a sound server, a keyring, a driver.

    Threads in the system's hands cannot be ended, and libraries wait for them when they close.

    Args:
        seconds: From now.
        code: The exit code.
    """
    timer = threading.Timer(seconds, _end, (code,))
    timer.daemon = True
    timer.start()


def _end(code: int) -> None:
    logger.error("not everything ended in time")
    logging.shutdown()
    os._exit(code)
