"""What a client's session reports; `client_session.py` makes these."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from companion.language.phrase import Phrase
from companion.protocol.pack import Asset
from companion.protocol.responses import (
    ErrorMessage,
    History,
    Notice,
    Open,
    Partial,
    Reply,
    State,
    Usage,
)
from companion.protocol.signon import Binding, Pairing
from companion.support.errors import Failure

NO_WORDS = Phrase()


@dataclass(frozen=True, slots=True)
class Connected:
    """The engine said welcome; `generation` numbers this connection."""

    generation: int


@dataclass(frozen=True, slots=True)
class FirstAnswer:
    """The engine reacted to a request for the first time, `seconds` after it was written."""

    request: UUID
    seconds: float


@dataclass(frozen=True, slots=True)
class Answered:
    """A request got the reply it waited for."""

    reply: Reply


@dataclass(frozen=True, slots=True)
class Belated:
    """A reply came after its request was given up; it may change its own card and the history."""

    reply: Reply


@dataclass(frozen=True, slots=True)
class RequestFailed:
    """A request will get no reply; `text` is the engine's sentence, empty where it said none."""

    request: UUID
    failure: Failure
    text: Phrase = NO_WORDS


@dataclass(frozen=True, slots=True)
class ConnectionLost:
    """The connection ended; `RequestFailed` of what waited came before.

    Attributes:
        detail: For `{detail}` in the failure's sentence, as far as the engine said more.
    """

    failure: Failure
    detail: str = ""


Told = Open | Partial | Usage | History | Pairing | Binding | Asset
"""Messages that are no reply and no notice; their request, where there was one, has ended before,
except that of a `Partial`."""

SessionEvent = (
    Connected
    | FirstAnswer
    | Answered
    | Belated
    | RequestFailed
    | ConnectionLost
    | Notice
    | State
    | ErrorMessage
    | Told
)
"""`ErrorMessage` stands here for complaints that name no request."""
