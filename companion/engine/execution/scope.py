"""Whose task runs, and what it may call: fixed when the task begins."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol
from uuid import UUID

from companion.engine.execution.generations import Generation
from companion.engine.tools.tool import ToolType


class Rights(Protocol):
    """What a player may do right now; asked again at every boundary, so it must be quick."""

    def is_bound(self, player: UUID) -> bool:
        """Whether the player has a system."""
        ...

    def has_module(self, player: UUID, module: str) -> bool:
        """Whether a module instance is enabled for the player."""
        ...

    def may_ask_model(self, player: UUID) -> bool:
        """Whether the operator's level and the player's own switch allow a model."""
        ...


@dataclass(frozen=True, slots=True)
class Allowlist:
    """The tools of a workflow.

    Attributes:
        required: Without one of them it is not available.
        optional: Read-only; called only while a module that exports one is enabled.
        reasoning: Whether everything that modules offer for reasoning may be called too.
    """

    required: frozenset[ToolType[Any, Any]] = frozenset()
    optional: frozenset[ToolType[Any, Any]] = frozenset()
    reasoning: bool = False


@dataclass(frozen=True, slots=True)
class Scope:
    """One task.

    Attributes:
        task: Id that its receipts are kept under: the request's, or the event task's.
        player: Whose.
        language: Locale the player reads; a change while it runs has no effect on it (ENG-073).
        generation: Of when it was accepted.
        action: Identifier of the action; "" while it is still being found.
        owner: Module instance that provides the action; "" for infrastructure. It is kept: another
            instance never takes over midway (ENG-069).
        is_event: Nobody waits for it.
    """

    task: str
    player: UUID
    language: str
    generation: Generation
    action: str = ""
    owner: str = ""
    is_event: bool = False
    tools: Allowlist = field(default_factory=Allowlist)
