"""A companion signs on over an encrypted socket, as it will at a real server."""

from __future__ import annotations

import contextlib
import ssl
from uuid import UUID

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidMessage

from companion.engine.access.listening import CertificateFiles, tls_context
from companion.protocol.limits import CLOSE_UNAUTHORIZED
from companion.protocol.requests import Hello
from companion.protocol.signon import Pair, Pairing, PairingStep
from tests.helpers.access_certificates import NOW, make_certificate
from tests.helpers.access_server import SignOnServer
from tests.helpers.access_world import ALEX, Game

REQUEST = UUID(int=9)


class Rig:
    """A server with a game behind it, and a way to reach it."""

    def __init__(self):
        self.game = Game(ALEX)
        self.server = SignOnServer(self.game)
        self.port = 0
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        self.context.check_hostname = False
        self.context.verify_mode = ssl.CERT_NONE  # the certificate's dates are those of the test

    @contextlib.asynccontextmanager
    async def companion(self, token=""):
        url = f"wss://127.0.0.1:{self.port}"
        async with connect(url, ssl=self.context, proxy=None) as socket:
            await socket.send(msgspec.json.encode(Hello(1, token, "en_us")).decode())
            yield socket


@pytest.fixture
async def rig(tmp_path):
    made = make_certificate(tmp_path)
    context = tls_context(CertificateFiles(made.certificate, made.key), NOW.timestamp())
    rig = Rig()
    async with rig.server.serving(context) as rig.port:
        yield rig


async def ask(socket, **fields):
    await socket.send(msgspec.json.encode(Pair(REQUEST, **fields)).decode())
    answer = await socket.recv()
    return msgspec.json.decode(answer, type=Pairing) if answer.startswith("{") else answer


@pytest.mark.behaviour("PROTO-060", "PROTO-029")
async def test_a_paired_companion_is_known_the_next_time(rig):
    async with rig.companion() as socket:
        assert (await ask(socket, player="Alex")).step is PairingStep.ENTER_CODE
        paired = await ask(socket, code=rig.game.seen[ALEX.id][0])
    async with rig.companion(paired.token) as socket:
        assert await socket.recv() == "Alex"


@pytest.mark.behaviour("PROTO-060")
async def test_a_revoked_companion_is_turned_away(rig):
    token = await rig.server.devices.add(ALEX.id, "Alex", "laptop", 0.0)
    await rig.server.devices.revoke_all(ALEX.id)
    async with rig.companion(token) as socket:
        with pytest.raises(ConnectionClosed) as caught:
            await socket.recv()
    assert caught.value.rcvd.code == CLOSE_UNAUTHORIZED


async def test_a_code_dies_with_its_connection(rig):
    async with rig.companion() as socket:
        await ask(socket, player="Alex")
    async with rig.companion() as socket:
        assert await ask(socket, code=rig.game.seen[ALEX.id][0]) == "pairing_expired"
    assert rig.server.devices.of(ALEX.id) == ()


async def test_nobody_gets_in_without_encryption(rig):
    with pytest.raises((OSError, InvalidMessage)):
        await connect(f"ws://127.0.0.1:{rig.port}", proxy=None)
    assert len(rig.server.door) == 0
