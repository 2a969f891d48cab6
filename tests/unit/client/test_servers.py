"""Servers: addresses, the file, tokens, and why one cannot be reached."""

from __future__ import annotations

import asyncio
import socket
import ssl
from pathlib import Path
from uuid import UUID

import pytest
from websockets.datastructures import Headers
from websockets.exceptions import InvalidMessage, InvalidProxyStatus, InvalidStatus, InvalidURI
from websockets.http11 import Response

from companion.client.reach import why_unreachable
from companion.client.remote_engine import RemoteEngine
from companion.client.servers import (
    MAX_SERVERS,
    Server,
    Servers,
    added,
    forgotten,
    is_loopback,
    read_servers,
    servers_path,
    token_name,
    url_of,
    used,
    write_servers,
)
from companion.client.sleep_watch import SleepWatch
from companion.support.errors import CompanionError, Failure, SecretError
from companion.support.secrets import NoStore, Secrets

SERVER = Server(UUID(int=1), "Home", "wss://play.example:7385/")
ACCOUNT = UUID(int=2)


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("play.example", "wss://play.example:7385/"),
        ("play.example:99", "wss://play.example:99/"),
        (" wss://play.example ", "wss://play.example:7385/"),
        ("localhost", "ws://localhost:7385/"),
        ("127.0.0.1:8", "ws://127.0.0.1:8/"),
        ("[::1]:8", "ws://[::1]:8/"),
    ],
)
def test_an_address_is_what_a_player_means_by_it(typed: str, url: str) -> None:
    assert url_of(typed) == url


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("", Failure.INVALID_INPUT),
        ("http://play.example", Failure.INVALID_INPUT),
        ("a:b:c", Failure.INVALID_INPUT),
        ("play.example:99999", Failure.INVALID_INPUT),
        ("user:secret@play.example", Failure.INVALID_INPUT),
        ("[::1", Failure.INVALID_INPUT),
        ("ws://play.example", Failure.ADDRESS_UNENCRYPTED),
    ],
)
def test_what_is_no_address_or_not_encrypted_is_refused(typed: str, why: Failure) -> None:
    with pytest.raises(CompanionError) as caught:
        url_of(typed)
    assert caught.value.failure is why


def test_an_unencrypted_server_has_to_be_wanted_in_full() -> None:
    assert url_of("ws://play.example", insecure=True) == "ws://play.example:7385/"


def test_a_server_is_added_used_left_and_forgotten(tmp_path: Path) -> None:
    servers = added(Servers(), "", "play.example")
    (one,) = servers.servers
    assert (one.name, servers.in_use()) == ("play.example", one)
    write_servers(tmp_path, servers)
    assert read_servers(tmp_path) == servers
    assert used(servers, "").in_use() is None
    assert forgotten(servers, str(one.id)) == Servers()
    with pytest.raises(CompanionError):
        used(servers, "elsewhere")


def test_there_is_an_end_to_servers() -> None:
    full = Servers("", (SERVER,) * MAX_SERVERS)
    with pytest.raises(CompanionError):
        added(full, "", "one.more")


@pytest.mark.parametrize("data", [b"[]", b"{", b"\xff", b'{"servers": "x"}x', b"[" * 5000])
def test_a_file_that_is_none_is_refused_and_left_as_it_is(tmp_path: Path, data: bytes) -> None:
    path = servers_path(tmp_path)
    path.parent.mkdir(parents=True)
    path.write_bytes(data)
    with pytest.raises(CompanionError) as caught:
        read_servers(tmp_path)
    assert caught.value.failure is Failure.SETTINGS_BROKEN
    assert path.read_bytes() == data


def test_a_damaged_entry_costs_itself(tmp_path: Path) -> None:
    write_servers(tmp_path, Servers("", (SERVER,)))
    path = servers_path(tmp_path)
    text = path.read_text().replace('"servers": [', '"servers": [7, {"id": "no"},')
    path.write_text(text)
    assert read_servers(tmp_path).servers == (SERVER,)


def test_only_loopback_goes_without_a_proxy() -> None:
    assert is_loopback("ws://127.0.0.1:5/")
    assert is_loopback("ws://[::1]:5/")
    assert not is_loopback("wss://localhost.example:5/")


