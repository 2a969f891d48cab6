"""What a search service returns, and who asks one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import msgspec

from companion.support.errors import CompanionError


class WebError(CompanionError):
    """A search service or a page gave nothing that can be used."""


class SearchResult(msgspec.Struct, frozen=True):
    """One result, in a stranger's words.

    Attributes:
        address: `http` or `https`.
    """

    title: str
    address: str
    text: str = ""


class SearchProvider(Protocol):
    """A search service. On the engine's loop; asks once and never again by itself."""

    async def search(
        self, query: str, most: int, sent: Callable[[], None]
    ) -> tuple[SearchResult, ...]:
        """Search.

        Args:
            query: What for.
            most: Results wanted.
            sent: Called right before the request leaves.

        Raises:
            CompanionError: Why there is nothing.
        """
        ...
