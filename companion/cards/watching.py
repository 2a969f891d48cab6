"""Hot reload: notices that templates or packs changed, and hands over the library read anew."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from companion.cards.library import CardLibrary, read_library
from companion.support.paths import shipped

logger = logging.getLogger(__name__)

PERIOD_S = 0.5
"""How often the files are looked at; an author does not notice half a second."""

Fingerprint = Mapping[str, tuple[int, int]]
"""Path to the time of the last change in nanoseconds, and the size in bytes."""


class LibraryWatcher(Protocol):
    """Watches until it is stopped."""

    def stop(self) -> None:
        """End it; returns once nothing is handed over any more."""
        ...

    def leave(self) -> None:
        """End it; returns at once, and one more library may still be handed over."""
        ...


def fingerprint(roots: Iterable[Path]) -> Fingerprint:
    """What the files look like from outside; blocks on the disk."""
    return {str(file): state for root in roots for file in _files(root) if (state := _state(file))}


def watch_library(
    locale: str,
    packs: Sequence[Path],
    on_change: Callable[[CardLibrary], None],
    *,
    wait: Callable[[threading.Event], bool] = lambda stopped: stopped.wait(PERIOD_S),
) -> LibraryWatcher:
    """Watch the shipped templates and the packs.

    Args:
        locale: Language of the library.
        packs: Resource packs, in their order.
        on_change: Called with the library as it is now, on a thread of the watcher.
        wait: Waits between two looks; true ends the watching.
    """
    watcher = _PollingWatcher(locale, tuple(packs), on_change, wait)
    watcher.start()
    return watcher


class _PollingWatcher:
    """Compares fingerprints on a daemon thread; a half-written file is read again at the next."""

    def __init__(
        self,
        locale: str,
        packs: tuple[Path, ...],
        on_change: Callable[[CardLibrary], None],
        wait: Callable[[threading.Event], bool],
    ) -> None:
        self._locale = locale
        self._packs = packs
        self._on_change = on_change
        self._wait = wait
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="card watcher", daemon=True)
        self._seen: Fingerprint = {}

    def start(self) -> None:
        self._seen = self._look()
        self._thread.start()

    def leave(self) -> None:
        self._stopped.set()

    def stop(self) -> None:
        self._stopped.set()
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def _look(self) -> Fingerprint:
        return fingerprint((shipped("cards"), *self._packs))

    def _run(self) -> None:
        while not self._wait(self._stopped) and not self._stopped.is_set():
            now = self._look()
            if now != self._seen:
                self._seen = now
                self._hand_over()

    def _hand_over(self) -> None:
        try:
            self._on_change(read_library(self._locale, self._packs))
        except Exception:
            logger.exception("changed templates were not taken over")


def _files(root: Path) -> Iterator[Path]:
    if root.is_dir():
        yield from root.rglob("*.json")
    else:
        yield root


def _state(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
