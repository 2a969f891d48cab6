"""A certificate is looked at, compared and trusted where the server in use is not believed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from uuid import UUID

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QPushButton

from companion.cards.library import CardLibrary
from companion.client.offered_certificate import OfferedCertificate
from companion.client.servers import Server
from companion.client.servers_view import ServersView
from companion.support.errors import Failure
from companion.ui.pages.certificate import CertificatePanel
from companion.ui.pages.desk import NoServers
from tests.helpers.ui_look import find, texts

HOME = Server(UUID(int=1), "Home", "wss://play.example:7385/")
VIEW = ServersView((HOME,), str(HOME.id))
OFFERED = OfferedCertificate(str(HOME.id), b"certificate")


class Asked(NoServers):
    """Keeps what was asked."""

    def __init__(self) -> None:
        self.calls: list[object] = []

    def show_certificate(self, server: str) -> None:
        self.calls.append(server)

    def trust(self, offered: OfferedCertificate) -> None:
        self.calls.append(offered)


@pytest.fixture
def asked() -> Asked:
    return Asked()


@pytest.fixture
def panel(library: CardLibrary, asked: Asked) -> Iterator[CertificatePanel]:
    panel = CertificatePanel(library.translations, asked)
    panel.show_servers(VIEW)
    panel.show_reason(Failure.CERTIFICATE_UNTRUSTED)
    yield panel
    panel.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def press(panel: CertificatePanel, name: str) -> None:
    find(panel, name, QPushButton).click()


def test_only_a_certificate_brings_the_panel(panel: CertificatePanel) -> None:
    assert panel.isVisibleTo(panel.parentWidget())
    for reason in (Failure.SERVER_REFUSED, None):
        panel.show_reason(reason)
        assert panel.isHidden()
    panel.show_reason(Failure.CERTIFICATE_CHANGED)
    assert not panel.isHidden()


def test_nothing_is_trusted_before_it_was_seen(panel: CertificatePanel, asked: Asked) -> None:
    assert find(panel, "certificate:trust").isHidden()
    press(panel, "certificate:show")
    press(panel, "certificate:trust")
    assert asked.calls == [str(HOME.id)]


def test_the_whole_fingerprint_is_shown_and_then_trusted(
    panel: CertificatePanel, asked: Asked
) -> None:
    panel.show_servers(ServersView((HOME,), str(HOME.id), offered=OFFERED))
    shown = "".join(texts(panel)).replace(":", "").replace("\n", "").lower()
    assert hashlib.sha256(b"certificate").hexdigest() in shown
    press(panel, "certificate:trust")
    assert asked.calls == [OFFERED]


def test_what_another_server_showed_is_not_trusted_here(
    panel: CertificatePanel, asked: Asked
) -> None:
    other = Server(UUID(int=2), "Other", "wss://other.example:7385/")
    view = ServersView((HOME, other), str(other.id), offered=OFFERED)
    panel.show_servers(view)
    press(panel, "certificate:trust")
    assert asked.calls == []
