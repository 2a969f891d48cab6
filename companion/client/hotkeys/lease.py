"""Whether the talk key counts as held: a lease that sightings of the key renew, never a latch.

Pure: every platform tells what it saw and when, and passes on the changes it gets back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

OnChange = Callable[[bool], None]
"""Told True when the key counts as pressed, False when it counts as released, in turns."""

Changes = tuple[bool, ...]
"""What to tell, in order; mostly nothing."""

RELEASE_S = 0.02
"""A release counts once it lasted this long: auto-repeat and bouncing contacts end sooner."""
CHECK_S = 0.1
"""How often a platform looks at the physical key while it is held."""
LEASE_S = 1.0
"""Without any sighting for this long the key no longer counts as held."""
LONGEST_HOLD_S = 60.0
"""No utterance is longer (58 s, decisions.md); something else lies on the key."""


@dataclass(slots=True)
class Lease:
    """Decides from sightings of one key; used by one thread at a time.

    Attributes:
        held: Whether the key counts as held.
        longest_gap_s: Seconds without a sighting after which it does not; longer where a system
            tells of press and release only.
    """

    held: bool = False
    longest_gap_s: float = LEASE_S
    _pressed_at: float = 0.0
    _seen_at: float = 0.0
    _up_since: float | None = None
    _spent: bool = False  # held too long: nothing counts until the key was seen up

    def see(self, *, down: bool, now: float) -> Changes:
        """Take a sighting, be it an event or a look at the key.

        Args:
            down: Whether the key is physically down.
            now: Seconds of a monotonic clock.
        """
        return self._see_down(now) if down else self._see_up(now)

    def tick(self, now: float) -> Changes:
        """Let time pass; gives a release when the key no longer counts as held."""
        if not self.held:
            return ()
        too_long = now - self._pressed_at >= LONGEST_HOLD_S
        if not too_long and not self._released(now) and now - self._seen_at < self.longest_gap_s:
            return ()
        self._spent = too_long and self._up_since is None
        self.held = False
        return (False,)

    def end(self) -> Changes:
        """Give the key up, because nobody watches it any longer."""
        was_held, self.held = self.held, False
        return (False,) if was_held else ()

    def due(self, now: float) -> float | None:
        """Seconds until the key is to be looked at and `tick` called; None: at the next event."""
        if self.held and self._up_since is not None:
            return max(0.0, self._up_since + RELEASE_S - now)
        return CHECK_S if self.held or self._spent else None

    def _see_down(self, now: float) -> Changes:
        self._seen_at = now  # renewed first: a late sighting proves more than its lateness
        ended = self.tick(now)
        self._up_since = None
        if self.held or self._spent:
            return ended
        self.held, self._pressed_at = True, now
        return (*ended, True)

    def _see_up(self, now: float) -> Changes:
        self._spent = False
        self._seen_at = now
        if self._up_since is None:
            self._up_since = now
        return self.tick(now)

    def _released(self, now: float) -> bool:
        return self._up_since is not None and now >= self._up_since + RELEASE_S
