"""The program behind the window's pages: books, files and servers, read and written off the GUI."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject

from companion.client.servers_view import ServerOrders
from companion.speech.audio.devices import Speaker
from companion.speech.ledger.caps import caps_of
from companion.speech.ledger.prices import read_prices
from companion.speech.ledger.report import report
from companion.support.atomic import write_atomically
from companion.support.clock import SystemClock
from companion.support.errors import CompanionError, Failure
from companion.support.loops import LoopThread, patiently
from companion.support.secrets import Secrets
from companion.support.settings import Settings
from companion.ui.pages.desk import Books, PageDesk
from companion.ui.pages.first_start_desk import FirstStartDesk
from companion.ui.pages.voices_desk import VoicesDesk


class PagesDesk(PageDesk):
    """Works on the loop's worker threads; every method returns at once. GUI thread.

    Args:
        folder: The player's configuration.
        secrets: Holds the tokens of servers.
        loop: Does the work.
        settings: Tells the settings of the moment.
        on_switched: Told on the loop that another server or account is in use.
    """

    def __init__(
        self,
        folder: Path,
        secrets: Secrets,
        loop: LoopThread,
        settings: Callable[[], Settings],
        on_switched: Callable[[], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._folder = folder
        self._loop = loop
        self._settings = settings
        self._secrets = secrets
        self._on_switched = on_switched
        self._servers: ServerOrders | None = None
        self._first_start: FirstStartDesk | None = None
        self._make_voices: Callable[[], VoicesDesk] | None = None
        self._voices: VoicesDesk | None = None

    @property
    def servers(self) -> ServerOrders:
        """Lists, adds and chooses servers and accounts."""
        if self._servers is None:
            # file locks stay out of the first second
            from companion.app.servers_desk import ServersDesk

            told = self.servers_came.emit
            self._servers = ServersDesk(
                self._folder, self._secrets, self._loop, told, self._on_switched
            )
        return self._servers

    @property
    def first_start(self) -> FirstStartDesk:
        """The program behind the first start."""
        return self._first_start or super().first_start

    def serve_first_start(self, desk: FirstStartDesk) -> None:
        """Have the first start work with the program."""
        self._first_start = desk

    @property
    def voices(self) -> VoicesDesk:
        """The program behind the page of voices, made when the page is first visited."""
        if self._voices is None and self._make_voices is not None:
            self._voices = self._make_voices()
        return self._voices or super().voices

    def serve_voices(
        self, speaker: Callable[[Settings], Speaker], on_settings: Callable[[str], None]
    ) -> None:
        """Have the page of voices work with the program.

        Args:
            speaker: Gives the loudspeaker of settings; called on the loop.
            on_settings: Opens the settings at a page.
        """

        def make() -> VoicesDesk:
            from companion.app.voices_desk import VoicesMeans, VoicesWork

            means = VoicesMeans(self._settings, speaker, on_settings)
            return VoicesWork(self._folder, self._secrets, self._loop, means, self)

        self._make_voices = make

    def look_again(self) -> None:
        """A key or a setting is another: what the page of voices offers may be."""
        if self._voices is not None:
            self._voices.look()

    def read_books(self) -> None:
        """Read the books of the account in use."""
        self._loop.submit(self._tell_books(self._settings()))

    def export(self, path: str, text: str) -> None:
        """Write a file, whole or not at all."""
        self._loop.submit(self._write(Path(path), text))

    async def _tell_books(self, settings: Settings) -> None:
        try:
            books = await patiently(lambda: self._books(settings), "books")
        except CompanionError as error:
            self.books_failed.emit(error.failure, error.detail)
        else:
            self.books_came.emit(books)

    def _books(self, settings: Settings) -> Books:
        """Blocks on the disk.

        Raises:
            CompanionError: SPEECH_LEDGER_BROKEN.
        """
        from companion.speech.ledger.account_file import AccountFile, usage_path
        from companion.speech.ledger.accounts import read_accounts

        account = read_accounts(self._folder).current
        ledger = AccountFile(usage_path(self._folder, account)).read()
        prices = read_prices(self._folder)
        day = datetime.datetime.fromtimestamp(SystemClock().wall()).date().isoformat()
        return Books(report(ledger, prices, caps_of(settings), day), ledger, prices, day)

    async def _write(self, path: Path, text: str) -> None:
        try:
            await patiently(lambda: write_atomically(path, text.encode()), "export")
        except OSError as error:
            self.exported.emit(Failure.FILE_NOT_SAVED, error.strerror or path.name)
        else:
            self.exported.emit(None, path.name)
