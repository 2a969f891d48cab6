"""What a tool is: a type that many share, and a handler that does exactly one thing.

A tool is not a menu: there is no `operation` field and no free command line among its inputs. Two
behaviours are two tools. A carrier of another protocol (such as MCP) that is added one day calls
this contract and brings none of its own.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar, cast
from uuid import UUID

import msgspec

from companion.engine.tools.schema import Schema, schema_of
from companion.support.errors import CompanionError, Failure
from companion.support.json_bytes import json_bytes

I = TypeVar("I", bound=msgspec.Struct)  # noqa: E741 - input and output, as everywhere here
O = TypeVar("O")  # noqa: E741


class ToolRefusedError(CompanionError):
    """A writing handler says for certain that nothing happened; the step may be tried again."""


@dataclass(frozen=True, eq=False)
class ToolType(Generic[I, O]):
    """The key of a tool, told apart by identity: declare each once and import it.

    Attributes:
        id: Stable name such as `database.query`; stored with receipts.
        input: Struct that judges the input and refuses unknown fields.
        output: Type of the result; whatever msgspec can write.
        given_schema: Schema to tell instead of the generated one; its truth is on whoever gives it.
    """

    id: str
    input: type[I]
    output: type[O]
    given_schema: Schema | None = None

    @cached_property
    def schema(self) -> Schema:
        """JSON schema of the input.

        Raises:
            TypeError: The input type has none, see `schema_of`.
        """
        return self.given_schema if self.given_schema is not None else schema_of(self.input)

    def read(self, arguments: Mapping[str, object]) -> I:
        """Judge an input that came as JSON values.

        Raises:
            CompanionError: INVALID_INPUT.
        """
        try:
            return msgspec.convert(dict(arguments), self.input)
        except (msgspec.ValidationError, RecursionError) as error:
            raise CompanionError(Failure.INVALID_INPUT, self.id) from error

    def encode_result(self, result: O) -> bytes:
        """Write a result for its receipt."""
        return json_bytes(result)

    def decode_result(self, stored: bytes) -> O:
        """Read a result back, strictly; nothing runs in its place.

        Raises:
            CompanionError: STORAGE_UNAVAILABLE.
        """
        try:
            return cast("O", self._decoder.decode(stored))
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            detail = f"a stored result of {self.id} is damaged"
            raise CompanionError(Failure.STORAGE_UNAVAILABLE, detail) from error

    @cached_property
    def _decoder(self) -> msgspec.json.Decoder[Any]:
        return msgspec.json.Decoder(self.output)


@dataclass(frozen=True, slots=True)
class ToolCall:
    """What a handler may know about the task that calls it.

    Attributes:
        player: Whose task.
        owner: Module instance that the handler belongs to; empty for infrastructure.
        language: Locale the player reads.
        check: Raises ToolRefusedError once nobody wants the effect any more. A handler that hands
            work to the game calls it there again, right before the effect.
    """

    player: UUID
    owner: str
    language: str
    check: Callable[[], None]


Handler = Callable[[I, ToolCall], Awaitable[O]]


@dataclass(frozen=True, eq=False)
class Tool(Generic[I, O]):
    """One behaviour of one module instance.

    Attributes:
        type: Its key.
        handler: What it does; asks no model and calls no other tool.
        writes: Whether it changes anything.
        idempotent: Whether doing it twice is doing it once; an unfinished one may then run again.
        for_events: Whether a task without a waiting player may call it.
        reasoning: What it is good for, where the reasoning loop may use it; else None.
    """

    type: ToolType[I, O]
    handler: Handler[I, O]
    writes: bool = False
    idempotent: bool = False
    for_events: bool = False
    reasoning: str | None = None

    def for_reasoning(self, description: str) -> Tool[I, O]:
        """The same tool, offered to the reasoning loop.

        Raises:
            TypeError: It writes, or its input has no schema (REACT-007).
        """
        if self.writes:
            raise TypeError(f"{self.type.id} writes: no loop may call it")
        if not self.type.schema:
            raise TypeError(f"{self.type.id} has no schema")
        return dataclasses.replace(self, reasoning=description)

    @property
    def contract(self) -> tuple[bool, bool, bool]:
        """What handlers of one type must agree on (MOD-047)."""
        return (self.writes, self.idempotent, self.for_events)
