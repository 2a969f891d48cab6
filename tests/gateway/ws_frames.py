"""WebSocket frames of RFC 6455, the server's side, as values."""

from __future__ import annotations

import base64
import hashlib
import struct
from dataclasses import dataclass

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10

_GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


@dataclass(frozen=True)
class WsFrame:
    opcode: int
    payload: bytes
    final: bool
    masked: bool


class FrameReader:
    """Turns bytes, cut anywhere, into frames."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[WsFrame]:
        self._buffer += data
        frames = []
        while frame := self._frame():
            frames.append(frame)
        return frames

    def _frame(self) -> WsFrame | None:
        data = self._buffer
        if len(data) < 2:
            return None
        masked, size, at = bool(data[1] & 0x80), data[1] & 0x7F, 2
        if size >= 126:
            wide = 2 if size == 126 else 8
            if len(data) < at + wide:
                return None
            size, at = int.from_bytes(data[at : at + wide], "big"), at + wide
        mask = bytes(data[at : at + 4]) if masked else b""
        at += len(mask)
        if (masked and len(mask) < 4) or len(data) < at + size:
            return None
        payload = (
            bytes(b ^ mask[i % 4] for i, b in enumerate(data[at : at + size]))
            if masked
            else bytes(data[at : at + size])
        )
        frame = WsFrame(data[0] & 0x0F, payload, bool(data[0] & 0x80), masked)
        del data[: at + size]
        return frame


def frame_bytes(opcode: int, payload: bytes, *, final: bool = True) -> bytes:
    """An unmasked frame."""
    size = len(payload)
    if size < 126:
        length = bytes([size])
    elif size < 1 << 16:
        length = b"\x7e" + struct.pack(">H", size)
    else:
        length = b"\x7f" + struct.pack(">Q", size)
    return bytes([(0x80 if final else 0) | opcode]) + length + payload


def accept_of(key: str) -> str:
    """`Sec-WebSocket-Accept` for a key."""
    return base64.b64encode(hashlib.sha1((key + _GUID).encode()).digest()).decode()
