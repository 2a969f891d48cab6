"""Bytes to messages and back; the only module that calls msgspec for the wire.

Strict in both directions: unknown types, unknown keys, explicit nulls, numbers of the wrong kind
and frames over the bounds are refused as a whole (PROTO-025, PROTO-044 to PROTO-048).
"""

from __future__ import annotations

from typing import Any, TypeVar
from uuid import UUID

import msgspec

from companion.protocol.limits import (
    MAX_CLIENT_FRAME_BYTES,
    MAX_SERVER_FRAME_BYTES,
    PROTOCOL_VERSION,
)
from companion.protocol.requests import ClientMessage
from companion.protocol.responses import ServerMessage
from companion.support.errors import ProtocolError
from companion.support.json_bytes import json_bytes

M = TypeVar("M")

_client_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_server_decoder: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)


def encode(message: ClientMessage | ServerMessage) -> str:
    """Write one message as the text of one frame; halves of characters in it become `?`.

    They come from names of files that are not UTF-8, and from escapes in damaged JSON.
    """
    return json_bytes(message).decode()


def decode_client(frame: str | bytes) -> ClientMessage:
    """Read what a client sent.

    Raises:
        ProtocolError: The frame is too long, not JSON, or no known message.
    """
    return _decode(_client_decoder, frame, MAX_CLIENT_FRAME_BYTES)


def decode_server(frame: str | bytes) -> ServerMessage:
    """Read what the engine sent.

    Raises:
        ProtocolError: The frame is too long, not JSON, or no known message.
    """
    return _decode(_server_decoder, frame, MAX_SERVER_FRAME_BYTES)


def schema() -> dict[str, Any]:
    """JSON Schema of both directions.

    Returns:
        `client` and `server`, each a schema, over common `$defs`.
    """
    (client, server), definitions = msgspec.json.schema_components(
        (ClientMessage, ServerMessage), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "protocol": PROTOCOL_VERSION,
        "client": client,
        "server": server,
        "$defs": definitions,
    }


def request_id_of(frame: str | bytes) -> UUID | None:
    """Find the request id of a frame that could not be decoded, so that its sender is told."""
    try:
        found = msgspec.json.decode(_bytes(frame), type=dict[str, Any]).get("request")
        return UUID(found) if isinstance(found, str) else None
    except (msgspec.DecodeError, ValueError, RecursionError, UnicodeError):
        return None


def _decode(decoder: msgspec.json.Decoder[M], frame: str | bytes, limit: int) -> M:
    try:
        data = _bytes(frame)
        if len(data) > limit:
            raise ProtocolError(f"{len(data)} bytes, at most {limit} allowed")
        return decoder.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise ProtocolError(str(error)) from error


def _bytes(frame: str | bytes) -> bytes:
    return frame.encode() if isinstance(frame, str) else frame
