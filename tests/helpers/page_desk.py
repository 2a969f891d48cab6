"""The desk behind the window's pages that keeps what was asked, and a way to a page."""

from __future__ import annotations

from dataclasses import replace

from companion.client.navigation import PageName, Wanted
from companion.client.offered_certificate import OfferedCertificate
from companion.ui.main_window import MainWindow
from companion.ui.pages.desk import PageDesk
from companion.ui.shots import samples


class RecordingServers:
    """Implements `ServerOrders` by keeping a list of calls."""

    def __init__(self) -> None:
        self.calls: list[tuple[object, ...]] = []

    def look(self) -> None:
        self.calls.append(("look",))

    def add(self, name: str, address: str, *, insecure: bool = False) -> None:
        self.calls.append(("add", name, address, insecure))

    def use(self, server: str) -> None:
        self.calls.append(("use", server))

    def forget(self, server: str) -> None:
        self.calls.append(("forget", server))

    def show_certificate(self, server: str) -> None:
        self.calls.append(("show_certificate", server))

    def trust(self, offered: OfferedCertificate) -> None:
        self.calls.append(("trust", offered))

    def add_account(self, name: str) -> None:
        self.calls.append(("add_account", name))

    def use_account(self, account: str) -> None:
        self.calls.append(("use_account", account))


class RecordingDesk(PageDesk):
    """Keeps what was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = RecordingServers()
        self.reads = 0
        self.files: list[tuple[str, str]] = []

    @property
    def servers(self) -> RecordingServers:
        return self.asked

    def read_books(self) -> None:
        self.reads += 1

    def export(self, path: str, text: str) -> None:
        self.files.append((path, text))


def go(window: MainWindow, page: PageName, desk: RecordingDesk | None = None) -> None:
    """Show a page as the client asks for it, with everything there is to show."""
    state = samples.everything("en_us")
    window.show_state(replace(state, wanted=Wanted(1, page)))
    if desk is not None:
        desk.books_came.emit(samples.books())
        desk.servers_came.emit(samples.servers())
