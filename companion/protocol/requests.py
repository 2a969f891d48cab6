"""What a client says to the engine. Decoding is strict: see `codec.py`.

To add one: define it here, add it to `ClientMessage`, give it a golden message under
`tests/contracts/`, and handle it where mypy then complains.
"""

from __future__ import annotations

import enum
from typing import Annotated
from uuid import UUID

import msgspec

from companion.protocol.cards.ref import CardRef
from companion.protocol.in_game import ShowInGame
from companion.protocol.limits import (
    MAX_ACTION_ARGUMENTS,
    MAX_ARGUMENT_CHARACTERS,
    Arguments,
    ChatText,
    Identifier,
)
from companion.protocol.pack import AssetRequest
from companion.protocol.signon import Pair
from companion.support.locales import Locale


class Hello(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:hello", tag_field="type"
):
    """The first message of a connection.

    Attributes:
        protocol: Version the client speaks; another one closes the connection with 4001.
        token: What the embedded engine was given through its pipe, or a device's; empty for a
            companion that has yet to pair.
        locale: Language of the player, such as `en_us`.
        client: Version of the program, for the log.
    """

    protocol: int
    token: Annotated[str, msgspec.Meta(max_length=256)]
    locale: Locale
    client: Annotated[str, msgspec.Meta(max_length=64)] = ""


class Mode(enum.StrEnum):
    """How far a request may go to be understood and answered (decisions.md, AI modes)."""

    AUTO = "auto"
    LOCAL = "local"
    REASON = "reason"
    FREE = "free"


class Chat(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag="system:chat",
    tag_field="type",
):
    """Words the player said or typed (PROTO-008).

    Attributes:
        mode: Chosen in the send box; left out for `auto`.
    """

    request: UUID
    text: ChatText
    mode: Mode = Mode.AUTO


MODULE = "moduleId"
Whole = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]
CallText = Annotated[str, msgspec.Meta(max_length=MAX_ARGUMENT_CHARACTERS)]
CallValue = bool | Whole | float | CallText
CallName = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Call = Annotated[
    dict[CallName, CallValue], msgspec.Meta(min_length=1, max_length=MAX_ACTION_ARGUMENTS + 1)
]


class Invoke(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:invoke", tag_field="type"
):
    """An action by its name (PROTO-009).

    Attributes:
        call: Flat: the identifier as `moduleId`, its parameters beside it (PROTO-043).
    """

    request: UUID
    call: Call

    def __post_init__(self) -> None:
        """Refuse a call that names no action.

        Raises:
            ValueError: `moduleId` is missing or no identifier.
        """
        try:
            msgspec.convert(self.call.get(MODULE), Identifier)
        except msgspec.ValidationError as error:
            raise ValueError(f"{MODULE} names no action") from error

    @property
    def action(self) -> str:
        """Identifier of the action."""
        return str(self.call[MODULE])

    @property
    def arguments(self) -> dict[str, bool | int | float | str]:
        """Its parameters."""
        return {name: value for name, value in self.call.items() if name != MODULE}


class ControlAction(enum.StrEnum):
    """What a control request asks for."""

    STATE = "STATE"
    """What the client may know of the engine."""
    CANCEL = "CANCEL"
    """Stop what runs for this player."""
    CLEAR = "CLEAR"
    """Forget the conversation."""
    HISTORY = "HISTORY"
    """The latest turns of it."""


class Control(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:control", tag_field="type"
):
    """Something about the conversation itself (PROTO-010)."""

    request: UUID
    action: ControlAction


class CardAction(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag="system:card_action",
    tag_field="type",
):
    """A press on a card (PROTO-013)."""

    request: UUID
    card: CardRef
    action: Identifier
    arguments: Arguments = {}


class SetPreferences(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag="system:preferences",
    tag_field="type",
):
    """What the player allows (PROTO-012).

    Attributes:
        external: A model may be asked.
        free_chat: Free chat is on.
        history: Turns are kept and sent along.
    """

    request: UUID
    external: bool
    free_chat: bool
    history: bool


class UsageRequest(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag="system:usage_request",
    tag_field="type",
):
    """Ask what models and searches were used.

    Attributes:
        everyone: The whole server's instead of one's own; for operators (PROTO-038).
        open: Whether the answer is to open the usage page, not just to refresh it (USAGE-017).
    """

    request: UUID
    everyone: bool = False
    open: bool = False


class Heard(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:heard", tag_field="type"
):
    """How much of a reply was heard; needs no answer.

    Attributes:
        request: The reply's.
        sentences: Spoken from beginning to end.
        is_whole: Whether that was all there was to say.
    """

    request: UUID
    sentences: Annotated[int, msgspec.Meta(ge=0, le=1_000)]
    is_whole: bool


class Ping(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:ping", tag_field="type"
):
    """A heartbeat; needs no answer, since both sides send their own."""


Request = (
    Chat | Invoke | Control | CardAction | SetPreferences | UsageRequest | AssetRequest | ShowInGame
)
"""What a known player asks; carries a request id and gets an answer."""

ClientMessage = Hello | Request | Pair | Heard | Ping
