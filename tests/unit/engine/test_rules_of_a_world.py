"""What holds whatever a player, an operator or a file does while a world is served."""

from __future__ import annotations

import threading
import uuid
from pathlib import Path

import pytest

from companion.engine.access.identity import offline_id
from companion.engine.access.pairing import PER_ADDRESS_AN_HOUR, TRIES
from companion.engine.chat.workflow import CHAT_PROMPTS
from companion.engine.modules.context import ModuleContext
from companion.engine.modules.extensions import Extensions
from companion.engine.players import LOCAL_PLAYER
from companion.engine.tools import ids
from companion.protocol.requests import Chat, Control, ControlAction, Mode, SetPreferences
from companion.protocol.responses import ErrorMessage, Outcome, Reply, State
from companion.protocol.signon import Pair, Pairing
from companion.support.errors import Failure
from companion.support.loops import spawn
from tests.helpers.agent_model import says
from tests.helpers.engine_client import Outsider
from tests.helpers.engine_link import FakeLink, book_of, quest
from tests.helpers.engine_world import NamedModel, thinking, world
from tests.helpers.served_world import House, house, refused, until_closed

LINK = FakeLink(book_of(quest(1, "Stone Age")))
ME = LOCAL_PLAYER.uuid
HOSTILE = {
    "empty": b"",
    "half": b'{"operators": ["',
    "no object": b"[1, 2]",
    "no text": b"\xff\xfe\x00",
    "deep": b"[" * 100_000,
    "doubled": b'{"grantOnPair": "system:default", "grantOnPair": ""}',
    "huge": b" " * ((1 << 20) + 1),
    "wrong kinds": b'{"operators": "all", "connections": -1, "commandPrefix": ""}',
}


@pytest.mark.behaviour("PROTO-032")
async def test_a_revoke_ends_what_runs_and_nothing_late_arrives(tmp_path: Path) -> None:
    link = FakeLink(LINK.quest_book, gate=threading.Event())
    async with world(link, tmp_path) as someone:
        request = Chat(uuid.uuid4(), "show my quests")
        someone.runtime.take(request, someone.identity, someone.peer)
        await someone.say_nothing_until(link.reading)
        await someone.runtime.bindings.revoke(ME)
        assert link.gate
        link.gate.set()
        state = Control(uuid.uuid4(), ControlAction.STATE)
        someone.runtime.take(state, someone.identity, someone.peer)
        await someone.peer.until(State, lambda one: one.request == state.request)
        replies = [one for one in someone.peer.replies if one.request == request.request]
    assert [reply.outcome for reply in replies] == [Outcome.CANCELLED]


@pytest.mark.behaviour("PROTO-032", "PROTO-033")
async def test_a_revoke_makes_void_whatever_began_before_it(tmp_path: Path) -> None:
    async with world(LINK, tmp_path) as someone:
        await someone.say("show my quests")
        runtime = someone.runtime
        before, view = runtime.engine.generations.now(ME), runtime.world.store.view(ME)
        runtime.effects.invalidate(ME)
        assert not runtime.engine.generations.is_current(before)
        assert not runtime.engine.generations.is_current(before, event=True)
        assert not view.is_current


@pytest.mark.behaviour("PERM-007")
async def test_levels_come_and_go_and_preferences_stay(tmp_path: Path) -> None:
    chosen = SetPreferences(uuid.uuid4(), external=False, free_chat=True, history=False)
    async with house(tmp_path) as served, served.player("Alex") as alex:
        await served.world.order("grant system:default Alex")
        await alex.send(chosen)
        await alex.next(Reply)
        for level in ("off", "full"):
            await served.world.order(f"ai Alex {level}")
        state = await state_of(alex)
    assert state.entitlement
    kept = state.entitlement
    assert (kept.external, kept.free_chat, kept.history) == (False, True, False)


async def state_of(client: Outsider) -> State:
    request = Control(uuid.uuid4(), ControlAction.STATE)
    await client.send(request)
    while (state := await client.next(State)).request != request.request:  # type: ignore[union-attr]
        pass
    assert isinstance(state, State)
    return state


@pytest.mark.behaviour("BIND-018")
async def test_a_player_is_told_the_keys_of_their_systems_name(tmp_path: Path) -> None:
    async with house(tmp_path) as served, served.player("Alex") as alex:
        before = (await state_of(alex)).entitlement
        await served.world.order("grant system:default Alex")
        after = (await state_of(alex)).entitlement
    made = served.world.runtime._made.data.systems["system:default"]
    assert before
    assert after
    assert (before.system, before.name) == ("", "")
    assert (after.name, after.description) == (made.name, made.description)


@pytest.mark.behaviour("MOD-061")
async def test_a_second_system_beside_the_first_is_refused(tmp_path: Path) -> None:
    pack = tmp_path / "datapacks" / "more" / "data" / "a" / "system" / "system" / "b.json"
    pack.parent.mkdir(parents=True)
    pack.write_text('{"name": "n", "description": "d", "modules": ["system:help"]}')
    async with house(tmp_path) as served, served.player("Alex"):
        await served.world.order("grant system:default Alex")
        with pytest.raises(Exception, match=Failure.OTHER_SYSTEM_BOUND):
            await served.world.order("grant a:b Alex")
        assert await served.world.runtime.bindings.system(offline_id("Alex")) == "system:default"


