"""What a model is asked and what it answers: plain values, and the interface (ENG-087).

A reply is data and nothing else. Whoever gets one decides what may follow from it: text is shown as
plain text, a function call is looked up and its arguments are judged like a stranger's.
"""

from __future__ import annotations

import enum
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol


class Role(enum.StrEnum):
    """Who says a message."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"
    """What a function gave back; answers one call by its id."""


@dataclass(frozen=True, slots=True)
class FunctionCall:
    """A function the model wants called.

    Attributes:
        id: Names the call, for the message that answers it.
        name: One of the request's functions, or whatever the model made up: look it up.
        arguments: JSON as the model wrote it; may be no JSON at all.
    """

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation.

    Attributes:
        calls: Functions an assistant's message asked for.
        call: Id of the call that a tool's message answers.
        thought: What the assistant thought before; goes back only to providers that want it.
    """

    role: Role
    text: str
    calls: tuple[FunctionCall, ...] = ()
    call: str = ""
    thought: str = ""


@dataclass(frozen=True, slots=True)
class Function:
    """A function the model may ask for.

    Attributes:
        name: Identifier of ours, such as `system:quest_list`.
        description: One or two sentences for the model.
        parameters: JSON Schema of an object, made from the input type.
    """

    name: str
    description: str
    parameters: Mapping[str, Any] = field(
        default_factory=lambda: {"type": "object", "properties": {}}
    )


class FunctionChoice(enum.StrEnum):
    """Whether functions are called."""

    AUTO = "auto"
    NONE = "none"
    REQUIRED = "required"


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """One call of a model.

    Attributes:
        messages: In order; system messages first.
        player: Whose quota pays and whose usage it is; empty for the server itself.
        language: Locale the player reads; goes into every call (ENG-073).
        purpose: Identifier of the module or action that asks, for log lines.
        functions: What the model may ask for.
        output_tokens: Most it may write.
        timeout_s: Of the whole call, its wait for a place included.
    """

    messages: tuple[Message, ...]
    player: str
    language: str
    purpose: str
    functions: tuple[Function, ...] = ()
    choice: FunctionChoice = FunctionChoice.AUTO
    output_tokens: int = 512
    timeout_s: float = 8.0


@dataclass(frozen=True, slots=True)
class ModelUsage:
    """Tokens that the service reported for one call; never an estimate of ours.

    Attributes:
        input: All of the input, the cached part included.
        cached_input: Input that was read from the provider's cache.
        output: All of the output, thinking included.
        thinking: The part of the output that was thought and not said.
    """

    input: int = 0
    cached_input: int = 0
    output: int = 0
    thinking: int = 0

    @property
    def total(self) -> int:
        """Input and output."""
        return self.input + self.output


class Finish(enum.StrEnum):
    """Why a reply ended."""

    STOP = "stop"
    CALLS = "calls"
    LENGTH = "length"
    """It ran into `output_tokens`: the text is cut."""
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class ModelReply:
    """A whole reply.

    Attributes:
        usage: None when the service reported none.
        model: Name of the model that answered, by its own word.
    """

    text: str = ""
    calls: tuple[FunctionCall, ...] = ()
    finish: Finish = Finish.STOP
    usage: ModelUsage | None = None
    model: str = ""
    thought: str = ""

    def as_message(self) -> Message:
        """The reply as it goes back with the next call of the same conversation."""
        return Message(Role.ASSISTANT, self.text, self.calls, thought=self.thought)


@dataclass(frozen=True, slots=True)
class ModelDelta:
    """A piece of a streamed reply.

    Attributes:
        text: What was written since the last piece.
        reply: The whole reply; set in the last piece and only there.
    """

    text: str = ""
    reply: ModelReply | None = None


class Model(Protocol):
    """Something that answers. On the engine's loop; cancelling a call closes its connection.

    Attributes:
        id: What its usage is booked under: provider and model, such as `deepseek/deepseek-flash`.
    """

    @property
    def id(self) -> str:
        """See the class."""
        ...

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Answer at once.

        Raises:
            ModelError: With the code that names the cause.
        """
        ...

    def stream(self, request: ModelRequest) -> AsyncGenerator[ModelDelta, None]:
        """Answer piece by piece; wrap it in `contextlib.aclosing` where you may leave early.

        Raises:
            ModelError: With the code that names the cause.
        """
        ...
