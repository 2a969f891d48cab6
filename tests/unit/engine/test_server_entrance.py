"""The entrance by itself, and what the server tells it."""

from __future__ import annotations

import uuid
from uuid import UUID

import pytest

from companion.engine.access.devices import Devices
from companion.engine.access.gate import Gate, Stranger
from companion.engine.entrance import Admitted, Entrance, local_entrance
from companion.engine.listener import Listener
from companion.engine.players import LOCAL_PLAYER, PlayerIdentity
from companion.engine.runtime import Runtime, Setup
from companion.engine.server import PlayerServer
from companion.games.demo.link import DemoLink
from companion.protocol.responses import ErrorMessage
from companion.protocol.signon import Pair, Pairing, PairingStep
from companion.support.clock import SystemClock
from companion.support.errors import CompanionError, Failure
from tests.helpers.access_world import ALEX, Disk
from tests.helpers.engine_client import outsider
from tests.helpers.hostile_wire import until
from tests.helpers.served_world import refused


class NotedSignOn:
    """Notes what it is asked; fails when told to."""

    def __init__(self, failure: Failure | None = None) -> None:
        self.failure = failure
        self.asked: list[UUID] = []
        self.gone: list[UUID] = []

    async def pair(self, attempt: UUID, message: Pair, address: str) -> Pairing:
        self.asked.append(attempt)
        if self.failure:
            raise CompanionError(self.failure, address)
        return Pairing(message.request, PairingStep.TYPE_IN_GAME, 300.0, "123456")

    def left(self, attempt: UUID) -> None:
        self.gone.append(attempt)


async def paired() -> tuple[Devices, str]:
    devices = Devices(None, Disk().write)
    return devices, await devices.add(ALEX.id, ALEX.name, "laptop", 0.0)


async def test_a_device_is_its_player_and_an_operator_only_while_the_world_says_so() -> None:
    devices, token = await paired()
    operators: set[UUID] = set()
    entrance = Entrance(Gate(devices), operators.__contains__)
    before = entrance.who(token)
    operators.add(ALEX.id)
    after = entrance.who(token)
    device = devices.of(ALEX.id)[0].id
    assert before == Admitted(PlayerIdentity(ALEX.id, "Alex"), device)
    assert after == Admitted(PlayerIdentity(ALEX.id, "Alex", is_operator=True), device)


async def test_a_visit_is_noted_by_its_device() -> None:
    devices, token = await paired()
    seen: list[UUID] = []
    entrance = Entrance(Gate(devices), lambda _: False, NotedSignOn(), seen.append)
    for shown in ("", "wrong", token):
        entrance.who(shown)
    assert seen == [devices.of(ALEX.id)[0].id]


@pytest.mark.parametrize("token", ["", "another", "é"])
async def test_an_embedded_engine_knows_its_token_and_no_strangers(token: str) -> None:
    entrance = local_entrance("the token")
    admitted = entrance.who("the token")
    assert isinstance(admitted, Admitted)
    assert admitted.player == LOCAL_PLAYER
    assert entrance.who(token) is None
    with pytest.raises(CompanionError, match=Failure.UNAUTHORIZED):
        await entrance.pair(uuid.uuid4(), Pair(uuid.uuid4()), "127.0.0.1")


async def test_strangers_are_let_in_where_they_can_pair() -> None:
    devices, _ = await paired()
    assert Entrance(Gate(devices), lambda _: False, NotedSignOn()).who("") == Stranger()


@pytest.mark.parametrize("failure", [None, Failure.PAIRING_LIMITED])
async def test_an_attempt_is_one_connection_and_is_forgotten_with_it(
    failure: Failure | None,
) -> None:
    sign_on, clock = NotedSignOn(failure), SystemClock()
    entrance = Entrance(Gate(Devices(None, Disk().write)), lambda _: False, sign_on)
    server = PlayerServer(Runtime(Setup(DemoLink(), clock)), entrance, clock, Listener())
    port = await server.start()
    async with outsider(port, greet=False) as client:
        await client.hello(token="")
        for _ in range(2):
            if failure:
                assert await refused(client, Pair(uuid.uuid4())) == failure
            else:
                await client.send(Pair(uuid.uuid4()))
                assert not isinstance(await client.next(Pairing), ErrorMessage)
    await until(lambda: bool(sign_on.gone))
    await server.stop()
    assert sign_on.asked == [sign_on.gone[0]] * 2
