"""Qt's messages land in our log, and harmless ones stay out of the way."""

from __future__ import annotations

import logging

import pytest
from PySide6.QtCore import qInstallMessageHandler, qWarning

from companion.ui.qt_messages import UNSUPPORTED, log_qt_messages


@pytest.fixture
def routed(caplog):
    before = qInstallMessageHandler(None)
    log_qt_messages()
    caplog.set_level(logging.DEBUG, "companion.ui.qt_messages")
    yield caplog
    qInstallMessageHandler(before)


@pytest.mark.parametrize(
    ("message", "level"),
    [("a real problem", logging.WARNING), (f"{UNSUPPORTED} raise()", logging.DEBUG)],
)
def test_a_message_of_qt_is_logged_at_its_level(routed, message, level):
    qWarning(message)
    assert [(r.levelno, r.getMessage()) for r in routed.records] == [(level, f"Qt: {message}")]
