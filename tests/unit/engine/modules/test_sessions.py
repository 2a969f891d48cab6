from __future__ import annotations

import asyncio
from typing import Any

import pytest

from companion.engine.modules.access import Access, Permissions
from companion.engine.modules.sessions import PlayerSessions
from tests.helpers.agent_modules import DIARY, Runtime, World, modules, pack, system
from tests.helpers.agent_rig import ALEX, STEVE, begin, settle


class House:
    """Sessions over three instances: `one` and `two` with runtimes, `page` without."""

    def __init__(self) -> None:
        files = modules(one="test:greeter", two="test:greeter", page=None) | system("a:one")
        self.world = World(pack(**files))
        self.made = self.world.install()
        self.access = Access(lambda _: True)
        self.generations = self.world.rig.engine.generations
        self.sessions = PlayerSessions(self.made, self.access, self.generations)
        self.log = self.world.log
        self.log.clear()

    def runtime(self, name: str) -> Runtime:
        runtime = self.made.runtimes[name]
        assert isinstance(runtime, Runtime)
        return runtime

    async def open(self, *names: str) -> frozenset[str]:
        store: Any = self.world.rig.store.view(ALEX)
        return await self.sessions.open(ALEX, "a:main", store, names or ("a:one", "a:two"))

    @property
    def published(self) -> frozenset[str]:
        return self.access.of(ALEX).modules


@pytest.mark.behaviour("MOD-036", "ENG-081")
async def test_all_are_initialised_then_published_together_then_told() -> None:
    house, seen = House(), list[frozenset[str]]()
    gate = asyncio.Event()
    house.runtime("a:two").gates["a:two"] = gate.wait
    opening = begin(house.open("a:one", "a:two", "a:page"))
    await settle()
    seen.append(house.published)
    gate.set()

    assert await opening == {"a:one", "a:two", "a:page"} == house.published
    assert seen == [frozenset()]
    assert house.log == ["initialize a:one", "initialize a:two", "ready a:one", "ready a:two"]


@pytest.mark.behaviour("MOD-036")
async def test_a_binding_is_looked_up_now_and_stored_in_the_players_transaction() -> None:
    house = House()
    bindings = house.sessions.bindings(ALEX)
    looked = list(house.log)

    await house.world.rig.store.update(ALEX, lambda books: [bind(books) for bind in bindings])

    assert looked == ["binding a:one", "binding a:two"]
    assert house.world.rig.store.players[ALEX].get(DIARY) == "a:two"


@pytest.mark.behaviour("MOD-040", "MOD-038")
async def test_a_module_that_does_not_come_up_is_not_published() -> None:
    house = House()
    house.runtime("a:one").raises["initialize a:one"] = KeyError("x")

    assert await house.open() == {"a:two"}
    assert house.log == ["initialize a:one", "close a:one", "initialize a:two", "ready a:two"]


@pytest.mark.behaviour("MOD-037")
async def test_only_ready_sessions_are_ticked() -> None:
    house, gate = House(), asyncio.Event()
    house.runtime("a:one").gates["a:one"] = gate.wait
    opening = begin(house.open())
    await settle()
    house.sessions.tick(1.0)
    gate.set()
    await opening

    house.sessions.tick(2.0)

    assert house.log[-2:] == ["tick a:one", "tick a:two"]
    assert house.log.count("tick a:one") == 1


@pytest.mark.behaviour("MOD-038")
async def test_a_session_that_fails_is_closed_and_the_others_go_on() -> None:
    house = House()
    await house.open()
    house.runtime("a:one").raises["tick a:one"] = KeyError("x")

    house.sessions.tick(1.0)
    house.sessions.tick(2.0)

    ticked = [line for line in house.log[4:] if not line.startswith("tock")]
    assert ticked == ["tick a:one", "close a:one", "tick a:two", "tick a:two"]
    assert house.published == {"a:two"}


