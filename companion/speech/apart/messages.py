"""What passes between the window and its speech process: frames of a length and a message. Pure."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

import msgspec

from companion.support.errors import CompanionError, Failure

MAX_FRAME_BYTES = 16 << 20
"""More than a minute of sound of a voice; both sides are ours, so more is nonsense."""
_LENGTH = struct.Struct("<I")


class Begin(msgspec.Struct, frozen=True, tag=True):
    """The first message: what `Warm` loads.

    Attributes:
        language: As `OfflineRecognizer` and `OfflineSynthesizer` take it.
    """

    language: str


class Warm(msgspec.Struct, frozen=True, tag=True):
    """Load the ears, or the voice; `Done` follows."""

    call: int
    voice: bool


class Listen(msgspec.Struct, frozen=True, tag=True):
    """Begin to hear an utterance; `Partial` and `Words` follow."""

    call: int
    language: str
    hints: tuple[str, ...]
    names: tuple[str, ...]


class Sound(msgspec.Struct, frozen=True, tag=True):
    """A block of it."""

    call: int
    pcm: bytes


class Over(msgspec.Struct, frozen=True, tag=True):
    """The utterance is complete."""

    call: int


class Say(msgspec.Struct, frozen=True, tag=True):
    """Say a sentence; `Spoken` and `Done` follow."""

    call: int
    text: str
    language: str


class Cancel(msgspec.Struct, frozen=True, tag=True):
    """Nobody waits for this any more."""

    call: int


Request = Begin | Warm | Listen | Sound | Over | Say | Cancel


class Partial(msgspec.Struct, frozen=True, tag=True):
    """Words so far."""

    call: int
    text: str


class Words(msgspec.Struct, frozen=True, tag=True):
    """The words of an utterance; the last of its call."""

    call: int
    text: str
    language: str
    confidence: float


class Spoken(msgspec.Struct, frozen=True, tag=True):
    """A chunk of a voice."""

    call: int
    pcm: bytes


class Done(msgspec.Struct, frozen=True, tag=True):
    """Nothing more follows."""

    call: int


class Failed(msgspec.Struct, frozen=True, tag=True):
    """It came to nothing; the last of its call."""

    call: int
    failure: Failure
    detail: str


Reply = Partial | Words | Spoken | Done | Failed

_encode = msgspec.msgpack.Encoder().encode
requests = msgspec.msgpack.Decoder(Request)
replies = msgspec.msgpack.Decoder(Reply)


def framed(message: Request | Reply) -> bytes:
    """A message as it goes into a pipe."""
    payload = _encode(message)
    return _LENGTH.pack(len(payload)) + payload


@dataclass(slots=True)
class Frames:
    """Cuts what comes out of a pipe into messages, still encoded."""

    _rest: bytearray = field(default_factory=bytearray)

    def feed(self, data: bytes) -> list[bytes]:
        """Add what came; the payloads that are complete.

        Raises:
            CompanionError: A frame is longer than any of ours.
        """
        self._rest += data
        found: list[bytes] = []
        while len(self._rest) >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self._rest)
            if length > MAX_FRAME_BYTES:
                raise CompanionError(Failure.INTERNAL, "a frame of speech is too long")
            end = _LENGTH.size + length
            if len(self._rest) < end:
                break
            found.append(bytes(self._rest[_LENGTH.size : end]))
            del self._rest[:end]
        return found
