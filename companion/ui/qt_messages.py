"""Qt's own messages go to our log instead of straight to the terminal."""

from __future__ import annotations

import logging
from collections.abc import Callable

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

logger = logging.getLogger(__name__)

LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.DEBUG,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}

UNSUPPORTED = "This plugin does not support"
"""How a platform without windows of its own (`offscreen`) answers harmless requests."""


def log_qt_messages(on_fatal: Callable[[str], None] = lambda words: None) -> None:
    """Route the messages of this process; for commands, as tests have a handler of their own.

    Args:
        on_fatal: Told what Qt complained of first before it ends the process with a crash.
    """
    first = ""

    def log(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        nonlocal first
        level = logging.DEBUG if message.startswith(UNSUPPORTED) else LEVELS[kind]
        logger.log(level, "Qt: %s", message)
        if kind is QtMsgType.QtFatalMsg:
            on_fatal(first or message)
        elif level >= logging.WARNING:
            first = first or message

    qInstallMessageHandler(log)
