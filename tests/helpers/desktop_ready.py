"""When a player would see that the companion is ready to be spoken to."""

from __future__ import annotations

from tests.helpers.desktop_child import Child, wait_for

READY_S = 120.0
"""Models are loaded cold, beside whatever else the machine does."""
SIGNS = ("microphone delivers", "recogniser offline loaded", "the voice is ready", "connection 1:")
"""What the log says of each entry of the status line that becomes ready."""


def wait_until_ready(companion: Child) -> None:
    """Return once microphone, recogniser, voice and engine are ready; fail the test otherwise."""
    for sign in SIGNS:
        wait_for(lambda sign=sign: sign in companion.complaints(), sign, READY_S, every=0.1)
