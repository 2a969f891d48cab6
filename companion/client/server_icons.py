"""Icons that a server gave, kept on disk between starts: one small PNG a file, within a bound."""

from __future__ import annotations

import hashlib
import logging
from pathlib import Path

from companion.support.atomic import write_atomically
from companion.support.clock import Clock, SystemClock

logger = logging.getLogger(__name__)

MOST_BYTES = 64 << 20
"""Of one server's icons; the oldest make room."""
FRESH_S = 14 * 24 * 3600.0
"""An icon is fetched anew after so long: packs change their textures now and then."""


class ServerIcons:
    """Implements `ui.item_textures.Textures`. Blocks on the disk; one thread at a time.

    Args:
        folder: Of one server; it need not exist.
        clock: Its wall time tells how old an icon is.
    """

    def __init__(self, folder: Path, clock: Clock | None = None) -> None:
        self._folder = folder
        self._clock = clock or SystemClock()
        self._sizes: dict[Path, int] | None = None

    def item(self, identifier: str) -> bytes | None:
        """The PNG that was kept under an id; None for none, or for one that is too old."""
        file = self._file(identifier)
        try:
            age = self._clock.wall() - file.stat().st_mtime
            return file.read_bytes() if age < FRESH_S else None
        except OSError:
            return None

    def texture(self, name: str) -> bytes | None:
        """Likewise: items and textures share one room of names."""
        return self.item(name)

    def keep(self, name: str, data: bytes) -> None:
        """Keep a PNG; a disk that is full costs its being kept."""
        file = self._file(name)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_atomically(file, data)
            self._bound(file, len(data))
        except OSError as error:
            logger.warning("an icon was not kept: %s", error)

    def close(self) -> None:
        """Nothing is held open."""

    def _file(self, name: str) -> Path:
        """No name from outside reaches the disk."""
        return self._folder / f"{hashlib.sha256(name.encode()).hexdigest()[:40]}.png"

    def _bound(self, file: Path, size: int) -> None:
        if self._sizes is None:
            found = ((path.stat(), path) for path in self._folder.glob("*.png"))
            oldest_first = sorted((facts.st_mtime, facts.st_size, path) for facts, path in found)
            self._sizes = {path: size for _, size, path in oldest_first}
        self._sizes.pop(file, None)
        self._sizes[file] = size
        while sum(self._sizes.values()) > MOST_BYTES:
            oldest = next(iter(self._sizes))
            oldest.unlink(missing_ok=True)
            del self._sizes[oldest]
