"""Frames at the engine's end: what is read of them, and what must not outgrow one."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.language.phrase import phrase
from companion.protocol.codec import decode_client, encode
from companion.protocol.limits import MAX_CLIENT_FRAME_BYTES, MAX_SERVER_FRAME_BYTES
from companion.protocol.requests import ClientMessage
from companion.protocol.responses import Outcome, Reply, ServerMessage
from companion.support.errors import Failure, ProtocolError


def encode_within(message: ServerMessage) -> str:
    """Write a message; a reply that outgrows the frame is replaced by a failure.

    Raises:
        ProtocolError: Another message outgrew it.
    """
    text = encode(message)
    if len(text) > MAX_SERVER_FRAME_BYTES // 4 and _bytes(text) > MAX_SERVER_FRAME_BYTES:
        if not isinstance(message, Reply):
            raise ProtocolError("a message outgrew the frame", Failure.INTERNAL)
        text = encode(_too_long(message))
    return text


def decode_text(frame: str | bytes) -> ClientMessage:
    """Decode a text frame; binary ones are no part of the protocol."""
    if isinstance(frame, bytes):
        raise ProtocolError("a binary frame")
    return decode_client(frame)


def stated_version(frame: str | bytes) -> int | None:
    """The version in a hello whose other fields a later version may have changed."""
    if len(frame) > MAX_CLIENT_FRAME_BYTES:
        return None
    try:
        fields = msgspec.json.decode(frame, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None
    version = fields.get("protocol") if fields.get("type") == "system:hello" else None
    return version if type(version) is int else None


def _too_long(reply: Reply) -> Reply:
    return Reply(
        reply.request,
        reply.generation,
        Outcome.FAILED,
        phrase(f"failure.{Failure.INTERNAL}"),
        code=Failure.INTERNAL,
        action=reply.action,
    )


def _bytes(text: str) -> int:
    return len(text.encode())
