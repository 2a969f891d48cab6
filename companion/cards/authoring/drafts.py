"""Edits that were not saved, kept beside the player's configuration until they are. Blocks.

A draft outlives a crash. It is dropped when its file is saved, or when the author lets it go.
"""

from __future__ import annotations

import hashlib
import logging
from dataclasses import dataclass
from pathlib import Path

import msgspec

from companion.support.atomic import write_atomically

logger = logging.getLogger(__name__)

MAX_DRAFT_BYTES = 1024 * 1024


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text that was not saved.

    Attributes:
        file: Path of the template.
        text: As it was last.
        base: SHA-256 of the file that the author began with.
    """

    file: str
    text: str
    base: str

    def fits(self, content: bytes) -> bool:
        """Whether the file is still the one that the author began with."""
        return self.base == mark_of(content)


def mark_of(content: bytes) -> str:
    """What tells one content from another."""
    return hashlib.sha256(content).hexdigest()


@dataclass(frozen=True, slots=True)
class Drafts:
    """The drafts below a folder. One editor at a time; what cannot be kept is logged."""

    folder: Path

    def keep(self, draft: Draft) -> None:
        """Write a draft; it is on disk on return."""
        try:
            write_atomically(self._place(draft.file), msgspec.json.encode(draft))
        except OSError as error:
            logger.warning("draft not kept: %s", error.strerror)

    def drop(self, file: Path) -> None:
        """Forget the draft of a file, where there is one."""
        try:
            self._place(str(file)).unlink(missing_ok=True)
        except OSError as error:
            logger.warning("draft not dropped: %s", error.strerror)

    def of(self, file: Path) -> Draft | None:
        """The draft of a file; a damaged one is none."""
        place = self._place(str(file))
        try:
            if not place.exists() or place.stat().st_size > MAX_DRAFT_BYTES:
                return None
            return msgspec.json.decode(place.read_bytes(), type=Draft)
        except (OSError, msgspec.MsgspecError, RecursionError, UnicodeError):
            logger.warning("a damaged draft is passed over")
            return None

    def _place(self, file: str) -> Path:
        name = hashlib.sha256(str(Path(file).absolute()).encode()).hexdigest()[:32]
        return self.folder / f"{name}.json"
