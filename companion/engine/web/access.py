"""The way to the web as it is configured now: one search or one page, metered, never repeated."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from uuid import UUID

from companion.engine.config.search import SearchConfig
from companion.engine.modules.context import ContextType
from companion.engine.usage.search_gateway import Leaving, SearchGateway, WebCall
from companion.engine.web.result import SearchProvider, SearchResult, WebError
from companion.support.errors import Failure

if TYPE_CHECKING:
    from companion.engine.web.fetch import Web


@dataclass(frozen=True, slots=True)
class WebAccess:
    """Searches and pages. On the engine's loop.

    Attributes:
        config: Bounds and service, in force now.
        environment: Where the key is; the process's own.
        gateway: Meters and bounds calls.
        provider: A service of a test in place of the configured one.
        web: How pages are reached; a test's own, or None for the real web.
    """

    config: Callable[[], SearchConfig]
    environment: Mapping[str, str] = field(repr=False)
    gateway: SearchGateway
    provider: SearchProvider | None = None
    web: Web | None = None

    async def search(self, player: UUID, query: str) -> tuple[SearchResult, ...]:
        """Search once.

        Raises:
            CompanionError: Why there are no results.
        """
        config = self.config()
        service = self.provider
        if service is None:
            service = await asyncio.to_thread(_service, config, self.environment)
        async with self._call(player, WebCall.SEARCH, config) as leaving:
            return await service.search(query, config.results, _sent(leaving))

    async def fetch(self, player: UUID, address: str) -> tuple[str, str]:
        """Read a page once: title and text.

        Raises:
            WebError: Why it cannot be read.
        """
        config = self.config()
        fetching = await asyncio.to_thread(_fetching)
        async with self._call(player, WebCall.FETCH, config) as leaving:
            web = self.web or fetching.Web()
            page: tuple[str, str] = await fetching.fetched(address, config, _sent(leaving), web)
            return page

    @asynccontextmanager
    async def _call(
        self, player: UUID, kind: WebCall, config: SearchConfig
    ) -> AsyncIterator[Leaving]:
        timeout_s = config.timeout_millis / 1000
        try:
            async with (
                asyncio.timeout(timeout_s),
                self.gateway.call(str(player), kind, timeout_s) as leaving,
            ):
                yield leaving
        except TimeoutError:
            is_search = kind is WebCall.SEARCH
            failure = Failure.SEARCH_UNREACHABLE if is_search else Failure.PAGE_UNREADABLE
            raise WebError(failure, "deadline") from None


_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})

WEB: ContextType[WebAccess] = ContextType("web")


def _sent(leaving: Leaving) -> Callable[[], None]:
    def sent() -> None:
        leaving.was_sent = True

    return sent


def _service(config: SearchConfig, environment: Mapping[str, str]) -> SearchProvider:
    """The service as it is configured; imports what it needs.

    Raises:
        WebError: Its key would travel in the open.
    """
    from companion.engine.web.services import PROVIDERS

    key = environment.get(config.key_variable, "").strip() if config.key_variable else ""
    base_url = config.base_url.rstrip("/")
    if key and not (key.isascii() and key.isprintable()):
        raise WebError(Failure.SEARCH_KEY_WRONG, "signs that no key has")
    parts = urlsplit(base_url)
    if key and parts.scheme != "https" and parts.hostname not in _LOOPBACK:
        raise WebError(Failure.SEARCH_KEY_WRONG, "a key over plain http")
    return PROVIDERS[config.provider](base_url, key)


def _fetching() -> ModuleType:
    from companion.engine.web import fetch

    return fetch
