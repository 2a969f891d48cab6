"""Where knowledge of a world lies; the runtime offers it to features."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from companion.engine.knowledge.library import Library
from companion.engine.modules.context import ContextType
from companion.engine.storage.database import Database


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Databases and files.

    Attributes:
        shared: What all players may ask about; None in a world that keeps nothing.
        private: A player's own, likewise.
        library: The files of the world's owner.
    """

    shared: Database | None
    private: Callable[[UUID], Database] | None
    library: Library


KNOWLEDGE: ContextType[Knowledge] = ContextType("knowledge")
