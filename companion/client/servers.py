"""The servers a player paired with or wants to, beside the embedded engine. The file blocks.

Tokens are not here: each lies in the keyring under `token_name`. An entry that is damaged costs
itself; a file that is none is left as it is and refused.
"""

from __future__ import annotations

import base64
import binascii
import uuid
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec

from companion.support.atomic import write_atomically
from companion.support.bounded import read_bounded
from companion.support.errors import CompanionError, Failure

FILE_NAME = "servers.json"
MAX_SERVERS = 64
MAX_FILE_BYTES = 1 << 20
DEFAULT_PORT = 7385
"""Of `companion serve`, where an address names none."""
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})

Text = Annotated[str, msgspec.Meta(max_length=256)]
MAX_CERTIFICATE_CHARACTERS = 12 * 1024


class Server(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One server.

    Attributes:
        id: Random; its tokens are filed under it.
        name: The player's word for it.
        url: `wss://HOST:PORT/`; `ws://` only on this computer, or with `insecure`.
        insecure: The player said in full that an unencrypted connection will do.
        certificate: The only one that is believed, DER in base64; empty for those that a known
            authority has signed.
    """

    id: uuid.UUID
    name: Text
    url: Text
    insecure: bool = False
    certificate: Annotated[str, msgspec.Meta(max_length=MAX_CERTIFICATE_CHARACTERS)] = ""

    def pinned(self) -> bytes:
        """The only certificate that is believed, DER; empty for none in particular."""
        return base64.b64decode(self.certificate)


class Servers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All servers, and the one in use; `current` is empty for the embedded engine."""

    current: str = ""
    servers: tuple[Server, ...] = ()

    def in_use(self) -> Server | None:
        """The server in use; None for the embedded engine."""
        return next((server for server in self.servers if str(server.id) == self.current), None)


def servers_path(folder: Path) -> Path:
    """Where they are listed, below the player's configuration."""
    return folder / "system" / FILE_NAME


def read_servers(folder: Path) -> Servers:
    """The servers; none before the first was added.

    Raises:
        CompanionError: SETTINGS_BROKEN, the file cannot be read.
    """
    path = servers_path(folder)
    try:
        data = read_bounded(path, MAX_FILE_BYTES) if path.exists() else b"{}"
        found = msgspec.json.decode(data, type=dict[str, Any])
        listed = found.get("servers", [])
        entries = listed[:MAX_SERVERS] if isinstance(listed, list) else []
    except (OSError, msgspec.DecodeError, RecursionError) as error:
        raise CompanionError(Failure.SETTINGS_BROKEN, FILE_NAME) from error
    servers = tuple(server for entry in entries if (server := _entry(entry)))
    current = found.get("current")
    return Servers(current if isinstance(current, str) else "", servers)


def write_servers(folder: Path, servers: Servers) -> None:
    """Keep the list; it is on disk on return.

    Raises:
        CompanionError: SETTINGS_NOT_SAVED.
    """
    data = msgspec.json.format(msgspec.json.encode(servers), indent=2)
    try:
        write_atomically(servers_path(folder), data + b"\n")
    except OSError as error:
        raise CompanionError(Failure.SETTINGS_NOT_SAVED, error.strerror or FILE_NAME) from error


def added(servers: Servers, name: str, address: str, *, insecure: bool = False) -> Servers:
    """The list with one more server, in use from now on.

    Raises:
        CompanionError: INVALID_INPUT, the address is none; ADDRESS_UNENCRYPTED, it is unencrypted.
    """
    url = url_of(address, insecure=insecure)
    if len(servers.servers) >= MAX_SERVERS:
        raise CompanionError(Failure.INVALID_INPUT, f"{MAX_SERVERS} servers at most")
    named = name.strip()[:64] or str(urlsplit(url).hostname)
    server = Server(uuid.uuid4(), named, url, insecure)
    return Servers(str(server.id), (*servers.servers, server))


def forgotten(servers: Servers, wanted: str) -> Servers:
    """The list without a server; when it was in use, the embedded engine is."""
    rest = tuple(server for server in servers.servers if str(server.id) != wanted)
    return Servers("" if servers.current == wanted else servers.current, rest)


def used(servers: Servers, wanted: str) -> Servers:
    """The list with another server in use; empty for the embedded engine.

    Raises:
        CompanionError: NOT_FOUND.
    """
    if wanted and all(str(server.id) != wanted for server in servers.servers):
        raise CompanionError(Failure.NOT_FOUND, "no such server")
    return Servers(wanted, servers.servers)


def trusted(servers: Servers, wanted: str, certificate: bytes) -> Servers:
    """The list with a server that is believed with one certificate only.

    Raises:
        CompanionError: NOT_FOUND.
    """
    known = used(servers, wanted)  # looks it up
    text = base64.b64encode(certificate).decode()
    changed = tuple(
        msgspec.structs.replace(server, certificate=text) if str(server.id) == wanted else server
        for server in known.servers
    )
    return Servers(servers.current, changed)


def url_of(address: str, *, insecure: bool = False) -> str:
    """The WebSocket address that a player means by `host`, `host:port` or a whole one.

    Raises:
        CompanionError: As `added`.
    """
    address = address.strip()
    try:
        parts = urlsplit(address if "://" in address else f"//{address}")
        host, port = parts.hostname, parts.port or DEFAULT_PORT
    except ValueError as error:
        raise CompanionError(Failure.INVALID_INPUT, "no address") from error
    if not host or parts.username or parts.scheme not in ("", "ws", "wss"):
        raise CompanionError(Failure.INVALID_INPUT, "no address")
    is_local = host in LOOPBACK
    scheme = parts.scheme or ("ws" if is_local or insecure else "wss")
    if scheme == "ws" and not (is_local or insecure):
        raise CompanionError(Failure.ADDRESS_UNENCRYPTED, host)
    shown = f"[{host}]" if ":" in host else host
    return f"{scheme}://{shown}:{port}/"


def is_loopback(url: str) -> bool:
    """Whether an address never leaves this computer: no proxy is asked for it."""
    return urlsplit(url).hostname in LOOPBACK


def token_name(server: uuid.UUID, account: uuid.UUID) -> str:
    """Under which name the keyring holds the token of an account's pairing with a server."""
    return f"SERVER_TOKEN_{server.hex}_{account.hex}"


def _entry(entry: object) -> Server | None:
    import ssl  # few need it, and the window's page of servers reads no file

    from companion.support.trust import trust_only

    try:
        server = msgspec.convert(entry, Server)
        url_of(server.url, insecure=server.insecure)
        if server.certificate:
            trust_only(server.pinned())
    except (msgspec.ValidationError, binascii.Error, ssl.SSLError, CompanionError):
        return None
    return server
