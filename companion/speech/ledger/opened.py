"""The books of the account in use, opened when the first paid call is about to be made."""

from __future__ import annotations

import asyncio
from pathlib import Path

from companion.speech.ledger.account_file import AccountFile, usage_path
from companion.speech.ledger.accounts import read_accounts
from companion.speech.ledger.books import BookedCharge, Books
from companion.speech.ledger.caps import caps_of
from companion.speech.ledger.meter import Amount
from companion.speech.ledger.prices import read_prices
from companion.support.clock import Clock, SystemClock
from companion.support.settings import Settings


def open_books(folder: Path, settings: Settings, clock: Clock | None = None) -> Books:
    """The books of the account in use. Blocks on the disk.

    Args:
        folder: The player's configuration.
        settings: Whose caps hold as long as these books are used.
        clock: The computer's when None.

    Raises:
        CompanionError: SPEECH_LEDGER_BROKEN.
    """
    file = AccountFile(usage_path(folder, read_accounts(folder).current))
    return Books(file, lambda: read_prices(folder), caps_of(settings), clock or SystemClock())


class AccountMeter:
    """The books of the account in use, for ears and voices. On one loop.

    Whoever never pays has no books: nothing is read or made before the first paid call. Where they
    cannot be opened nothing is paid for, and free speech takes over (`speech/capped.py`).
    """

    def __init__(self, folder: Path, settings: Settings, clock: Clock | None = None) -> None:
        """Store what is given; see `open_books`."""
        self._folder = folder
        self._settings = settings
        self._clock = clock
        self._books: Books | None = None
        self._opening = asyncio.Lock()

    def charge(self, source: str, estimate: Amount) -> AccountCharge:
        """Prepare a paid call; nothing is opened yet."""
        return AccountCharge(self, source, estimate)

    async def check(self, source: str) -> None:
        """Refuse what a limit forbids.

        Raises:
            CompanionError: SPEECH_CAP_REACHED or SPEECH_LEDGER_BROKEN.
        """
        await (await self.books()).check(source)

    async def books(self) -> Books:
        """The books, opened.

        Raises:
            CompanionError: SPEECH_LEDGER_BROKEN.
        """
        async with self._opening:
            if self._books is None:
                self._books = await asyncio.to_thread(
                    open_books, self._folder, self._settings, self._clock
                )
            return self._books


class AccountCharge:
    """One paid call in books that may still have to be opened."""

    def __init__(self, meter: AccountMeter, source: str, estimate: Amount) -> None:
        self._meter = meter
        self._source = source
        self._estimate = estimate
        self._charge: BookedCharge | None = None

    async def begin(self) -> None:
        """Open the books if need be, and write the call down.

        Raises:
            CompanionError: SPEECH_CAP_REACHED or SPEECH_LEDGER_BROKEN; nothing may leave.
        """
        books = await self._meter.books()
        self._charge = books.charge(self._source, self._estimate)
        await self._charge.begin()

    def left(self) -> None:
        """The bytes leave."""
        if self._charge:
            self._charge.left()

    def sent(self) -> None:
        """The bytes are out."""
        if self._charge:
            self._charge.sent()

    def end(self, used: Amount) -> None:
        """Write down what it used."""
        if self._charge:
            self._charge.end(used)
