"""What came of a task; kept in history and replay, and what a reply is made of."""

from __future__ import annotations

import enum

import msgspec

from companion.engine.execution.failures import AgentFailure
from companion.language.phrase import Phrase
from companion.protocol.cards.catalog import CardData
from companion.support.errors import CompanionError, Failure
from companion.support.json_bytes import json_bytes


class Status(enum.StrEnum):
    """How a task ended; the values are stored and never change."""

    SUCCEEDED = "succeeded"
    FAILED = "failed"
    PARTIALLY_SUCCEEDED = "partially_succeeded"


class AgentResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A task's outcome.

    Attributes:
        status: How it ended; a partial success counts as a failure.
        text: Words for the chat log.
        spoken: Sentences to say; empty leaves them to the card where there is one.
        cards: Cards to show.
        silent: Whether only state changed, and nothing is shown or said.
        code: Why it failed: a `Failure` value or an extension's own code.
    """

    status: Status
    text: Phrase = Phrase()
    spoken: tuple[Phrase, ...] = ()
    cards: tuple[CardData, ...] = ()
    silent: bool = False
    code: str = ""

    @property
    def is_success(self) -> bool:
        """Whether all of it was done; only then may a cache remember the way here."""
        return self.status is Status.SUCCEEDED

    @property
    def is_failure(self) -> bool:
        """Whether any of it was not done."""
        return not self.is_success

    def partial(self, reason: AgentFailure | None = None) -> AgentResult:
        """The same, marked as only partly done, and why where that is known."""
        code = reason.code if reason else self.code
        return msgspec.structs.replace(self, status=Status.PARTIALLY_SUCCEEDED, code=code)

    def silenced(self) -> AgentResult:
        """The same, to be neither shown nor said."""
        return msgspec.structs.replace(self, silent=True)

    def with_presentation(
        self, text: Phrase, spoken: tuple[Phrase, ...] = (), cards: tuple[CardData, ...] = ()
    ) -> AgentResult:
        """A copy to display in its place; status, code and silence stay as they are."""
        return msgspec.structs.replace(self, text=text, spoken=spoken, cards=cards)


def succeeded(
    text: Phrase, *, spoken: tuple[Phrase, ...] = (), cards: tuple[CardData, ...] = ()
) -> AgentResult:
    """All of it was done."""
    return AgentResult(Status.SUCCEEDED, text, spoken, cards)


def silently_done() -> AgentResult:
    """All of it was done, and there is nothing to show."""
    return AgentResult(Status.SUCCEEDED, silent=True)


def error(reason: AgentFailure, cards: tuple[CardData, ...] = ()) -> AgentResult:
    """Nothing came of it; the reason's sentence is shown and said."""
    return AgentResult(Status.FAILED, reason.text, (reason.text,), cards, code=reason.code)


_decoder = msgspec.json.Decoder(AgentResult)


def encode_result(result: AgentResult) -> bytes:
    """Write a result for history or replay."""
    return json_bytes(result)


def decode_result(data: bytes) -> AgentResult:
    """Read a stored result, strictly.

    Raises:
        CompanionError: STORAGE_UNAVAILABLE; the record is damaged and nothing of it is used.
    """
    try:
        return _decoder.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as cause:
        raise CompanionError(Failure.STORAGE_UNAVAILABLE, "a stored result is damaged") from cause
