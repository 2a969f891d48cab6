"""The books of the account in use, for whoever makes paid ears and voices. Blocks on the disk."""

from __future__ import annotations

from pathlib import Path

from companion.speech.ledger.account_file import AccountFile, usage_path
from companion.speech.ledger.accounts import read_accounts
from companion.speech.ledger.books import Books
from companion.speech.ledger.caps import caps_of
from companion.speech.ledger.meter import Amount, Meter
from companion.speech.ledger.prices import read_prices
from companion.support.clock import Clock, SystemClock
from companion.support.errors import CompanionError
from companion.support.settings import Settings


def open_books(folder: Path, settings: Settings, clock: Clock | None = None) -> Books:
    """The books of the account in use.

    Args:
        folder: The player's configuration.
        settings: Whose caps hold as long as these books are used.
        clock: The computer's when None.

    Raises:
        CompanionError: SPEECH_LEDGER_BROKEN.
    """
    file = AccountFile(usage_path(folder, read_accounts(folder).current))
    return Books(file, lambda: read_prices(folder), caps_of(settings), clock or SystemClock())


def meter_for(folder: Path, settings: Settings, clock: Clock | None = None) -> Meter:
    """The same; where there are no books nothing is paid for, and free speech goes on."""
    try:
        return open_books(folder, settings, clock)
    except CompanionError as error:
        return ClosedMeter(error)


class ClosedMeter:
    """Refuses every paid call, with the reason that the books could not be opened for."""

    def __init__(self, reason: CompanionError) -> None:
        self._reason = reason

    def charge(self, source: str, estimate: Amount) -> ClosedCharge:
        """A charge that does not begin."""
        del source, estimate
        return ClosedCharge(self._reason)

    async def check(self, source: str) -> None:
        """Refuse.

        Raises:
            CompanionError: The reason.
        """
        raise CompanionError(self._reason.failure, self._reason.detail)


class ClosedCharge:
    """A call that does not begin."""

    def __init__(self, reason: CompanionError) -> None:
        self._reason = reason

    async def begin(self) -> None:
        """Refuse.

        Raises:
            CompanionError: The reason.
        """
        raise CompanionError(self._reason.failure, self._reason.detail)

    def left(self) -> None:
        """Nothing left."""

    def end(self, used: Amount) -> None:
        """Nothing ends."""