@pytest.mark.behaviour("MOD-037")
async def test_a_runtime_is_ticked_once_however_many_players_and_instances_share_it() -> None:
    house = House()
    store: Any = house.world.rig.store.view(STEVE)
    await house.open()
    await house.sessions.open(STEVE, "a:main", store, ("a:one", "a:two"))
    house.made.runtimes["a:two"] = shared = house.runtime("a:one")
    house.log.clear()

    house.sessions.tick(1.0)

    assert house.log.count(f"tock {shared.name}") == 1
    assert house.log.count("tick a:one") == 2


@pytest.mark.behaviour("MOD-038")
async def test_a_runtime_that_fails_is_not_ticked_again_and_the_others_go_on() -> None:
    house = House()
    house.runtime("a:one").raises["tock a:one"] = KeyError("x")

    house.sessions.tick(1.0)
    house.sessions.tick(2.0)

    assert house.log == ["tock a:one", "tock a:two", "tock a:two"]


async def test_whoever_has_nothing_to_do_in_a_tick_is_not_called() -> None:
    house = House()
    await house.open("a:page")
    house.log.clear()

    house.sessions.tick(1.0)

    assert not house.sessions._ticking
    assert house.log == ["tock a:one", "tock a:two"]


async def test_a_session_that_fails_when_it_is_told_is_closed() -> None:
    house = House()
    house.runtime("a:one").raises["ready a:one"] = KeyError("x")

    assert await house.open() == {"a:two"} == house.published


@pytest.mark.behaviour("MOD-038", "MOD-041")
async def test_a_module_that_is_no_longer_due_closes_and_a_new_one_opens() -> None:
    house = House()
    await house.open("a:one")

    assert await house.sessions.refresh(ALEX, ["a:two"]) == {"a:two"} == house.published
    assert house.log[2:] == ["close a:one", "initialize a:two", "ready a:two"]
    assert house.log.count("ready a:one") == 1


@pytest.mark.behaviour("MOD-038")
async def test_a_disconnect_closes_all_last_first() -> None:
    house = House()
    await house.open()

    house.sessions.close(ALEX)

    assert house.log[-2:] == ["close a:two", "close a:one"]
    assert house.access.of(ALEX) == Permissions()
    house.sessions.tick(1.0)
    house.sessions.close(ALEX)
    assert house.log[-3:] == ["close a:one", "tock a:one", "tock a:two"]


@pytest.mark.behaviour("MOD-039")
@pytest.mark.parametrize("how", ["disconnect", "revoke", "reconnect", "remove"])
async def test_what_comes_up_too_late_is_closed_and_stays_so(how: str) -> None:
    house, gate = House(), asyncio.Event()
    house.runtime("a:one").gates["a:one"] = gate.wait
    opening = begin(house.open("a:one"))
    await settle()
    if how == "disconnect":
        house.sessions.close(ALEX)
    elif how == "revoke":
        house.generations.invalidate(ALEX)
    elif how == "reconnect":
        await house.open("a:two")
    else:
        await house.sessions.refresh(ALEX, [])
    gate.set()

    assert await opening == frozenset()
    assert "ready a:one" not in house.log
    assert house.log.count("close a:one") == 1
    assert house.published == ({"a:two"} if how == "reconnect" else frozenset())


async def test_a_refresh_for_a_player_who_left_opens_nothing() -> None:
    house = House()

    assert await house.sessions.refresh(ALEX, ["a:one"]) == frozenset()
    assert house.log == []


@pytest.mark.behaviour("MOD-069", "MOD-032")
async def test_instances_that_share_a_runtime_open_and_close_on_their_own() -> None:
    world = World(pack(**modules(one="test:signin", two="test:signin")))
    sessions = PlayerSessions(world.install(), Access(lambda _: True), world.rig.engine.generations)
    store: Any = world.rig.store.view(ALEX)
    await sessions.open(ALEX, "a:main", store, ["a:one", "a:two"])

    await sessions.refresh(ALEX, ["a:two"])
    sessions.tick(1.0)

    assert world.log[-3:] == ["close a:one", "tock a:one", "tick a:two"]
    assert "shut a:one" not in world.log
