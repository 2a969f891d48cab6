"""An engine of fakes only: tools that count, players with rights, workflows of a few lines."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID, uuid4

import msgspec

from companion.engine.execution.agent_engine import AgentEngine, Execution
from companion.engine.execution.budget import Budget
from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.policy import FAST, ExecutionPolicy
from companion.engine.execution.request import Asked, Selected
from companion.engine.execution.result import AgentResult, succeeded
from companion.engine.execution.scope import Scope
from companion.engine.execution.selection import Source
from companion.engine.execution.workflow import Workflow
from companion.engine.tools.tool import Tool, ToolCall, ToolType
from companion.language.phrase import literal
from tests.helpers.agent_model import FakeModel
from tests.helpers.agent_store import FakeStore
from tests.helpers.clock import ManualClock

ALEX = UUID(int=1)
STEVE = UUID(int=2)


class Amount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    count: int = 1


class Look(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    word: str


READ: ToolType[Look, str] = ToolType("test.read", Look, str)
CREDIT: ToolType[Amount, int] = ToolType("test.credit", Amount, int)


class Counter:
    """Handlers that count; `gate`, while set, holds them up in the midst of their effect."""

    def __init__(self) -> None:
        self.reads: list[str] = []
        self.credited = 0
        self.begun = asyncio.Event()
        self.gate: asyncio.Event | None = None
        self.raises: Exception | None = None

    async def read(self, given: Look, _: ToolCall) -> str:
        await self._pass()
        self.reads.append(given.word)
        return f"about {given.word}"

    async def credit(self, given: Amount, call: ToolCall) -> int:
        call.check()
        self.credited += given.count
        self.begun.set()
        await self._pass()
        return self.credited

    async def _pass(self) -> None:
        if self.gate:
            await self.gate.wait()
        if self.raises:
            raise self.raises

    def reader(self, **more: Any) -> Tool[Look, str]:
        return Tool(READ, self.read, **more)

    def creditor(self, **more: Any) -> Tool[Amount, int]:
        return Tool(CREDIT, self.credit, writes=True, **more)


class FakeRights:
    """Who is bound, has which modules and may ask a model; all of it for everybody by default."""

    def __init__(self, *modules: str) -> None:
        self.bound = {ALEX, STEVE}
        self.modules = set(modules)
        self.model = True

    def is_bound(self, player: UUID) -> bool:
        return player in self.bound

    def has_module(self, player: UUID, module: str) -> bool:
        return player in self.bound and module in self.modules

    def may_ask_model(self, player: UUID) -> bool:
        return self.model


Flow = Callable[[Any, ExecutionContext], Awaitable[AgentResult]]

_inputs: dict[str, type[msgspec.Struct]] = {}


def input_of(action: str) -> type[msgspec.Struct]:
    """An empty input type of an action's own, the same one each time."""
    if action not in _inputs:
        name = action.replace(":", "_")
        _inputs[action] = msgspec.defstruct(name, [], frozen=True, forbid_unknown_fields=True)
    return _inputs[action]


async def say_done(_: Any, __: ExecutionContext) -> AgentResult:
    return succeeded(literal("done"))


def workflow(action: str = "test:act", run: Flow = say_done, **more: Any) -> Workflow[Any]:
    """A workflow without arguments."""
    return Workflow(action, more.pop("input", None) or input_of(action), run, **more)


class Rig:
    """An engine and what it was given."""

    def __init__(
        self,
        *modules: str,
        model: FakeModel | None = None,
        policies: Any = None,
        store: FakeStore | None = None,
    ) -> None:
        self.clock = ManualClock()
        self.store = store or FakeStore()
        self.rights = FakeRights(*modules)
        self.model = model or FakeModel()
        more = {"policies": lambda: policies} if policies else {}
        self.engine = AgentEngine(self.store, self.rights, self.clock, self.model, **more)
        self.counter = Counter()

    def restarted(self, policies: Any = None) -> Rig:
        """Another engine over the same store, in the same world at the same time."""
        fresh = Rig(store=self.store, policies=policies)
        fresh.counter, fresh.rights, fresh.clock = self.counter, self.rights, self.clock
        more = {"policies": lambda: policies} if policies else {}
        fresh.engine = AgentEngine(self.store, self.rights, self.clock, fresh.model, **more)
        return fresh

    def started(self, *flows: Workflow[Any], owner: str = "") -> Rig:
        """Register workflows and start."""
        for flow in flows:
            self.engine.register_module(flow, owner)
        self.engine.start()
        return self

    def context(
        self,
        flow: Workflow[Any] | None = None,
        owner: str = "",
        *,
        task: str = "task",
        policy: ExecutionPolicy = FAST,
        is_event: bool = False,
    ) -> ExecutionContext:
        """A task's door."""
        flow = flow or workflow()
        scope = Scope(
            task,
            ALEX,
            "en_us",
            self.engine.generations.now(ALEX),
            flow.id,
            owner,
            is_event,
            flow.allowlist,
        )
        return self.engine.context(scope, Budget(policy, self.clock.monotonic()))

    async def run(
        self, flow: Workflow[Any], source: Source = Source.STRUCTURED, **more: Any
    ) -> AgentResult:
        """Run a workflow the way everything runs."""
        owner = more.get("owner", "")
        candidate = self.engine.catalog.provider(flow.id, owner)
        assert candidate is not None
        context = self.context(flow, is_event=source is Source.EVENT, **more)
        return await self.engine.execute(Execution(candidate, flow.input(), source, context))


def asked(words: str = "act", **more: Any) -> Asked:
    """A spoken request."""
    more.setdefault("request", uuid4())
    more.setdefault("player", ALEX)
    return Asked(language="en_us", words=words, **more)


class FakeSelector:
    """Chooses the same action for all words; `spend` lets it ask the model first."""

    def __init__(self, action: str = "test:act", source: Source = Source.MODEL) -> None:
        self.selected = Selected(action, {}, source)
        self.learned_from: list[str] = []
        self.before: Callable[[ExecutionContext], Awaitable[Any]] | None = None

    async def select(self, asked: Asked, context: ExecutionContext) -> Selected | AgentResult:
        if self.before:
            await self.before(context)
        return self.selected

    def learned(self, asked: Asked, selected: Selected) -> None:
        self.learned_from.append(asked.words)


async def settle(turns: int = 20) -> None:
    """Let everything that can go on go on."""
    for _ in range(turns):
        await asyncio.sleep(0)


def begin(call: Awaitable[Any]) -> asyncio.Future[Any]:
    """Let a call run beside the test."""
    return asyncio.ensure_future(call)  # noqa: TID251
