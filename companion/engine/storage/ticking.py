"""Ledgers that change by themselves as time passes: ticked in memory, saved once a second.

A tick is a pure function of a value and the time. It touches memory alone and waits for nobody; the
save runs it once more on what is stored by then, so that no change made meanwhile is lost.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.engine.storage.ledger import Ledger
from companion.engine.storage.store import PlayerStore, Transaction
from companion.support.errors import CompanionError

T = TypeVar("T")

logger = logging.getLogger(__name__)

SAVE_EVERY_S = 1.0


@dataclass(frozen=True, slots=True)
class Ticking(Generic[T]):
    """A ledger with a single entry, and what time does to it.

    Attributes:
        tick: Value and wall-clock seconds to the value then; the same value when nothing changed.
    """

    ledger: Ledger[T]
    tick: Callable[[T, float], T]


class StorageTicker:
    """One player's ticking ledgers while they are there. On the engine's loop.

    Each owner's ledger ticks once, however many configurations declare it (STORE-041).
    """

    def __init__(self, view: PlayerStore, declared: Iterable[Ticking[Any]]) -> None:
        self._view = view
        self._declared = {(one.ledger.owner, one.ledger.kind): one for one in declared}
        self._values: dict[tuple[str, str], Any] = {}
        self._dirty: set[tuple[str, str]] = set()
        self._saved_at = 0.0

    async def start(self, now: float) -> None:
        """Read what is stored.

        Raises:
            CompanionError: The store's reason.
        """
        declared = self._declared
        self._values = await self._view.read(
            lambda snapshot: {key: snapshot.get(one.ledger) for key, one in declared.items()}
        )
        self._saved_at = now

    def value(self, ledger: Ledger[T]) -> T:
        """A ledger's value as of the last tick."""
        value: T = self._values[ledger.owner, ledger.kind]
        return value

    def tick(self, now: float) -> None:
        """Let time pass in memory; never waits."""
        for key, one in self._declared.items():
            before = self._values[key]
            after = one.tick(before, now)
            if after != before:
                self._values[key] = after
                self._dirty.add(key)

    def is_due(self, now: float) -> bool:
        """Whether something changed and a second has passed since the last save."""
        return bool(self._dirty) and now - self._saved_at >= SAVE_EVERY_S

    async def save(self, now: float) -> None:
        """Write what changed, in one transaction; what fails is tried again next time."""
        dirty, self._dirty = self._dirty, set()
        self._saved_at = now
        if not dirty:
            return
        try:
            self._values |= await self._view.update(lambda change: self._ticked(change, dirty, now))
        except CompanionError as error:
            logger.warning("ticks of %s are not saved yet: %s", self._view.player, error)
            self._dirty |= dirty

    def _ticked(
        self, change: Transaction, dirty: Iterable[tuple[str, str]], now: float
    ) -> dict[tuple[str, str], Any]:
        written = {}
        for key in dirty:
            one = self._declared[key]
            written[key] = one.tick(change.get(one.ledger), now)
            change.put(one.ledger, written[key])
        return written
