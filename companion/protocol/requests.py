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
from companion.protocol.limits import Arguments, ChatText, Identifier
from companion.support.locales import Locale


class Hello(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:hello", tag_field="type"
):
    """The first message of a connection.

    Attributes:
        protocol: Version the client speaks; another one closes the connection with 4001.
        token: What the embedded engine was given through its pipe.
        locale: Language of the player, such as `en_us`.
        client: Version of the program, for the log.
    """

    protocol: int
    token: Annotated[str, msgspec.Meta(max_length=256)]
    locale: Locale
    client: Annotated[str, msgspec.Meta(max_length=64)] = ""


class Chat(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:chat", tag_field="type"
):
    """Words the player said or typed (PROTO-008)."""

    request: UUID
    text: ChatText


class ControlAction(enum.StrEnum):
    """What a control request asks for."""

    STATE = "STATE"
    CANCEL = "CANCEL"


class Control(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:control", tag_field="type"
):
    """Ask for the state, or stop what runs for this player (PROTO-010)."""

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


class Ping(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:ping", tag_field="type"
):
    """A heartbeat; needs no answer, since both sides send their own."""


Request = Chat | Control | CardAction
"""What carries a request id and gets an answer."""

ClientMessage = Hello | Chat | Control | CardAction | Ping
