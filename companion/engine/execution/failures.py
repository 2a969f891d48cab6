"""Reasons a task ends without what was asked for, built in or an extension's own.

A built-in reason is a member of `support.errors.Failure`; an extension brings an `AgentFailure` of
its own, with a code in its namespace and a sentence from its language files, and joins no
enumeration.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass

from companion.language.phrase import Phrase, phrase
from companion.support.errors import CompanionError, Failure


@dataclass(frozen=True, slots=True)
class AgentFailure:
    """Why a task failed, as a value: what travels, and what the player reads.

    Attributes:
        code: Stable; a `Failure` value, or `namespace:name` of an extension.
        text: The sentence, with its values.
    """

    code: str
    text: Phrase

    @classmethod
    def of(cls, failure: Failure, detail: str = "") -> AgentFailure:
        """The built-in reason."""
        return cls(str(failure), phrase(f"failure.{failure}", detail=detail))

    @classmethod
    def from_code(cls, code: str, detail: str = "") -> AgentFailure:
        """A reason that was stored or came from a service; an unknown one is MODULE_FAILED."""
        known = code in Failure._value2member_map_
        return cls.of(Failure(code) if known else Failure.MODULE_FAILED, detail)

    @property
    def built_in(self) -> Failure:
        """The nearest built-in reason: MODULE_FAILED for one of an extension."""
        return (
            Failure(self.code) if self.code in Failure._value2member_map_ else Failure.MODULE_FAILED
        )


class AgentError(CompanionError):
    """A task failed; carries the reason as a value, never as bare words."""

    def __init__(self, reason: AgentFailure) -> None:
        super().__init__(reason.built_in, reason.text.args.get("detail", ""))
        self.reason = reason


def failure_of(error: BaseException) -> AgentFailure:
    """Find the reason along the causes of an error; what nobody named is MODULE_FAILED."""
    for cause in _causes(error):
        match cause:
            case AgentError():
                return cause.reason
            case CompanionError():
                return AgentFailure.of(cause.failure, cause.detail)
            case asyncio.CancelledError():
                return AgentFailure.of(Failure.CANCELLED)
    return AgentFailure.of(Failure.MODULE_FAILED)


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The error, what was grouped in it, and what it was raised from; each once."""
    waiting, seen = [error], set[int]()
    while waiting:
        current = waiting.pop(0)
        if id(current) in seen:
            continue
        seen.add(id(current))
        yield current
        if isinstance(current, BaseExceptionGroup):
            waiting.extend(current.exceptions)
        if current.__cause__ is not None:
            waiting.append(current.__cause__)
