"""The search services that are known: what each is asked, and what its reply means.

To add one: a class here or in a file of its own, and a line in `PROVIDERS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar
from urllib.parse import urlsplit

from companion.engine.config.search import SearchProvider as ProviderId
from companion.engine.web.exchange import Question, asked
from companion.engine.web.result import SearchResult, WebError
from companion.support.errors import Failure

MOST_QUERY, MOST_TEXT, MOST_TITLE, MOST_ADDRESS = 400, 1_200, 200, 2_000


@dataclass(frozen=True, slots=True)
class Service:
    """A service that answers with a list of results.

    Attributes:
        base_url: Without a path.
        key: Empty where none is needed; never part of a text.
    """

    base_url: str
    key: str = field(repr=False)

    NEEDS_KEY: ClassVar[bool] = True

    async def search(
        self, query: str, most: int, sent: Callable[[], None]
    ) -> tuple[SearchResult, ...]:
        """Search, see `SearchProvider`."""
        if self.NEEDS_KEY and not self.key:
            raise WebError(Failure.SEARCH_KEY_MISSING)
        reply = await asked(self.question(query[:MOST_QUERY], most), sent)
        try:
            return tuple(_results(self.rows(reply)))[:most]
        except (KeyError, TypeError, AttributeError) as error:
            raise WebError(Failure.SEARCH_GARBLED, type(error).__name__) from error

    def question(self, query: str, most: int) -> Question:
        """The request for a search."""
        raise NotImplementedError

    def rows(self, reply: Any) -> Iterable[tuple[Any, Any, Any]]:
        """Title, address and text of each result."""
        raise NotImplementedError


class DeepSeek(Service):
    """DeepSeek's Search API, as described at api-docs.deepseek.com/guides/search in October 2026.

    A query has 128 characters at most, a result a short and a long summary.
    """

    def question(self, query: str, most: int) -> Question:
        """The request for a search."""
        headers = {"authorization": f"Bearer {self.key}"}
        body = {"query": query[:128], "count": most}
        return Question(f"{self.base_url}/v1/tools/search", headers, body=body)

    def rows(self, reply: Any) -> Iterable[tuple[Any, Any, Any]]:
        """The results."""
        for row in reply["results"]:
            yield row.get("title"), row.get("url"), row.get("summary") or row.get("snippet")


class Searxng(Service):
    """A SearXNG of the owner's, with `json` among its formats."""

    NEEDS_KEY = False

    def question(self, query: str, most: int) -> Question:
        """The request for a search."""
        headers = {"authorization": f"Bearer {self.key}"} if self.key else {}
        return Question(f"{self.base_url}/search", headers, {"q": query, "format": "json"})

    def rows(self, reply: Any) -> Iterable[tuple[Any, Any, Any]]:
        """The results."""
        for row in reply["results"]:
            yield row.get("title"), row.get("url"), row.get("content")


class Brave(Service):
    """Brave Search, and services that answer like it."""

    def question(self, query: str, most: int) -> Question:
        """The request for a search."""
        parameters = {"q": query, "count": str(min(most, 20)), "text_decorations": "false"}
        headers = {"x-subscription-token": self.key}
        return Question(f"{self.base_url}/res/v1/web/search", headers, parameters)

    def rows(self, reply: Any) -> Iterable[tuple[Any, Any, Any]]:
        """The results; a search without any has no such list."""
        for row in (reply.get("web") or {}).get("results") or ():
            yield row.get("title"), row.get("url"), row.get("description")


PROVIDERS: Mapping[ProviderId, type[Service]] = {
    ProviderId.DEEPSEEK: DeepSeek,
    ProviderId.SEARXNG: Searxng,
    ProviderId.BRAVE: Brave,
}


def _results(rows: Iterable[tuple[Any, Any, Any]]) -> Iterable[SearchResult]:
    """Rows that have an address of the web; each address once."""
    seen: set[str] = set()
    for title, address, text in rows:
        if not isinstance(address, str) or address in seen or not _is_page(address):
            continue
        seen.add(address)
        said = text if isinstance(text, str) else ""
        name = title if isinstance(title, str) and title.strip() else address
        yield SearchResult(name[:MOST_TITLE], address, said[:MOST_TEXT])


def _is_page(address: str) -> bool:
    """Whether an address is one of a page at all, such as `http://[a` is not."""
    try:
        parts = urlsplit(address)
        has_port = parts.port is None or parts.port > 0
    except ValueError:
        return False
    is_web = address.startswith(("https://", "http://")) and bool(parts.hostname)
    return is_web and has_port and address.isprintable() and len(address) <= MOST_ADDRESS
