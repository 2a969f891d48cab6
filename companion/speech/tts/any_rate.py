"""Sound of any rate and number of channels, on its way to the rate of a synthesiser. Pure."""

from __future__ import annotations

from companion.speech.audio.resample import Resampler, mono

_RATES = range(8_000, 192_001)
_CHANNELS = range(1, 9)


class AnyRate:
    """Guards what is no whole frame yet, and the resampler's memory. One thread."""

    def __init__(self, from_hz: int, channels: int, to_hz: int) -> None:
        """Begin a sentence; s16le in and out.

        Raises:
            ValueError: Nobody makes such sound.
        """
        if from_hz not in _RATES or channels not in _CHANNELS:
            raise ValueError(f"{from_hz} Hz, {channels} channels")
        self._channels = channels
        self._resampler = Resampler(from_hz, to_hz) if from_hz != to_hz else None
        self._rest = b""

    def feed(self, piece: bytes) -> bytes:
        """Take bytes, cut anywhere; return whole samples, mono."""
        data = self._rest + piece
        whole = len(data) // (2 * self._channels) * 2 * self._channels
        self._rest = data[whole:]
        sound = mono(data[:whole], self._channels)
        return self._resampler.feed(sound) if self._resampler and sound else sound

    def flush(self) -> bytes:
        """The last millisecond."""
        return self._resampler.flush() if self._resampler else b""
