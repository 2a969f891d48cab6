"""A web of our own on loopback: a server that says what a test wrote down, and a search service."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from companion.engine.web.result import SearchResult


@dataclass
class WebServer:
    """Answers each path with a status, headers and a body; unknown ones with 404.

    Attributes:
        asked: Heads of the requests, and bodies.
    """

    pages: dict[str, tuple[int, dict[str, str], bytes]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    port: int = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        size = next(
            (int(x.split(":")[1]) for x in head.splitlines() if x.lower().startswith("content-le")),
            0,
        )
        self.asked.append(head + (await reader.readexactly(size)).decode())
        path = head.split(" ")[1].partition("?")[0]
        status, headers, body = self.pages.get(path, (404, {}, b""))
        lines = [f"HTTP/1.1 {status} x", f"content-length: {len(body)}", "connection: close"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        writer.write("\r\n".join((*lines, "", "")).encode() + body)
        await writer.drain()
        writer.close()


@asynccontextmanager
async def web_server() -> AsyncIterator[WebServer]:
    """A server on a free port."""
    made = WebServer()
    server = await asyncio.start_server(made.serve, "127.0.0.1", 0)
    made.port = server.sockets[0].getsockname()[1]
    async with server:
        yield made


@dataclass
class FakeSearch:
    """A search service; counts its searches."""

    results: Sequence[SearchResult] = ()
    error: Exception | None = None
    queries: list[str] = field(default_factory=list)

    async def search(
        self, query: str, most: int, sent: Callable[[], None]
    ) -> tuple[SearchResult, ...]:
        self.queries.append(query)
        sent()
        if self.error:
            raise self.error
        return tuple(self.results)[:most]