@pytest.mark.behaviour("CHAT-003", "CHAT-011")
async def test_an_extension_adds_to_the_prompt_of_free_chat(tmp_path: Path) -> None:
    def add(context: ModuleContext) -> None:
        context.get(CHAT_PROMPTS).append("Speak like a pirate.")

    def extend(extensions: Extensions) -> None:
        extensions.on_services(add)

    model = NamedModel(says("Arr."))
    async with thinking(LINK, model, tmp_path, extend=extend) as someone:
        _, answer = await someone.ask(Chat(uuid.uuid4(), "hello", Mode.FREE))
    assert answer.text.text == "Arr."
    assert model.requests[0].messages[0].text.endswith("Speak like a pirate.")


@pytest.mark.behaviour("REACT-015")
@pytest.mark.parametrize("words", ["show my quests", "/quests", "查看任务"])
async def test_what_is_simple_is_done_without_any_model(tmp_path: Path, words: str) -> None:
    model = NamedModel(says("never"))
    async with thinking(LINK, model, tmp_path) as someone:
        action, answer = await someone.say(words)
    assert (action, answer.outcome) == ("system:quest_list", Outcome.SUCCEEDED)
    assert model.requests == []


@pytest.mark.behaviour("TOOL-017")
async def test_every_shared_tool_has_the_id_of_the_one_list(tmp_path: Path) -> None:
    listed = {value for name, value in vars(ids).items() if name.isupper()}
    async with world(LINK, tmp_path) as someone:
        tools = someone.runtime.engine.tools
        offered = {tool.type.id for _, tool in tools.for_reasoning()}
    assert offered
    assert offered <= listed


async def test_guessing_a_code_over_many_connections_is_limited_by_address(tmp_path: Path) -> None:
    async with house(tmp_path) as served:
        answers = [await guess(served) for _ in range(8)]
    said = [code for one in answers for code in one]
    wrong = said.count(Failure.PAIRING_CODE_WRONG) + said.count(Failure.PAIRING_EXPIRED)
    assert wrong <= PER_ADDRESS_AN_HOUR
    assert answers[-1] == [Failure.PAIRING_LIMITED] * TRIES
    assert served.world.devices.of(offline_id("Alex")) == ()


async def guess(served: House) -> list[str]:
    """Ask for a code as Alex and try five that are wrong, on a connection of its own."""
    async with served.peer() as thief:
        await thief.receive()
        await thief.send(Pair(uuid.uuid4(), player="Alex"))
        answer = await thief.receive()
        if isinstance(answer, ErrorMessage):
            return [answer.code] * TRIES
        assert isinstance(answer, Pairing)
        right = served.game.codes["Alex"]
        tries = [f"{(int(right) + n) % 10**6:06}" for n in range(1, TRIES + 1)]
        return [await refused(thief, Pair(uuid.uuid4(), code=one)) for one in tries]


async def test_a_token_that_was_revoked_opens_nothing_while_the_thief_is_connected(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as served:
        token = await served.token_of("Alex")
        async with served.peer(token) as thief:
            await thief.receive()
            await served.world.order(f"unpair all {offline_id('Alex')}")
            _, code = await until_closed(thief)
        async with served.peer(token) as again:
            _, second = await until_closed(again)
    assert (code, second) == (4003, 4003)


async def test_a_request_that_ran_for_a_revoked_device_tells_it_nothing(tmp_path: Path) -> None:
    link = FakeLink(LINK.quest_book, gate=threading.Event(), others={})
    async with house(tmp_path, link=link) as served, served.player("Alex") as thief:
        await served.world.order("grant system:default Alex")
        await thief.start("show my quests")
        await served.world.order("unpair all Alex")
        assert link.gate
        link.gate.set()
        came, code = await until_closed(thief)
    assert code == 4003
    assert not [one for one in came if isinstance(one, Reply) and one.outcome is Outcome.SUCCEEDED]


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
async def test_broken_files_under_load_are_reported_and_cost_nobody_an_answer(
    tmp_path: Path, content: bytes
) -> None:
    folder = tmp_path / "config" / "system"
    async with house(tmp_path) as served, served.player("Alex") as alex:
        await served.world.order("grant system:default Alex")
        for file in folder.glob("*.json"):
            file.write_bytes(content)
        asking = spawn(asked(alex, 6), "asking")
        told = [await served.world.order("reload") or () for _ in range(3)]
        codes = await asking
        assert not served.world.access.operators
    assert codes == [""] * 6
    assert all(any(line.key == "config.fault" for line in lines) for lines in told)
    assert {file.read_bytes() for file in folder.glob("*.json")} == {content}


async def asked(client: Outsider, times: int) -> list[str]:
    return [(await client.ask("show my quests")).code for _ in range(times)]
