"""Sound out of a service's pieces: whole samples, without a WAV header where one is in front."""

from __future__ import annotations

import enum
import struct

RATE_HZ = 24_000
"""Of all voices of this protocol; mono, signed 16-bit little endian."""


class _Place(enum.Enum):
    START = enum.auto()
    CHUNK = enum.auto()
    RAW = enum.auto()
    DATA = enum.auto()
    AFTER = enum.auto()


class PcmStream:
    """Guards what is no whole sample, or no whole header, yet.

    The service documents sound without a header; clients have met one all the same, and players
    that skip a fixed 44 bytes click at files with other chunks.
    """

    def __init__(self, *, any_format: bool = False) -> None:
        """Begin a stream.

        Args:
            any_format: Take what rate and channels a header names; the caller looks at them.
        """
        self._any_format = any_format
        self._buffer = bytearray()
        self._place = _Place.START
        self._left = 0
        self.rate_hz = RATE_HZ
        """As a header named it; known once there is sound."""
        self.channels = 1
        """Likewise."""

    def feed(self, piece: bytes) -> bytes:
        """Take bytes, cut anywhere; return whole samples.

        Raises:
            ValueError: A header names another rate or format.
        """
        self._buffer += piece
        while self._place in (_Place.START, _Place.CHUNK) and self._step():
            pass
        match self._place:
            case _Place.RAW:
                return self._take(len(self._buffer))
            case _Place.DATA:
                return self._take_data()
            case _:
                return b""

    def _step(self) -> bool:
        """Get past one header, if it is whole."""
        if self._place is _Place.START:
            return self._start()
        if len(self._buffer) < 8:
            return False
        name, size = struct.unpack_from("<4sI", self._buffer)
        if name == b"data":
            del self._buffer[:8]
            # A streamed file does not know its length and says 0 or the largest number.
            self._left = size if 0 < size < 0xFFFF_FFFF else 1 << 62
            self._place = _Place.DATA
            return True
        whole = 8 + size + (size & 1)
        if len(self._buffer) < whole:
            return False
        if name == b"fmt ":
            self._read_format(bytes(self._buffer[8:whole]))
        del self._buffer[:whole]
        return True

    def _start(self) -> bool:
        if not b"RIFF".startswith(self._buffer[:4]):
            self._place = _Place.RAW
            return True
        if len(self._buffer) < 12:
            return False
        del self._buffer[:12]
        self._place = _Place.CHUNK
        return True

    def _take_data(self) -> bytes:
        taken = self._take(min(len(self._buffer), self._left))
        self._left -= len(taken)
        if self._left < 2:
            self._place = _Place.AFTER
        return taken

    def _take(self, count: int) -> bytes:
        whole = count & ~1
        taken = bytes(self._buffer[:whole])
        del self._buffer[:whole]
        return taken

    def _read_format(self, chunk: bytes) -> None:
        if len(chunk) < 16:
            raise ValueError("a WAV header that is too short")
        _, channels, rate, _, _, bits = struct.unpack_from("<HHIIHH", chunk)
        is_ours = (channels, rate) == (1, RATE_HZ)
        if bits != 16 or not (self._any_format or is_ours):
            raise ValueError(f"sound of {rate} Hz, {channels} channels, {bits} bit")
        self.rate_hz, self.channels = rate, channels
