"""What a module can do for a player: a typed action, a flow over tools, and its bounds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic

import msgspec

from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.policy import FAST, ExecutionPolicy
from companion.engine.execution.result import AgentResult
from companion.engine.execution.scope import Allowlist
from companion.engine.execution.selection import Selection
from companion.engine.tools.registry import AnyTool, AnyToolType
from companion.engine.tools.schema import Schema, schema_of
from companion.engine.tools.tool import I

Extract = Callable[[str], Mapping[str, object] | None]
"""Arguments out of a sentence, or None where it holds none; sees the sentence and nothing else."""


def no_arguments(_: str) -> Mapping[str, object]:
    """The extractor of an action that takes none."""
    return {}


@dataclass(frozen=True, slots=True)
class Routing:
    """How players reach an action; told once, used by commands, matching, model and help.

    Attributes:
        commands: Names of its command, without a slash; English and Chinese.
        examples: Locale to sentences that mean it.
        extract: Takes the arguments out of such a sentence.
        selection: Who may choose it.
        shortcut: Key of its button when nothing was understood; "" for none. Read-only ones only.
        choice: Key of its button among candidates; "" for never.
    """

    commands: tuple[str, ...] = ()
    examples: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    extract: Extract | None = None
    selection: Selection = Selection.NORMAL
    shortcut: str = ""
    choice: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Workflow(Generic[I]):
    """One action and its flow; trusted code, yet it reaches nothing but through its context.

    Attributes:
        id: Identifier of the action.
        input: Struct that judges the arguments; an action without any has an empty one of its own.
        run: The flow; deterministic around the tools and model calls it makes.
        description: For the model's list of capabilities.
        tools: Its own tools; they are its allowlist.
        required: Exported tools of others that it cannot do without.
        optional: Exported read-only tools that it can do without.
        policy: Its bounds, unless an operator says otherwise.
        version: Changes when stored tasks of it can no longer go on.
        interactive: A player may ask for it.
        events: A rule may set it off.
        reasons: It may call whatever modules offer for reasoning.
        routing: How it is reached.
    """

    id: str
    input: type[I]
    run: Callable[[I, ExecutionContext], Awaitable[AgentResult]]
    description: str = ""
    tools: tuple[AnyTool, ...] = ()
    required: tuple[AnyToolType, ...] = ()
    optional: tuple[AnyToolType, ...] = ()
    policy: ExecutionPolicy = FAST
    version: str = "1"
    interactive: bool = True
    events: bool = False
    reasons: bool = False
    routing: Routing = Routing()

    @property
    def schema(self) -> Schema:
        """JSON schema of the arguments."""
        return schema_of(self.input)

    @property
    def allowlist(self) -> Allowlist:
        """What it may call; made from its tools, never written down a second time."""
        required = {tool.type for tool in self.tools} | set(self.required)
        return Allowlist(frozenset(required), frozenset(self.optional), self.reasons)

    @property
    def is_read_only(self) -> bool:
        """Whether no policy and no tool lets it write."""
        return self.policy.write_steps == 0 and not any(tool.writes for tool in self.tools)

    @property
    def contract(self) -> tuple[object, ...]:
        """What instances that provide one action must agree on (MOD-047)."""
        shape = frozenset((tool.type, tool.contract) for tool in self.tools)
        allowed = (self.allowlist.required, self.allowlist.optional, self.reasons)
        kind = (self.input, self.version, self.interactive, self.events, self.is_read_only)
        return (shape, *allowed, *kind)


AnyWorkflow = Workflow[Any]


def judged(kind: type[msgspec.Struct], arguments: Mapping[str, object], *, lax: bool) -> Any:
    """Read arguments into an input type.

    Args:
        kind: The type.
        arguments: As they came.
        lax: Whether numbers may come as text, as they do from buttons and commands.

    Raises:
        msgspec.ValidationError: They do not fit.
    """
    return msgspec.convert(dict(arguments), kind, strict=not lax)
