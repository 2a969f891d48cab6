"""Server-sent events as bytes come in (WHATWG HTML, section 9.2), without I/O."""

from __future__ import annotations

import re
from dataclasses import dataclass

MAX_EVENT_BYTES = 4 << 20

_LINE_END = re.compile(rb"\r\n|\r|\n")
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class SseEvent:
    """One event.

    Attributes:
        name: Of `event:`; `message` when there was none.
        data: The `data:` lines, joined with line feeds.
        id: Of the last `id:` so far.
    """

    name: str
    data: str
    id: str = ""


class SseParser:
    """Guards the part of a stream that is no whole event yet. Any one thread or loop."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._searched = 0
        self._at_start = True
        self._skip_line_feed = False
        self._name = ""
        self._id = ""
        self._data: list[str] = []
        self._data_bytes = 0

    def feed(self, piece: bytes) -> list[SseEvent]:
        """Take bytes, cut anywhere; return the events that became whole.

        Raises:
            ValueError: An event is larger than 4 MiB.
        """
        self._buffer += piece
        self._drop_bom()
        events = [event for line in self._lines() if (event := self._line(line)) is not None]
        if len(self._buffer) + self._data_bytes > MAX_EVENT_BYTES:
            raise ValueError("an event of more than 4 MiB")
        return events

    def end(self) -> list[SseEvent]:
        """The stream is over: an event that only lacks its blank line still counts.

        The standard would drop it; some servers leave the last blank line out.
        """
        rest, self._buffer = bytes(self._buffer), bytearray()
        events = [self._line(rest) if rest else None, self._dispatch()]
        return [event for event in events if event is not None]

    def _drop_bom(self) -> None:
        if not self._at_start or (len(self._buffer) < 3 and _BOM.startswith(self._buffer)):
            return
        self._at_start = False
        if self._buffer.startswith(_BOM):
            del self._buffer[:3]

    def _lines(self) -> list[bytes]:
        if self._at_start:
            return []
        if self._skip_line_feed and self._buffer:
            self._skip_line_feed = False
            if self._buffer[0] == 0x0A:
                del self._buffer[0]  # nothing is kept behind a carriage return, so `_searched` is 0
        # A carriage return at the very end ends its line now; its line feed may come later.
        self._skip_line_feed |= self._buffer.endswith(b"\r")
        ends = [found.span() for found in _LINE_END.finditer(self._buffer, self._searched)]
        starts = [0, *(end for _, end in ends)]
        lines = [bytes(self._buffer[a:b]) for a, (b, _) in zip(starts, ends, strict=False)]
        del self._buffer[: starts[-1]]
        self._searched = len(self._buffer)
        return lines

    def _line(self, line: bytes) -> SseEvent | None:
        if not line:
            return self._dispatch()
        # A line that begins with a colon is a comment: its field has no name.
        field, _, value = line.partition(b":")
        text = value.removeprefix(b" ").decode(errors="replace")
        match field:
            case b"data":
                self._data.append(text)
                self._data_bytes += len(line)
            case b"event":
                self._name = text
            case b"id" if "\0" not in text:
                self._id = text
        return None

    def _dispatch(self) -> SseEvent | None:
        name, data = self._name or "message", self._data
        self._name, self._data, self._data_bytes = "", [], 0
        return SseEvent(name, "\n".join(data), self._id) if data else None
