"""The books of one account, on disk before a paid call leaves. Implements `Meter`.

One worker thread does all writing, in order, so that the loop never waits for a disk and the end
of a call is never written before its beginning.
"""

from __future__ import annotations

import asyncio
import datetime
import logging
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from companion.speech.ledger.account_file import AccountFile
from companion.speech.ledger.caps import Caps, check_caps
from companion.speech.ledger.counts import Count, Ledger, OpenCall, begun, counted, ended, sent
from companion.speech.ledger.meter import Amount
from companion.speech.ledger.prices import PriceList
from companion.support.clock import Clock
from companion.support.errors import CompanionError

T = TypeVar("T")

logger = logging.getLogger(__name__)


class Books:
    """Counts paid calls of one account. Its methods are called on loops; any number of them."""

    def __init__(
        self, file: AccountFile, prices: Callable[[], PriceList], caps: Caps, clock: Clock
    ) -> None:
        """Store what is given; nothing is read.

        Args:
            file: Where they are kept.
            prices: Reads the price list; called on the worker thread, at every paid call, so that
                an edited file holds at once.
            caps: The player's limits.
            clock: Days are those of this computer's calendar.
        """
        self._file = file
        self._prices = prices
        self._caps = caps
        self._clock = clock
        self._worker = ThreadPoolExecutor(1, "speech-books")

    def charge(self, source: str, estimate: Amount) -> BookedCharge:
        """Prepare a paid call; nothing is written yet."""
        return BookedCharge(self, source, estimate)

    async def check(self, source: str) -> None:
        """Refuse what a limit forbids, before anything is prepared.

        Raises:
            CompanionError: SPEECH_CAP_REACHED or SPEECH_LEDGER_BROKEN.
        """
        await self._run(lambda: self._check(self._file.read(), source, Count()))

    async def ledger(self) -> Ledger:
        """All that was used so far.

        Raises:
            CompanionError: SPEECH_LEDGER_BROKEN.
        """
        return await self._run(self._file.read)

    async def close(self) -> None:
        """Wait until all is written."""
        await asyncio.to_thread(self._worker.shutdown)

    def begin(self, ticket: str, source: str, estimate: Amount) -> asyncio.Future[Ledger]:
        """Write a call down that is about to leave; for `BookedCharge`."""
        count = counted(estimate, is_settled=False)
        call = OpenCall(source, self._clock.wall(), self._day(), count)

        def change(ledger: Ledger) -> Ledger:
            self._check(ledger, source, count)
            return begun(ledger, ticket, call)

        return self._run(lambda: self._file.change(change))

    def sent(self, ticket: str) -> None:
        """Write down that a call left; for `BookedCharge`. Returns at once."""
        self._worker.submit(self._write, lambda ledger: sent(ledger, ticket))

    def end(self, ticket: str, count: Count | None) -> None:
        """Write down what a call used, or strike it out; for `BookedCharge`. Returns at once."""
        self._worker.submit(self._write, lambda ledger: ended(ledger, ticket, count))

    def _write(self, change: Callable[[Ledger], Ledger]) -> None:
        try:
            self._file.change(change)
        except CompanionError as error:
            # It stays in the books as a call that never ended, with its estimate.
            logger.error("what became of a paid call is not written: %s", error)

    def _check(self, ledger: Ledger, source: str, estimate: Count) -> None:
        if self._caps != Caps():
            check_caps(ledger, self._prices(), self._caps, self._day(), source, estimate)

    def _day(self) -> str:
        return datetime.datetime.fromtimestamp(self._clock.wall()).date().isoformat()

    def _run(self, work: Callable[[], T]) -> asyncio.Future[T]:
        return asyncio.get_running_loop().run_in_executor(self._worker, work)


class BookedCharge:
    """One paid call in the books."""

    def __init__(self, books: Books, source: str, estimate: Amount) -> None:
        self._books = books
        self._source = source
        self._estimate = estimate
        self._ticket = uuid.uuid4().hex
        self._is_begun = False
        self._has_left = False

    async def begin(self) -> None:
        """Write the call down.

        Raises:
            CompanionError: SPEECH_CAP_REACHED or SPEECH_LEDGER_BROKEN; nothing may leave.
        """
        self._is_begun = True
        await self._books.begin(self._ticket, self._source, self._estimate)

    def left(self) -> None:
        """The bytes leave."""
        self._has_left = True

    def sent(self) -> None:
        """The bytes are out."""
        if self._is_begun:
            self._books.sent(self._ticket)

    def end(self, used: Amount) -> None:
        """Write down what it used; a call that never left is struck out."""
        if self._is_begun:
            self._books.end(self._ticket, counted(used) if self._has_left else None)
