"""What the engine says to a client.

To add one: define it here, add it to `ServerMessage`, give it a golden message under
`tests/contracts/`, and handle it where mypy then complains.
"""

from __future__ import annotations

import enum
from uuid import UUID

import msgspec

from companion.language.phrase import Phrase
from companion.protocol.cards.update import CardUpdate
from companion.protocol.pack import Asset, Lexicon
from companion.protocol.past import AssistantTurn, History, UserTurn
from companion.protocol.signon import Binding, Pairing
from companion.protocol.state import ClientModule, Command, Entitlement, State
from companion.protocol.usage import Usage, Used, UsedOf

__all__ = [
    "Accepted",
    "Asset",
    "AssistantTurn",
    "Binding",
    "ClientModule",
    "Command",
    "Entitlement",
    "ErrorMessage",
    "History",
    "Lexicon",
    "Notice",
    "Open",
    "Outcome",
    "Pairing",
    "Partial",
    "Ping",
    "Reply",
    "ServerMessage",
    "State",
    "Usage",
    "Used",
    "UsedOf",
    "UserTurn",
    "View",
    "Welcome",
]


class Welcome(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:hello", tag_field="type"
):
    """The engine accepted the connection.

    Attributes:
        protocol: Version the engine speaks.
        generation: Number of this connection; answers of an older one are dropped.
        engine: Version of the program, for the log.
    """

    protocol: int
    generation: int
    engine: str = ""


class Accepted(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:accepted", tag_field="type"
):
    """A request is being worked on.

    Attributes:
        deadline_s: Seconds from now after which the client may give up; at most 120.
    """

    request: UUID
    deadline_s: float


class Outcome(enum.StrEnum):
    """How a request ended."""

    SUCCEEDED = "SUCCEEDED"
    PARTIAL = "PARTIAL"
    FAILED = "FAILED"
    BUSY = "BUSY"
    CANCELLED = "CANCELLED"


class Reply(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:reply", tag_field="type"
):
    """The end of one request; ends its waiting whether or not it carries cards (PROTO-017).

    Attributes:
        request: The request it answers.
        generation: Connection the request came on.
        outcome: How it ended.
        text: Words for the chat log.
        spoken: Sentences to say; when empty and a card is shown, the card's own speech is said.
        cards: What happens to cards.
        code: The `Failure` value when it failed, else empty.
        action: Identifier of what was understood, such as `system:quest_list`; for the log.
    """

    request: UUID
    generation: int
    outcome: Outcome
    text: Phrase
    spoken: tuple[Phrase, ...] = ()
    cards: tuple[CardUpdate, ...] = ()
    code: str = ""
    action: str = ""


class Notice(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:notice", tag_field="type"
):
    """Something the engine says unasked (PROTO-018)."""

    text: Phrase
    spoken: tuple[Phrase, ...] = ()
    cards: tuple[CardUpdate, ...] = ()


class View(enum.StrEnum):
    """Which view of the companion is meant (PROTO-019)."""

    CURRENT = "CURRENT"
    SIMPLE = "SIMPLE"
    FULL = "FULL"


class Page(enum.StrEnum):
    """A page that is opened from the game."""

    SETTINGS = "SETTINGS"


class Open(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:open", tag_field="type"
):
    """Open a view.

    Attributes:
        request: Ends that request's waiting first (PROTO-020).
        page: Which page is wanted from within the game; closing it gives the game back.
    """

    view: View
    request: UUID | msgspec.UnsetType = msgspec.UNSET
    page: Page | msgspec.UnsetType = msgspec.UNSET


class Partial(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:partial", tag_field="type"
):
    """A piece of an answer that is still being written; the reply holds all of it.

    Attributes:
        generation: Connection the request came on.
        text: What comes after the pieces before it.
    """

    request: UUID
    generation: int
    text: str


class ErrorMessage(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:error", tag_field="type"
):
    """A frame that could not be decoded or a request that is refused before it runs.

    Attributes:
        code: A `Failure` value.
        text: A sentence with the next step; no path, no stack trace (PROTO-051).
        request: The id of the request where it could be read.
    """

    code: str
    text: Phrase
    request: UUID | msgspec.UnsetType = msgspec.UNSET


class Ping(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:ping", tag_field="type"
):
    """A heartbeat; needs no answer, since both sides send their own."""


ServerMessage = (
    Welcome
    | Accepted
    | Reply
    | Notice
    | State
    | Open
    | Partial
    | History
    | Usage
    | Lexicon
    | Asset
    | Binding
    | Pairing
    | ErrorMessage
    | Ping
)
