"""What counts as one address, and which addresses only this computer can reach."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network

_SUBSCRIBER_PREFIX = 64
"""Bits of an IPv6 address that a subscriber does not choose; the rest is free to anyone."""


def address_key(host: str) -> str:
    """The part of an address that a peer cannot change at will, for counting."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        if not address.is_loopback:
            return str(ip_network((address, _SUBSCRIBER_PREFIX), strict=False))
    return str(address)


def is_loopback(host: str) -> bool:
    """Whether only this computer reaches an address; a name other than `localhost` may move."""
    if host.casefold() == "localhost":
        return True
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return (mapped or address).is_loopback
