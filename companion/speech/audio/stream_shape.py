"""How a device is opened."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StreamShape:
    """What a stream of 16-bit samples looks like.

    Attributes:
        rate_hz: Samples a second and channel.
        channels: 1 or more, interleaved.
    """

    rate_hz: int
    channels: int
