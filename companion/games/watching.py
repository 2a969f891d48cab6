"""Notices that files of a link changed, with `watchfiles`: a native watcher, no polling of ours."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

from companion.games.link import Link
from companion.support.loops import spawn

logger = logging.getLogger(__name__)

GATHERED_MS = 200
"""Changes that come within so many milliseconds are one: a save writes many files."""


@runtime_checkable
class Watchable(Protocol):
    """A link that comes from files."""

    def watched(self) -> Sequence[Path]:
        """Folders whose changes matter; only those that are there. May block on the disk."""
        ...


class Watch:
    """Watches a link's folders until it is stopped. On one loop.

    Where the system cannot watch, nothing is noticed here; the regular look finds changes later.
    """

    def __init__(self, link: Watchable) -> None:
        self._link = link
        self._stop: asyncio.Event | None = None
        self._task: asyncio.Task[None] | None = None

    @classmethod
    def of(cls, link: Link) -> Watch | None:
        """A watch over a link; None for one without files."""
        return cls(link) if isinstance(link, Watchable) else None

    @property
    def is_running(self) -> bool:
        """Whether it was started and not stopped."""
        return self._task is not None

    def start(self, changed: Callable[[], None]) -> None:
        """Call `changed` after each change, on this loop."""
        self._stop = asyncio.Event()
        self._task = spawn(self._run(changed, self._stop), "watch quest files")

    def stop(self) -> None:
        """Stop; nothing is called any more."""
        if self._stop:
            self._stop.set()
        if self._task:
            self._task.cancel()
        self._task = None

    async def _run(self, changed: Callable[[], None], stop: asyncio.Event) -> None:
        import watchfiles

        folders = await asyncio.to_thread(self._link.watched)
        if not folders:
            return
        try:
            async for _ in watchfiles.awatch(
                *folders, stop_event=stop, step=GATHERED_MS, ignore_permission_denied=True
            ):
                changed()
        except (OSError, RuntimeError) as error:
            logger.warning("quest files are not watched: %s", error)
