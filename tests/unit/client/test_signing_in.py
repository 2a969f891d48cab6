"""A server that does not know this device: it is said once, and there is a way in."""

from __future__ import annotations

import asyncio
from uuid import UUID

import pytest
from websockets.asyncio.server import ServerConnection, serve

from companion.client.connection import Connection
from companion.client.orders import PairByName, PairWithCode
from companion.client.pairing import PairingPhase
from companion.client.remote_engine import RemoteEngine
from companion.client.servers import Server, token_name
from companion.client.state import Health
from companion.language.phrase import phrase
from companion.protocol.client_session import ClientSession
from companion.protocol.codec import decode_client, encode
from companion.protocol.limits import CLOSE_UNAUTHORIZED
from companion.protocol.requests import Hello
from companion.protocol.responses import ErrorMessage, Welcome
from companion.protocol.server_event import Standing
from companion.protocol.session_event import ConnectionLost
from companion.protocol.signon import PairingStep
from companion.support.clock import SystemClock
from companion.support.errors import Failure
from companion.support.loops import spawn
from companion.support.secrets import Secrets
from tests.helpers.client_rig import Rig
from tests.helpers.secrets import FakeStore

ACCOUNT = UUID(int=2)


@pytest.fixture
def stranger() -> Rig:
    return Rig(standing=Standing.STRANGER)


def refuse(rig: Rig, failure: Failure, detail: str = "") -> None:
    words = phrase(f"failure.{failure}", detail=detail)
    rig.tell(ErrorMessage(failure, words, rig.pairings[-1].request))


def engine_part(rig: Rig) -> tuple[Health, Failure | None]:
    (part,) = (part for part in rig.state.parts if part.name == "engine")
    return part.health, part.reason


def test_a_server_that_does_not_know_us_is_told_of_once(stranger: Rig) -> None:
    assert engine_part(stranger) == (Health.LIMITED, Failure.NOT_PAIRED)
    for _ in range(3):
        stranger.disconnect()
        stranger.connect()
    assert stranger.log == ["failure.not_paired"]


def test_what_is_quick_to_refuse_is_not_ready_for_that(stranger: Rig) -> None:
    stranger.core.orders.take(PairByName("Alex"))
    stranger.pump()
    refuse(stranger, Failure.PAIRING_LIMITED)
    assert engine_part(stranger) == (Health.LIMITED, Failure.NOT_PAIRED)


def test_a_mistyped_code_is_typed_once_more(stranger: Rig) -> None:
    stranger.core.orders.take(PairWithCode("123456"))
    stranger.pump()
    refuse(stranger, Failure.PAIRING_CODE_WRONG)
    pairing = stranger.state.pairing
    assert (pairing.phase, pairing.reason) == (PairingPhase.ENTER_CODE, Failure.PAIRING_CODE_WRONG)


def test_a_refusal_names_whom_it_is_about(stranger: Rig) -> None:
    stranger.core.orders.take(PairByName("Alex"))
    stranger.pump()
    refuse(stranger, Failure.PLAYER_NOT_ONLINE, "Alex")
    pairing = stranger.state.pairing
    assert (pairing.phase, pairing.detail) == (PairingPhase.FAILED, "Alex")


def test_after_signing_in_the_next_loss_is_a_loss_again(stranger: Rig) -> None:
    stranger.core.orders.take(PairByName("Alex"))
    stranger.pump()
    stranger.answer_pairing(PairingStep.PAIRED, player=UUID(int=5), token="t" * 43)
    stranger.standing = Standing.PLAYER
    stranger.core.session.leave()
    stranger.connect()
    stranger.disconnect()
    assert engine_part(stranger) == (Health.FAILED, Failure.CONNECTION_LOST)
    assert stranger.log == ["failure.not_paired", "failure.connection_lost"]


async def test_a_revoked_device_comes_back_empty_handed_and_its_token_is_kept() -> None:
    hellos: asyncio.Queue[str] = asyncio.Queue()
    lost: list[object] = []

    async def judge(socket: ServerConnection) -> None:
        hello = decode_client(str(await socket.recv()))
        assert isinstance(hello, Hello)
        hellos.put_nowait(hello.token)
        if hello.token:
            await socket.close(CLOSE_UNAUTHORIZED)
        else:
            await socket.send(encode(Welcome(1, 1)))
            await socket.wait_closed()

    async with serve(judge, "127.0.0.1", 0) as server:
        at = Server(UUID(int=1), "Home", f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/")
        name = token_name(at.id, ACCOUNT)
        store = FakeStore(**{name: "0ld"})
        remote = RemoteEngine(at, ACCOUNT, Secrets({}, store))
        session = ClientSession("en_us")
        line = Connection(remote, session, SystemClock(), lost.append, lambda *_: None)
        task = spawn(line.run(), "connection")
        async with asyncio.timeout(60):
            tokens = [await hellos.get(), await hellos.get()]
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    assert tokens == ["0ld", ""]
    assert ConnectionLost(Failure.DEVICE_REVOKED) in lost
    assert store.values == {name: "0ld"}
