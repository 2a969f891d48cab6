"""What a player asks for, and how it is found out what that means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol
from uuid import UUID

from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.fingerprint import fingerprint
from companion.engine.execution.result import AgentResult
from companion.engine.execution.selection import Source


@dataclass(frozen=True)
class Asked:
    """One interactive request: words, or an action that was named.

    Attributes:
        request: Its id; the same id is the same request and never runs twice.
        player: Who asks.
        language: Locale the player reads.
        words: What was said or typed; "" for a named action.
        action: Identifier of the named action; "" for words.
        arguments: Of the named action, as they came.
        mode: The player's choice in the send box, such as `auto`; told to the selector.
        on_text: Gets an answer while it is written.
    """

    request: UUID
    player: UUID
    language: str
    words: str = ""
    action: str = ""
    arguments: Mapping[str, object] = field(default_factory=dict)
    mode: str = "auto"
    on_text: Callable[[str], None] | None = None

    @cached_property
    def fingerprint(self) -> str:
        """Digest of what is asked; language and display have no part in it."""
        asked = {"words": self.words, "arguments": dict(self.arguments), "mode": self.mode}
        return fingerprint(self.action or "system:chat", asked)


@dataclass(frozen=True, slots=True)
class Selected:
    """What the words mean.

    Attributes:
        action: Identifier of the action.
        arguments: Its arguments, as JSON values or, where `lax`, as text.
        source: Who chose it.
        lax: Whether numbers come as text.
    """

    action: str
    arguments: Mapping[str, object]
    source: Source
    lax: bool = False


class Selector(Protocol):
    """Finds out what words mean: commands, local matching, cache, one model call."""

    async def select(self, asked: Asked, context: ExecutionContext) -> Selected | AgentResult:
        """Choose an action, or answer at once (candidates, a command's mistake).

        Args:
            asked: The request.
            context: Routing's own; its budget passes to the chosen module.
        """
        ...

    def learned(self, asked: Asked, selected: Selected) -> None:
        """Remember a choice that led to full success; never called for a partial one."""
        ...
