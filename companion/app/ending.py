"""The end of a program with a window: asked for by signals too, and certain."""

from __future__ import annotations

import logging
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QCoreApplication, QSocketNotifier

logger = logging.getLogger(__name__)

SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
"""What asks a program to end; not every system has them all."""
_MOST_SIGNALS = 4096
"""Bytes, one a signal, taken at once."""


@contextmanager
def end_on_signals(application: QCoreApplication) -> Iterator[threading.Event]:
    """Have the application quit once a signal asks for it, also one that comes before it runs.

    Python sees signals only while it runs, so each also wakes Qt's loop, by a socket.

    Yields:
        Set when one came.
    """
    asked = threading.Event()
    numbers = [number for name in SIGNALS if (number := getattr(signal, name, None)) is not None]
    heeded = [number for number in numbers if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, lambda *_: asked.set()) for number in heeded}
    with _told_of_signals(lambda: application.quit() if asked.is_set() else None):
        try:
            yield asked
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


@contextmanager
def _told_of_signals(tell: Callable[[], None]) -> Iterator[None]:
    """Call back on Qt's loop after each signal."""
    reading, writing = socket.socketpair()

    def woken() -> None:
        reading.recv(_MOST_SIGNALS)
        tell()

    with reading, writing:
        reading.setblocking(False)
        writing.setblocking(False)
        notifier = QSocketNotifier(reading.fileno(), QSocketNotifier.Type.Read)
        notifier.activated.connect(woken)
        before = signal.set_wakeup_fd(writing.fileno(), warn_on_full_buffer=False)
        try:
            yield
        finally:
            signal.set_wakeup_fd(before)
            notifier.setEnabled(False)


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
