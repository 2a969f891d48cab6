"""What the engine keeps, and what it does where nothing can be kept."""

from __future__ import annotations

import uuid
from pathlib import Path

import msgspec
import pytest

from companion.engine.execution.agent_engine import AgentEngine
from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.policy import FAST
from companion.engine.execution.result import AgentResult, decode_result, silently_done, succeeded
from companion.engine.execution.workflow import Workflow
from companion.engine.late_store import PATIENCE_S, WRITE_PATIENCE_S, LateStore
from companion.engine.players import LOCAL_PLAYER, PlayerIdentity
from companion.engine.presence import Grant
from companion.engine.runtime import Extend, Runtime, Setup
from companion.engine.storage.paths import WorldPaths
from companion.engine.storage.process_lock import ProcessLock
from companion.engine.storage.record import PlayerRecord, Preferences
from companion.engine.storage.store import Store, Transaction
from companion.engine.tools.tool import Tool, ToolCall, ToolType
from companion.engine.world import embedded_world
from companion.language.phrase import literal
from companion.protocol.requests import Chat
from companion.protocol.responses import Outcome, State
from companion.support.errors import Failure
from tests.helpers.engine_client import arriving, mind, words
from tests.helpers.engine_link import FakeLink, book_of, quest
from tests.helpers.engine_world import world

LINK = FakeLink(book_of(quest(1, "Stone Age"), quest(2, "Stone Bridge")))
STRANGER = PlayerIdentity(uuid.UUID(int=7), "Steve")


class Credit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No arguments."""


CREDIT: ToolType[Credit, int] = ToolType("test.credit", Credit, int)


class Purse:
    """A feature that writes: it counts what was credited."""

    def __init__(self, *, silent: bool = False) -> None:
        self.credited = 0
        self._silent = silent

    async def _credit(self, _: Credit, call: ToolCall) -> int:
        call.check()
        self.credited += 1
        return self.credited

    async def _run(self, _: Credit, context: ExecutionContext) -> AgentResult:
        await context.tool(CREDIT, "credit", Credit())
        return silently_done() if self._silent else succeeded(literal("credited"))

    def extend(self) -> Extend:
        tool = Tool(CREDIT, self._credit, writes=True)
        flow = Workflow("test:credit", Credit, self._run, tools=(tool,), policy=FAST)

        def register(engine: AgentEngine) -> None:
            engine.register_module(flow)

        return lambda extensions: extensions.on_registration(register)


@pytest.mark.behaviour("ENG-019", "PROTO-057")
async def test_a_request_that_was_answered_before_a_restart_is_not_run_again(
    tmp_path: Path,
) -> None:
    purse, request = Purse(), Chat(uuid.uuid4(), "show my quests")
    async with world(LINK, tmp_path, extend=purse.extend()) as someone:
        _, first = await someone.ask(request)
    LINK.reading.clear()
    async with world(FakeLink(book_of()), tmp_path, extend=purse.extend()) as someone:
        _, again = await someone.ask(request)
    assert first.card is not None
    assert (again.text, again.card) == (first.text, first.card)


@pytest.mark.behaviour("ENG-019")
async def test_the_same_id_with_other_words_is_refused_after_a_restart(tmp_path: Path) -> None:
    request = Chat(uuid.uuid4(), "show my quests")
    async with world(LINK, tmp_path) as someone:
        await someone.ask(request)
    async with world(LINK, tmp_path) as someone:
        _, answer = await someone.ask(Chat(request.request, "help"))
    assert answer.failure == Failure.INPUT_CHANGED


async def test_words_and_answers_are_kept_for_the_conversation(tmp_path: Path) -> None:
    async with world(LINK, tmp_path) as someone:
        await someone.say("show my quests")
        view = someone.runtime.world.store.view(LOCAL_PLAYER.uuid)
        turns = await view.history(decode_result, 10)
    assert [turn.user for turn in turns] == ["show my quests"]


@pytest.mark.behaviour("CHAT-007")
async def test_without_the_history_preference_no_words_are_kept(tmp_path: Path) -> None:
    def decline(data: Transaction) -> None:
        record = data.record()
        data.set_record(msgspec.structs.replace(record, preferences=Preferences(history=False)))

    async with world(LINK, tmp_path) as someone:
        await someone.runtime.world.store.update(LOCAL_PLAYER.uuid, decline)
        await someone.say("show my quests")
        view = someone.runtime.world.store.view(LOCAL_PLAYER.uuid)
        assert await view.history(decode_result, 10) == ()


@pytest.mark.behaviour("BIND-001")
async def test_the_local_player_is_bound_to_the_default_system(tmp_path: Path) -> None:
    async with world(LINK, tmp_path) as someone:
        record: PlayerRecord = await someone.runtime.world.store.read(
            LOCAL_PLAYER.uuid, lambda data: data.record()
        )
    assert record.systems == ("system:default",)


@pytest.mark.behaviour("ENG-065")
async def test_an_unbound_player_is_told_who_must_type_what(tmp_path: Path) -> None:
    runtime = Runtime(Setup(LINK, folder=tmp_path, grant=Grant()))
    LINK.reading.clear()
    async with arriving(runtime, player=STRANGER) as someone:
        _, answer = await someone.say("show my quests")
    assert answer.failure == Failure.NOT_BOUND
    assert words(answer.text).endswith("/system grant system:default Steve")


async def test_a_grant_counts_at_once_and_a_revoke_takes_everything(tmp_path: Path) -> None:
    runtime = Runtime(Setup(LINK, folder=tmp_path, grant=Grant()))
    async with arriving(runtime, player=STRANGER) as someone:
        await someone.say("help")
        await runtime.bindings.grant(STRANGER.uuid, "system:default")
        await runtime.presence.refresh(STRANGER.uuid)
        _, bound = await someone.say("show my quests")
        await runtime.bindings.revoke(STRANGER.uuid)
        await runtime.presence.refresh(STRANGER.uuid)
        _, gone = await someone.say("show my quests")
        assert someone.player.numbered == ()
    assert bound.card is not None
    assert (gone.failure, gone.card) == (Failure.NOT_BOUND, None)


def spoil(folder: Path, how: str) -> None:
    """Make a world's store unusable, until the lock is collected."""
    paths = WorldPaths(folder)
    match how:
        case "locked":
            lock = ProcessLock(paths.lock)
            lock.acquire()
        case "damaged":
            paths.business.parent.mkdir(parents=True)
            paths.business.write_bytes(b"no database at all" * 100)
        case _:
            paths.business.parent.parent.mkdir(parents=True, exist_ok=True)
            paths.business.parent.write_bytes(b"a file where the folder should be")


