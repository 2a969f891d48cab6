"""What a request meets at the model server."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Any


class Trouble(enum.Enum):
    """Where it goes otherwise."""

    NONE = enum.auto()
    REFUSE = enum.auto()
    REFUSE_IN_HTML = enum.auto()
    REDIRECT = enum.auto()
    CUT_BEFORE_REPLY = enum.auto()
    STALL_BEFORE_REPLY = enum.auto()
    COMPRESSED = enum.auto()
    NO_JSON = enum.auto()
    DEEP_JSON = enum.auto()
    BAD_UTF8 = enum.auto()
    NO_OBJECT = enum.auto()
    NO_CHOICES = enum.auto()
    HTML = enum.auto()
    # Of streams, after the first words.
    CUT = enum.auto()
    END_WITHOUT_FINISH = enum.auto()
    END_WITHOUT_DONE = enum.auto()
    STALL = enum.auto()
    STALL_BEFORE_USAGE = enum.auto()
    STALL_AFTER_DONE = enum.auto()
    ONLY_COMMENTS = enum.auto()
    ENDLESS = enum.auto()
    ENDLESS_LINE = enum.auto()
    ERROR_IN_STREAM = enum.auto()
    NOT_STREAMED = enum.auto()


USAGE = {
    "prompt_tokens": 34,
    "completion_tokens": 12,
    "total_tokens": 46,
    "prompt_tokens_details": {"cached_tokens": 4},
    "completion_tokens_details": {"reasoning_tokens": 2},
}


@dataclass(frozen=True)
class Scenario:
    """How one answer is given.

    Attributes:
        text: What the model says, a word an event.
        calls: Functions it asks for: name on the wire and arguments as it writes them.
        thought: What it thinks before.
        finish: Why it ends; by itself when empty.
        usage: What is reported; None reports nothing.
        status: Of a refusal.
        error: The error's fields.
        headers: Of a refusal.
        comments: Keep-alive comments, or blank lines, before the answer.
        gate: Whether the answer waits until `ModelServer.open` is called.
    """

    text: str = "Two quests are open."
    calls: tuple[tuple[str, str], ...] = ()
    thought: str = ""
    finish: str = ""
    usage: dict[str, Any] | None = field(default_factory=lambda: dict(USAGE))
    trouble: Trouble = Trouble.NONE
    status: int = 500
    error: dict[str, Any] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    comments: bool = False
    gate: bool = False

    @property
    def ended(self) -> str:
        return self.finish or ("tool_calls" if self.calls else "stop")
