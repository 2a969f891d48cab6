"""What a Qwen request meets at the gateway."""

from __future__ import annotations

import enum
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

Voice = Callable[[str, str], Awaitable[bytes]]
"""Text and `language_type` to 24 kHz mono s16le."""


class QwenTrouble(enum.Enum):
    """Where it goes otherwise."""

    NONE = enum.auto()
    REFUSE = enum.auto()
    REFUSE_AS_STREAM = enum.auto()
    ERROR_IN_STREAM = enum.auto()
    STALL = enum.auto()
    ONLY_COMMENTS = enum.auto()
    STALL_BEFORE_REPLY = enum.auto()
    CUT_BEFORE_REPLY = enum.auto()
    CUT = enum.auto()
    END_WITHOUT_STOP = enum.auto()
    CUT_IN_EVENT = enum.auto()
    ONLY_FINAL = enum.auto()
    STALL_AFTER_FINAL = enum.auto()
    NO_JSON = enum.auto()
    NO_BASE64 = enum.auto()


@dataclass(frozen=True)
class QwenScenario:
    """How one answer is given.

    Attributes:
        trouble: Where it goes otherwise; most come after one chunk of sound.
        status: Of a refusal.
        code: Of a refusal or an error within the stream.
        message: Likewise.
        chunk_bytes: Sound in one event, before base64.
        with_header: A RIFF header, with a LIST chunk, goes in front.
        data_lines: `data:` lines that one event is spread over.
        space: After `data:`.
        line_end: Between lines.
        segment_bytes: Bytes of a TCP segment; 0 sends events whole.
        comments: Heartbeat lines between events.
        usage: Whether events tell it.
        last_blank: Whether the last event is followed by a blank line.
        voice: Makes the sound; a tone when None.
    """

    trouble: QwenTrouble = QwenTrouble.NONE
    status: int = 400
    code: str = ""
    message: str = ""
    chunk_bytes: int = 12_800
    with_header: bool = False
    data_lines: int = 1
    space: bool = False
    line_end: str = "\n"
    segment_bytes: int = 0
    comments: bool = False
    usage: bool = True
    last_blank: bool = True
    voice: Voice | None = None
