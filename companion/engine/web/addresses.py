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

PORTS = frozenset({80, 443, 8080, 8443})
"""Where pages are served. Behind other ports are services that a request could do harm to."""

_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
_NOT_PUBLIC = tuple(
    map(
        ipaddress.ip_network,
        (
            "::/96",  # an IPv4 address with nothing before it, RFC 4291 2.5.5.1
            "::ffff:0:0:0/96",  # translated ones, RFC 2765
            "64:ff9b:1::/48",  # translated within one network, RFC 8215
            "fec0::/10",  # within a site, RFC 3879
            "3fff::/20",  # examples, RFC 9637
            "5f00::/16",  # segment routing, RFC 9602
            "192.88.99.0/24",  # relays that are no more, RFC 7526
        ),
    )
)
"""What Python takes for public, or did until some version."""
_LOCAL_NAMES = (".local", ".localhost", ".internal", ".lan", ".home.arpa", ".onion", ".test")


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
    if any(address in network for network in _NOT_PUBLIC):
        return False
    return address.is_global and not address.is_multicast


async def safe_address(
    url: str,
    resolve: Resolve = resolved,
    judge: Callable[[Address], bool] = is_public,
    ports: frozenset[int] | None = PORTS,
) -> str:
    """The address to connect to for a page; the connection goes there and nowhere else.

    Args:
        url: Of the page.
        resolve: Finds addresses.
        judge: Whether one may be connected to.
        ports: That may be connected to; None for all.

    Raises:
        WebError: PAGE_REFUSED: no page of the web, or a host of which any address is private.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise WebError(Failure.PAGE_REFUSED, "no address") from error
    if parts.scheme not in ("https", "http") or not host or "@" in parts.netloc:
        raise WebError(Failure.PAGE_REFUSED, "no page of the web")
    if port is None:
        port = 443 if parts.scheme == "https" else 80
    if ports is not None and port not in ports:
        raise WebError(Failure.PAGE_REFUSED, "no port of the web")
    if _is_local(host):
        raise WebError(Failure.PAGE_REFUSED, "a name of the local network")
    try:
        found = [ipaddress.ip_address(a.partition("%")[0]) for a in await resolve(host, port)]
    except (OSError, ValueError, UnicodeError) as error:
        raise WebError(Failure.PAGE_UNREADABLE, "nobody knows the host") from error
    if not found or not all(map(judge, found)):
        raise WebError(Failure.PAGE_REFUSED, "a private address")
    return str(found[0])


def _is_local(host: str) -> bool:
    """Whether a name is one that only the local network knows; asking for it would tell of it."""
    name = host.rstrip(".").casefold()
    return name.endswith(_LOCAL_NAMES) or not ("." in name or ":" in name)
