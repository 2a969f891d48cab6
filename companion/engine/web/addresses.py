"""Where a host really is, and whether strangers may send us there."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable, Sequence
from urllib.parse import urlsplit

from companion.engine.web.result import WebError
from companion.support.errors import Failure

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
"""Host and port to its addresses."""

_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")


async def resolved(host: str, port: int) -> Sequence[str]:
    """Ask the system where a host is.

    Raises:
        OSError: Nobody knows it.
    """
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(str(entry[4][0]) for entry in found))


def is_public(address: Address) -> bool:
    """Whether an address belongs to the open internet, whatever it is wrapped in."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is None and address in _TRANSLATED:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
        if inner is not None:
            return is_public(inner)
        if address.teredo is not None:
            return False
    return address.is_global and not address.is_multicast


async def safe_address(
    url: str, resolve: Resolve = resolved, judge: Callable[[Address], bool] = is_public
) -> str:
    """The address to connect to for a page; the connection goes there and nowhere else.

    Args:
        url: Of the page.
        resolve: Finds addresses.
        judge: Whether one may be connected to.

    Raises:
        WebError: PAGE_REFUSED: no page of the web, or a host of which any address is private.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError as error:
        raise WebError(Failure.PAGE_REFUSED, "no address") from error
    if parts.scheme not in ("https", "http") or not host or parts.username or parts.password:
        raise WebError(Failure.PAGE_REFUSED, "no page of the web")
    try:
        found = [ipaddress.ip_address(a.partition("%")[0]) for a in await resolve(host, port)]
    except (OSError, ValueError, UnicodeError) as error:
        raise WebError(Failure.PAGE_UNREADABLE, "nobody knows the host") from error
    if not found or not all(map(judge, found)):
        raise WebError(Failure.PAGE_REFUSED, "a private address")
    return str(found[0])
