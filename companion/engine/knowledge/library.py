"""The knowledge folder of a world as it is now, indexed away from the loop.

Files are looked at when a question comes. What changed is read on a thread: a question waits for it
a little, and else is answered from the last finished shelf (KNOW-017).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.engine.knowledge import documents
from companion.engine.knowledge.documents import Document, Stamp
from companion.engine.knowledge.faults import Fault
from companion.engine.knowledge.piece import Piece
from companion.engine.knowledge.shelf import EMPTY, Shelf
from companion.language.pinyin import is_chinese
from companion.support.loops import spawn

logger = logging.getLogger(__name__)

FOLDER = "knowledge"
"""Of a world's folder."""
PATIENCE_S = 3.0
"""How long a question waits for files that are being read; PDF files may take longer."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A file of the folder.

    Attributes:
        passages: How many it was cut into.
        language: `zh` or `en`, whichever most of its passages are in; `none` without any.
        fault: Why nothing of it is used; None for a good one.
    """

    name: str
    passages: int
    language: str
    fault: Fault | None


class Library:
    """Guards the shelf in use. On the engine's loop."""

    def __init__(self, folder: Path | None, patience_s: float = PATIENCE_S) -> None:
        """Store what is given.

        Args:
            folder: None where a world keeps nothing.
            patience_s: See `PATIENCE_S`.
        """
        self._folder = folder
        self._patience_s = patience_s
        self._documents: Mapping[str, Document] = {}
        self._shelf = EMPTY
        self._more = 0
        self._reading: asyncio.Task[None] | None = None

    @property
    def more(self) -> int:
        """How many files are not looked at, since there are too many."""
        return self._more

    @property
    def faults(self) -> Mapping[str, Fault]:
        """Files that are not used, and why."""
        return {name: one.fault for name, one in self._documents.items() if one.fault}

    async def listed(self) -> tuple[Listed, ...]:
        """Every file as it is used now."""
        await self.shelf()
        return await asyncio.to_thread(_listed, self._documents)

    async def shelf(self) -> Shelf:
        """What can be searched now."""
        if self._folder is None:
            return EMPTY
        if self._reading is None or self._reading.done():
            self._reading = spawn(self._refresh(self._folder), "knowledge folder")
        await asyncio.wait({self._reading}, timeout=self._patience_s)
        return self._shelf

    async def _refresh(self, folder: Path) -> None:
        seen = await asyncio.to_thread(documents.seen, folder)
        now, self._more = seen.stamps, seen.more
        if now == {name: one.stamp for name, one in self._documents.items()}:
            return
        self._documents, self._shelf = await asyncio.to_thread(_read, folder, now, self._documents)
        for name, fault in self.faults.items():
            logger.warning("knowledge file %s is not used: %s", name, fault)


def _read(
    folder: Path, now: Mapping[str, Stamp], before: Mapping[str, Document]
) -> tuple[Mapping[str, Document], Shelf]:
    """Read what changed; on a thread."""
    found: dict[str, Document] = {}
    pieces: list[Piece] = []
    for name, stamp in now.items():
        known = before.get(name)
        is_known = known is not None and known.stamp == stamp
        if known is None or not is_known or known.fault is Fault.FOLDER_FULL:
            known = documents.read(folder, name, stamp)
        document = known
        if len(pieces) + len(document.pieces) > documents.MOST_PIECES:
            document = Document(stamp, fault=Fault.FOLDER_FULL)
        found[name] = document
        pieces.extend(document.pieces)
    return found, Shelf(pieces)


def _listed(read: Mapping[str, Document]) -> tuple[Listed, ...]:
    return tuple(
        Listed(name, len(one.pieces), _language_of(one.pieces), one.fault)
        for name, one in sorted(read.items())
    )


def _language_of(pieces: Sequence[Piece]) -> str:
    if not pieces:
        return "none"
    chinese = sum(is_chinese(piece.text) for piece in pieces)
    return "zh" if 2 * chinese > len(pieces) else "en"
