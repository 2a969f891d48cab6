"""A reply put together from what a service sent, of which nothing is believed. Pure.

Services differ in what they leave out, set to null or spell their own way; all of that is taken.
What is no reply at all is `MODEL_GARBLED`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.engine.models.failure import ModelError, error_in_stream
from companion.engine.models.model import Finish, FunctionCall, ModelReply, ModelUsage
from companion.engine.models.usage_report import read_usage
from companion.engine.models.wire_names import WireNames
from companion.support.errors import Failure

MOST_CALLS = 32
MOST_CHARACTERS = 1 << 20
"""Of text, thoughts and arguments together; a stream that goes on is given up."""

_FINISHES = {
    "stop": Finish.STOP,
    "length": Finish.LENGTH,
    "tool_calls": Finish.CALLS,
    "function_call": Finish.CALLS,
}
_FAILED_FINISHES = {
    "content_filter": Failure.MODEL_TEXT_REFUSED,
    "insufficient_system_resource": Failure.MODEL_BUSY,
}
"""Ends of a reply that is not to be used; the second is DeepSeek's."""


@dataclass(slots=True)
class _Call:
    id: str = ""
    name: str = ""
    arguments: str = ""


class ReplyParts:
    """Guards one reply while it comes in. Any one thread or loop."""

    def __init__(self, names: WireNames) -> None:
        """Start with nothing.

        Args:
            names: Of the functions that were offered.
        """
        self._names = names
        self._text: list[str] = []
        self._thought: list[str] = []
        self._calls: dict[object, _Call] = {}
        self._characters = 0
        self._finish: str = ""
        self._model = ""
        self.usage: ModelUsage | None = None
        """What was reported so far; the last report counts."""

    @property
    def is_finished(self) -> bool:
        """Whether the service said why the reply ended; only its usage may still come."""
        return bool(self._finish)

    def feed(self, chunk: object) -> str:
        """Take a chunk of a stream, or a whole reply; return the text that is new in it.

        Raises:
            ModelError: The service reports an error, or sent what is no reply.
        """
        if not isinstance(chunk, Mapping):
            raise self.error(Failure.MODEL_GARBLED, "no object")
        if chunk.get("error"):
            raise self._with_usage(error_in_stream(chunk))
        self._model = _string(chunk.get("model")) or self._model
        self.usage = read_usage(chunk.get("usage")) or self.usage
        choices = chunk.get("choices")
        if not isinstance(choices, list | None):
            raise self.error(Failure.MODEL_GARBLED, "no choices")
        return self._choice(choices[0]) if choices else ""

    def reply(self) -> ModelReply:
        """The reply as it stands.

        Raises:
            ModelError: It is cut, was refused, or says nothing at all.
        """
        if not self.is_finished:
            raise self.error(Failure.MODEL_TRUNCATED, "no finish reason")
        if failure := _FAILED_FINISHES.get(self._finish):
            raise self.error(failure, self._finish)
        calls = tuple(self._call(key, call) for key, call in self._calls.items())
        text = "".join(self._text)
        if not calls and not text.strip():
            raise self.error(Failure.MODEL_GARBLED, f"empty reply, {self._ended(calls)}")
        thought = "".join(self._thought)
        return ModelReply(text, calls, self._ended(calls), self.usage, self._model, thought)

    def error(self, failure: Failure, detail: str) -> ModelError:
        """An error that carries what was reported so far."""
        return self._with_usage(ModelError(failure, detail, was_sent=True))

    def _with_usage(self, error: ModelError) -> ModelError:
        error.usage = self.usage
        return error

    def _ended(self, calls: tuple[FunctionCall, ...]) -> Finish:
        finish = _FINISHES.get(self._finish, Finish.OTHER)
        return Finish.CALLS if calls and finish is Finish.STOP else finish

    def _choice(self, choice: object) -> str:
        if not isinstance(choice, Mapping):
            raise self.error(Failure.MODEL_GARBLED, "no choice")
        said = choice.get("delta") or choice.get("message") or {}
        if not isinstance(said, Mapping):
            raise self.error(Failure.MODEL_GARBLED, "no message")
        text = _words(said.get("content")) + _string(said.get("refusal"))
        thought = _string(said.get("reasoning_content")) or _string(said.get("reasoning"))
        self._count(len(text) + len(thought))
        self._text.append(text)
        self._thought.append(thought)
        self._take_calls(said.get("tool_calls"))
        self._finish = _string(choice.get("finish_reason")) or self._finish
        return text

    def _take_calls(self, pieces: object) -> None:
        if not isinstance(pieces, list | None):
            raise self.error(Failure.MODEL_GARBLED, "no list of calls")
        for place, piece in enumerate(pieces or ()):
            if not isinstance(piece, Mapping):
                raise self.error(Failure.MODEL_GARBLED, "no call")
            self._take_call(place, piece)

    def _take_call(self, place: int, piece: Mapping[str, Any]) -> None:
        """Pieces of one call share an index; services that leave it out send calls whole."""
        index, name = piece.get("index"), _string(piece.get("id"))
        key: object = index if isinstance(index, int) else name or f"place {place}"
        call = self._calls.setdefault(key, _Call())
        if len(self._calls) > MOST_CALLS:
            raise self.error(Failure.MODEL_GARBLED, "too many calls")
        function = piece.get("function")
        function = function if isinstance(function, Mapping) else {}
        arguments = _arguments(function.get("arguments"))
        self._count(len(arguments))
        call.id = call.id or name
        call.name = call.name or _string(function.get("name"))
        call.arguments += arguments

    def _call(self, key: object, call: _Call) -> FunctionCall:
        """A call without an id gets one: the message that answers it has to name it."""
        name = self._names.to_ours(call.name)
        return FunctionCall(call.id or f"call_{key}", name, call.arguments or "{}")

    def _count(self, characters: int) -> None:
        self._characters += characters
        if self._characters > MOST_CHARACTERS:
            raise self.error(Failure.MODEL_GARBLED, "an endless reply")


def _string(value: object) -> str:
    return value if isinstance(value, str) else ""


def _words(content: object) -> str:
    """Content is a string, or a list of parts of which some have text."""
    if isinstance(content, list):
        return "".join(_string(part.get("text")) for part in content if isinstance(part, Mapping))
    return _string(content)


def _arguments(value: object) -> str:
    """Arguments are JSON in a string; some services send the object itself."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, Mapping) else _string(value)
