"""Hot reload: notices that templates or packs changed, and hands over the library read anew."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from companion.cards.library import CardLibrary, read_library
from companion.support.clock import Clock, SystemClock
from companion.support.paths import shipped

logger = logging.getLogger(__name__)

PERIOD_S = 0.5
"""How often packs are looked at; an author does not notice half a second."""
SHIPPED_PERIOD_S = 4.0
"""How often where there is no pack: our own templates change with an update."""
COARSE_S = 2.0
"""Disks keep the time of a change as coarsely as this: FAT does."""

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
    return {file: state for root in roots for file in _files(root) if (state := _state(file))}


def watch_library(
    locale: str,
    packs: Sequence[Path],
    on_change: Callable[[CardLibrary], None],
    *,
    wait: Callable[[threading.Event], bool] | None = None,
    clock: Clock | None = None,
) -> LibraryWatcher:
    """Watch the shipped templates and the packs; returns at once, whatever the disk does.

    Args:
        locale: Language of the library.
        packs: Resource packs, in their order.
        on_change: Called with the library as it is now, on a thread of the watcher.
        wait: Waits between two looks; true ends the watching. For a period when None.
        clock: Tells what was changed before the first look.
    """
    period_s = PERIOD_S if packs else SHIPPED_PERIOD_S
    wait = wait or (lambda stopped: stopped.wait(period_s))
    since = (clock or SystemClock()).wall() - COARSE_S
    watcher = _PollingWatcher(locale, tuple(packs), on_change, wait, since)
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
        since: float,
    ) -> None:
        self._since_ns = int(since * 1e9)
        self._locale = locale
        self._packs = packs
        self._on_change = on_change
        self._wait = wait
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="card watcher", daemon=True)
        self._seen: Fingerprint = {}

    def start(self) -> None:
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
        self._seen = self._look()
        if any(changed > self._since_ns for changed, _ in self._seen.values()):
            self._hand_over()  # the library in use may have been read before that
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


def _files(root: Path | str) -> Iterator[str]:
    """The files of a pack; folders are listed by the system, which is asked twice a second."""
    try:
        with os.scandir(root) as entries:
            inside = list(entries)
    except NotADirectoryError:
        yield str(root)
        return
    except OSError:
        return
    for entry in inside:
        if entry.is_dir(follow_symlinks=False):
            yield from _files(entry.path)
        elif entry.name.endswith(".json"):
            yield entry.path


def _state(file: str) -> tuple[int, int] | None:
    try:
        found = os.stat(file)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
