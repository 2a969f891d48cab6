"""Reading one page of the web: bounded, and never from a private address.

The host is looked up, every address of it judged, and the connection goes to the address that was
judged, with the host's name in the request and in the handshake: what the name means a moment later
is of no consequence. The same holds for every redirect. A proxy of the system is not used, since it
would look hosts up by itself.

Importing this module takes a third of a second: `access.py` does it on a thread.
"""

from __future__ import annotations

import asyncio
import codecs
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urljoin

import httpx2

from companion.engine.config.search import SearchConfig
from companion.engine.knowledge.cutting import tidied
from companion.engine.web.addresses import (
    PORTS,
    Address,
    Resolve,
    is_public,
    resolved,
    safe_address,
)
from companion.engine.web.page import readable
from companion.engine.web.result import WebError
from companion.support.errors import Failure
from companion.support.trust import trust

READ_TIMES = 4
"""How much longer than its text a page's source may be."""
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_HTML = frozenset({"text/html", "application/xhtml+xml"})
_NO_CHARSETS = frozenset({"punycode", "idna", "utf-7", "unicode-escape", "raw-unicode-escape"})
_PLAIN = frozenset({"text/plain", "text/markdown", "application/json"})


@dataclass(frozen=True, slots=True)
class Web:
    """How pages are reached.

    Attributes:
        resolve: Finds the addresses of a host.
        judge: Whether an address may be connected to.
        ports: Where pages are served; None for anywhere, in tests.
    """

    resolve: Resolve = resolved
    judge: Callable[[Address], bool] = is_public
    ports: frozenset[int] | None = PORTS


async def fetched(
    url: str, bounds: SearchConfig, sent: Callable[[], None], web: Web = Web()
) -> tuple[str, str]:
    """Read a page.

    Args:
        url: As a search returned it.
        bounds: Of text and redirects; the caller holds the deadline.
        sent: Called right before the first request leaves.
        web: How it is reached.

    Returns:
        Title and text.

    Raises:
        WebError: PAGE_REFUSED or PAGE_UNREADABLE.
    """
    for _ in range(bounds.redirects + 1):
        address = await safe_address(url, web.resolve, web.judge, web.ports)
        try:
            onward, page = await _once(url, address, bounds.page_bytes, sent)
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError, ValueError) as error:
            raise WebError(Failure.PAGE_UNREADABLE, type(error).__name__) from None
        if page is not None:
            return page
        url = urljoin(url, onward)
    raise WebError(Failure.PAGE_UNREADABLE, "too many redirects")


async def _once(
    url: str, address: str, most: int, sent: Callable[[], None]
) -> tuple[str, tuple[str, str] | None]:
    """One request: where it leads to, or the page."""
    target = httpx2.URL(url)
    headers = {
        "host": target.netloc.decode("ascii"),
        "user-agent": "companion",
        "accept": "text/html, text/plain;q=0.9",
        "accept-encoding": "identity",
    }
    async with httpx2.AsyncClient(verify=trust(), timeout=None, trust_env=False) as http:
        request = http.build_request("GET", target.copy_with(host=address), headers=headers)
        request.extensions = {**request.extensions, "sni_hostname": target.host}
        sent()
        reply = await http.send(request, stream=True)
        try:
            if reply.status_code in _REDIRECTS:
                return reply.headers.get("location", ""), None
            return "", await _page(reply, most)
        finally:
            await reply.aclose()


async def _page(reply: httpx2.Response, most: int) -> tuple[str, str]:
    kind = reply.headers.get("content-type", "text/html").partition(";")[0].strip().lower()
    if reply.status_code != 200:
        raise WebError(Failure.PAGE_UNREADABLE, f"status {reply.status_code}")
    if kind not in _HTML | _PLAIN:
        raise WebError(Failure.PAGE_UNREADABLE, "no text")
    if reply.headers.get("content-encoding", "identity") != "identity":
        raise WebError(Failure.PAGE_UNREADABLE, "compressed unasked")
    body = bytearray()
    async for piece in reply.aiter_raw():
        body += piece
        if len(body) >= most * READ_TIMES:
            break
    source = bytes(body[: most * READ_TIMES])
    return await asyncio.to_thread(_read, source, _charset(reply), kind, most)


def _read(source: bytes, charset: str, kind: str, most: int) -> tuple[str, str]:
    """Title and text; on a thread, since a page may be long."""
    text = source.decode(charset, errors="replace")
    return readable(text, most) if kind in _HTML else ("", tidied(text[:most]))


def _charset(reply: httpx2.Response) -> str:
    """How the text is written, as far as pages are written so.

    Python also knows ways to write host names, which take minutes for a long text.
    """
    try:
        name = codecs.lookup(reply.charset_encoding or "utf-8").name
        "".encode(name)
    except (LookupError, UnicodeError, ValueError):
        return "utf-8"
    return "utf-8" if name.replace("_", "-") in _NO_CHARSETS else name
