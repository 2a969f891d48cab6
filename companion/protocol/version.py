"""Who is to be updated when client and engine speak different versions."""

from __future__ import annotations

OLDER_ENGINE = "%engine.older.engine%"
OLDER_CLIENT = "%engine.older.client%"
"""`{detail}` of the sentence of VERSION_MISMATCH; a key that the reader's side translates."""


def older_side(client: int, engine: int) -> str:
    """Name the side with the lower version of the protocol."""
    return OLDER_ENGINE if client > engine else OLDER_CLIENT
