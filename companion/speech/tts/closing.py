"""Ending a synthesiser's work the moment that nobody listens, not when it is collected."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


@asynccontextmanager
async def closing_chunks(chunks: AsyncIterator[bytes]) -> AsyncIterator[AsyncIterator[bytes]]:
    """Close an iterator of sound on the way out, if it can be closed."""
    try:
        yield chunks
    finally:
        if close := getattr(chunks, "aclose", None):
            await close()