def status(code: int) -> Response:
    return Response(code, "", Headers())


def certificate(code: int) -> ssl.SSLCertVerificationError:
    error = ssl.SSLCertVerificationError("certificate verify failed")
    error.verify_code = code
    return error


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (certificate(9), Failure.CLOCK_WRONG),
        (certificate(10), Failure.CLOCK_WRONG),
        (certificate(18), Failure.CERTIFICATE_UNTRUSTED),
        (certificate(62), Failure.CAPTIVE_PORTAL),
        (InvalidProxyStatus(status(407)), Failure.PROXY_FAILED),
        (InvalidStatus(status(302)), Failure.CAPTIVE_PORTAL),
        (InvalidStatus(status(511)), Failure.CAPTIVE_PORTAL),
        (InvalidStatus(status(200)), Failure.CAPTIVE_PORTAL),
        (InvalidStatus(status(404)), Failure.NOT_A_COMPANION),
        (InvalidMessage("no HTTP"), Failure.NOT_A_COMPANION),
        (InvalidURI("x", "no"), Failure.NOT_A_COMPANION),
        (ssl.SSLError("wrong version"), Failure.NOT_A_COMPANION),
        (socket.gaierror(), Failure.SERVER_NAME_UNKNOWN),
        (ConnectionRefusedError(), Failure.SERVER_REFUSED),
        (TimeoutError(), Failure.SERVER_SILENT),
        (ConnectionResetError(), Failure.CONNECTION_LOST),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_each_cause_has_its_own_name(error: BaseException, why: Failure) -> None:
    assert why_unreachable(error) is why


async def test_a_token_is_asked_of_the_keyring_and_never_shown() -> None:
    secrets = Secrets({token_name(SERVER.id, ACCOUNT): "t0ken"}, NoStore())
    address = await RemoteEngine(SERVER, ACCOUNT, secrets).address()
    assert (address.url, address.token, address.is_server) == (SERVER.url, "t0ken", True)
    assert "t0ken" not in repr(address)


async def test_before_pairing_the_hello_is_empty_handed() -> None:
    address = await RemoteEngine(SERVER, ACCOUNT, Secrets({}, NoStore())).address()
    assert address.token == ""


async def test_a_new_token_is_used_at_once_and_without_a_keyring_for_this_run() -> None:

    kept: asyncio.Queue[bool] = asyncio.Queue()
    secrets = Secrets({}, NoStore())
    remote = RemoteEngine(SERVER, ACCOUNT, secrets, kept.put_nowait)
    remote.keep("n3w")
    assert (await remote.address()).token == "n3w"
    assert not await asyncio.wait_for(kept.get(), 60)
    assert secrets.get(token_name(SERVER.id, ACCOUNT)) == "n3w"


class LockedStore(NoStore):
    """A keyring that nobody unlocks."""

    def read(self, name: str) -> str | None:
        raise SecretError(Failure.KEYRING_LOCKED)


async def test_a_locked_keyring_is_the_reason_and_not_an_empty_hand() -> None:
    with pytest.raises(CompanionError) as caught:
        await RemoteEngine(SERVER, ACCOUNT, Secrets({}, LockedStore())).address()
    assert caught.value.failure is Failure.KEYRING_LOCKED


@pytest.mark.parametrize(
    ("monotonic", "wall", "slept"),
    [
        (1.0, 1.0, False),
        (1.0, 16.5, True),
        (1.0, 3_600.0, True),
        (1.0, -3_600.0, False),
        (3_600.0, 3_600.0, False),
        (1.0, 14.0, False),
    ],
    ids=["awake", "slept", "long", "clock set back", "long wait", "small step"],
)
def test_sleep_shows_in_the_difference_of_the_clocks(
    monotonic: float, wall: float, slept: bool
) -> None:
    watch = SleepWatch(100.0, 1_000_000.0)
    assert watch.slept(100.0 + monotonic, 1_000_000.0 + wall) is slept
    assert not watch.slept(101.0 + monotonic, 1_000_001.0 + wall)
