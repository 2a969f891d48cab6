"""What a feature declares; its tools and flows are made from this (a new one: see `registry.py`).

A feature is data: actions with their typed input, the commands that reach them, the help lines that
name them. A flow takes its input and an `ExecutionContext` and returns an `AgentResult`; it reaches
the game through tools only and knows no socket, no card id and no other feature.
"""

from __future__ import annotations

import enum
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from companion.engine.answer import Call
from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.policy import READ_ONLY, ExecutionPolicy
from companion.engine.execution.result import AgentResult
from companion.engine.execution.selection import Selection
from companion.engine.execution.workflow import Extract, Routing, Workflow, no_arguments
from companion.engine.tools.registry import AnyTool, AnyToolType
from companion.support.errors import CompanionError, Failure

LOOK = msgspec.structs.replace(READ_ONLY, ttl_millis=30_000)
"""Of a request whose first reading of a huge quest book may take most of its time."""


@dataclass(frozen=True, slots=True)
class HelpEntry:
    """A sentence that works.

    Attributes:
        say, does: Keys of the language resources.
        call: What choosing the line does.
    """

    say: str
    does: str
    call: Call


class ArgumentKind(enum.Enum):
    """What may follow a command; the client knows these kinds (ROUTE-036)."""

    NOTHING = "nothing"
    NUMBER = "number"
    TEXT = "text"
    """The rest of the line."""
    OPTIONAL_TEXT = "optional_text"
    """The same, or nothing."""


@dataclass(frozen=True, slots=True)
class CommandWord:
    """A command, without its slash.

    Attributes:
        name: English name.
        aliases: Other names, English or Chinese.
        kind: What follows it.
        argument: Which argument of the action that is.
        does: Key of the help text.
    """

    name: str
    does: str
    aliases: tuple[str, ...] = ()
    kind: ArgumentKind = ArgumentKind.NOTHING
    argument: str = ""


Flow = Callable[[Any, ExecutionContext], Awaitable[AgentResult]]


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a player can ask for; read-only unless it says otherwise.

    Attributes:
        id: Identifier; also the label of its example sentences in `resources/routing`.
        input: Struct that judges the arguments and refuses unknown ones; no other action has it.
        run: The flow.
        command: The command that reaches it, if any.
        slots: Slot of an example sentence to the argument it fills.
        extract: Takes further arguments out of a sentence.
        label: Key of its button among candidates; with a slot, `{name}` stands in it. Empty for
            what is never offered.
        shortcut: Whether it is offered when nothing was understood.
        description: What it is good for, told to a model.
        needs: Tools without which it is not available.
        uses: Tools it can do without.
        selection: Who may choose it.
    """

    id: str
    input: type[msgspec.Struct]
    run: Flow
    command: CommandWord | None = None
    slots: Mapping[str, str] = field(default_factory=dict)
    extract: Extract = no_arguments
    label: str = ""
    shortcut: bool = False
    description: str = ""
    needs: tuple[AnyToolType, ...] = ()
    uses: tuple[AnyToolType, ...] = ()
    selection: Selection = Selection.NORMAL
    policy: ExecutionPolicy = LOOK

    def read(self, call: Call) -> msgspec.Struct:
        """Judge a call's arguments.

        Raises:
            CompanionError: INVALID_INPUT.
        """
        try:
            return msgspec.convert(dict(call.arguments), self.input, strict=False)
        except msgspec.ValidationError as error:
            raise CompanionError(Failure.INVALID_INPUT, self.id) from error

    def workflow(
        self, examples: Mapping[str, tuple[str, ...]], own: tuple[AnyTool, ...] = ()
    ) -> Workflow[Any]:
        """The action as the engine runs it.

        Args:
            examples: Locale to sentences that mean it.
            own: Tools of the feature itself that it may call.
        """
        word = self.command
        return Workflow(
            self.id,
            self.input,
            self.run,
            description=self.description,
            tools=own,
            required=self.needs,
            optional=self.uses,
            policy=self.policy,
            routing=Routing(
                commands=(word.name, *word.aliases) if word else (),
                examples=examples,
                selection=self.selection,
                shortcut=self.label if self.shortcut else "",
                choice=self.label,
            ),
        )


@dataclass(frozen=True, slots=True)
class Module:
    """A feature of the engine.

    Attributes:
        id: Identifier of its module type, and of the shipped instance of it.
        actions: What it answers.
        help: What help says about it.
    """

    id: str
    actions: tuple[Action, ...]
    help: tuple[HelpEntry, ...] = ()


class NoInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing; for what takes no arguments."""
