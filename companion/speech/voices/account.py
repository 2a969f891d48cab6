"""Where the voices of the account in use are: book, key, prices, service. Every wait has an end.

What blocks has a thread of its own; the functions of `buying.py` and `keeping.py` work with it.
"""

from __future__ import annotations

import asyncio
import datetime
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from companion.speech import keys
from companion.speech.chosen import CHOOSE_DEADLINE_S
from companion.speech.ledger.accounts import read_accounts
from companion.speech.ledger.opened import AccountMeter
from companion.speech.ledger.prices import PriceList, read_prices
from companion.speech.voices.vendor import VendorVoices
from companion.speech.voices.voice_book import VoiceBookFile
from companion.support.clock import Clock, SystemClock
from companion.support.errors import CompanionError, Failure
from companion.support.loops import patiently
from companion.support.secrets import Secrets
from companion.support.settings import Settings

T = TypeVar("T")

SERVICE_DEADLINE_S = 30.0
DISK_DEADLINE_S = 20.0


@dataclass(frozen=True, slots=True)
class VoicesAccount:
    """The account and the settings of one moment. Its methods are awaited on one loop.

    Attributes:
        folder: The player's configuration.
        secrets: Where the key is.
        settings: Of the moment when the player asked.
        clock: Tells the day, and the books their times.
    """

    folder: Path
    secrets: Secrets
    settings: Settings
    clock: Clock = field(default_factory=SystemClock)

    @property
    def address(self) -> str:
        """Of the region that is asked."""
        return self.settings.qwen_base_url

    async def file(self) -> VoiceBookFile:
        """The book of the account in use.

        Raises:
            CompanionError: STORAGE_UNAVAILABLE, or what reading the accounts raises.
        """
        return await on_disk(
            lambda: VoiceBookFile(self.folder, read_accounts(self.folder).current), "account"
        )

    async def prices(self) -> PriceList:
        """What paid calls cost."""
        return await on_disk(lambda: read_prices(self.folder), "prices")

    async def key(self) -> str:
        """The service's key.

        Raises:
            CompanionError: SPEECH_KEYS_MISSING, KEYRING_LOCKED.
        """
        asked = patiently(lambda: keys.dashscope_key(self.settings, self.secrets), "keyring")
        return await in_time(asked, CHOOSE_DEADLINE_S, Failure.KEYRING_LOCKED)

    async def has_key(self) -> bool:
        """Whether there is a key.

        Raises:
            CompanionError: KEYRING_LOCKED.
        """
        try:
            return bool(await self.key())
        except CompanionError as error:
            if error.failure is Failure.SPEECH_KEYS_MISSING:
                return False
            raise

    async def vendor(self, address: str = "") -> VendorVoices:
        """The service in a region; that of the settings where none is named."""
        return VendorVoices(await self.key(), address or self.address)

    def meter(self) -> AccountMeter:
        """The books of paid calls."""
        return AccountMeter(self.folder, self.settings, self.clock)

    def day(self) -> str:
        """Today as an ISO date, on the player's calendar."""
        return datetime.datetime.fromtimestamp(self.clock.wall()).date().isoformat()


async def on_disk(question: Callable[[], T], name: str) -> T:
    """Ask what blocks on the disk.

    Raises:
        CompanionError: STORAGE_UNAVAILABLE when it takes too long.
    """
    return await in_time(patiently(question, name), DISK_DEADLINE_S, Failure.STORAGE_UNAVAILABLE)


async def at_service(question: Callable[[], T], late: Failure) -> T:
    """Ask the vendor's package, which blocks on the network.

    Raises:
        CompanionError: `late` when it takes too long.
    """
    asked = patiently(question, "voices at the service")
    return await in_time(asked, SERVICE_DEADLINE_S, late)


async def in_time(answer: Awaitable[T], deadline_s: float, late: Failure) -> T:
    """Wait so long and no longer.

    Raises:
        CompanionError: `late`.
    """
    try:
        return await asyncio.wait_for(answer, deadline_s)
    except TimeoutError as error:
        raise CompanionError(late) from error
