"""What a canceller of our own voice is, and which one is used.

WebRTC's (`pywebrtc-audio`, Apache-2.0) is sure and swallows most of what is said over a loud voice;
the linear one (`linear.py`) lets that through once it knows the room. `double_talk.py` puts both
together. Where the package is missing, half-duplex is the way round: while we speak, nothing is
heard.
"""

from __future__ import annotations

from typing import Protocol

from companion.support.errors import CompanionError


class Canceller(Protocol):
    """Takes our own voice out of a microphone's sound. One thread."""

    def clean(self, heard: bytes, played: bytes) -> bytes:
        """As much sound as came in, give or take a block; both of the same length, 16 kHz s16le."""
        ...


def best_canceller() -> Canceller:
    """Both together where WebRTC's is installed, else half-duplex."""
    from companion.speech.echo.double_talk import DoubleTalkCanceller
    from companion.speech.echo.half_duplex import HalfDuplex

    try:
        return DoubleTalkCanceller()
    except CompanionError:
        return HalfDuplex()
