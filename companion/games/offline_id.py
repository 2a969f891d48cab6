"""Ids that games make out of names."""

from __future__ import annotations

import hashlib
from uuid import UUID


def offline_id(name: str) -> UUID:
    """The id that a Minecraft server in offline mode gives a name: any holder of it has it."""
    digest = hashlib.md5(f"OfflinePlayer:{name}".encode(), usedforsecurity=False).digest()
    return UUID(bytes=digest, version=3)