@pytest.mark.parametrize("how", ["locked", "damaged", "in the way"])
async def test_a_store_that_cannot_be_had_leaves_reading_and_says_so(
    tmp_path: Path, how: str
) -> None:
    purse = Purse()
    spoil(tmp_path, how)
    async with mind(LINK, folder=tmp_path, extend=purse.extend()) as someone:
        _, read = await someone.say("show my quests")
        _, written = await someone.press("test:credit")
        state = await someone.state("en_us")
    assert (read.outcome, written.failure) == (Outcome.SUCCEEDED, Failure.STORAGE_UNAVAILABLE)
    assert purse.credited == 0
    assert words(state.faults[0]).startswith("The saved data cannot be used right now")


async def test_a_world_that_another_engine_lets_go_is_opened_then(tmp_path: Path) -> None:
    lock = ProcessLock(WorldPaths(tmp_path).lock)
    lock.acquire()
    async with mind(LINK, folder=tmp_path) as someone:
        _, first = await someone.say("show my quests")
        lock.release()
        opened = await someone.peer.until(State, lambda state: not state.faults)
        assert someone.runtime.world.store.is_open
    assert (first.outcome, opened.world) == (Outcome.SUCCEEDED, "Test World")


class ImpatientStore(LateStore):
    """Notes how long it was to be waited for."""

    waits: tuple[float, ...] = ()

    async def ready(self, patience_s: float = WRITE_PATIENCE_S) -> Store:
        self.waits = (*self.waits, patience_s)
        return await super().ready(patience_s)


async def test_all_looks_together_wait_once_for_a_store_that_is_never_opened() -> None:
    late = ImpatientStore(lambda: pytest.fail("not opened here"))
    for _ in range(5):
        await late.view(LOCAL_PLAYER.uuid).replay(uuid.uuid4(), "0" * 64)
    assert late.waits == pytest.approx((PATIENCE_S, 0.0, 0.0, 0.0, 0.0))


@pytest.mark.behaviour("ENG-055")
async def test_a_silent_result_ends_the_request_without_a_word(tmp_path: Path) -> None:
    purse = Purse(silent=True)
    async with world(LINK, tmp_path, extend=purse.extend()) as someone:
        _, answer = await someone.press("test:credit")
    assert (purse.credited, answer.outcome) == (1, Outcome.SUCCEEDED)
    assert (words(answer.text), answer.spoken, answer.card) == ("", (), None)


def test_each_folder_has_a_world_of_its_own() -> None:
    worlds = {embedded_world(folder) for folder in ("", "/games/one", "/games/two")}
    assert len(worlds) == 3
    assert embedded_world("/games/one") == embedded_world("/games/one")
