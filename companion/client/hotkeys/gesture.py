"""What presses of the talk key mean: held, switched on and off, or whichever the player does.

Pure: takes presses and releases with their time, gives when talking begins and ends.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.client.hotkeys.lease import LONGEST_HOLD_S, Changes
from companion.support.settings import TalkMode

TAP_S = 0.35
"""In the mode `both` a shorter press is a tap, and talking goes on until the next one."""


@dataclass(slots=True)
class Gesture:
    """Decides for one key in one mode; used by one thread at a time.

    Attributes:
        mode: How the key is used.
        talking: Whether talking goes on.
    """

    mode: TalkMode = TalkMode.HOLD
    talking: bool = False
    _began_at: float = 0.0

    def change(self, *, held: bool, now: float) -> Changes:
        """Take a press or a release.

        Args:
            held: Whether the key counts as held.
            now: Seconds of a monotonic clock.

        Returns:
            True when talking begins, False when it ends; mostly one or none.
        """
        return self._press(now) if held else self._release(now)

    def end(self) -> Changes:
        """Nobody watches the key any longer."""
        return self._stop() if self.talking else ()

    def _press(self, now: float) -> Changes:
        is_over = now - self._began_at >= LONGEST_HOLD_S  # the ears ended it by themselves
        ended = self._stop() if self.talking else ()
        if ended and not is_over:
            return ended
        self.talking, self._began_at = True, now
        return (*ended, True)

    def _release(self, now: float) -> Changes:
        if not self.talking or self.mode is TalkMode.TOGGLE:
            return ()
        is_tap = self.mode is TalkMode.BOTH and now - self._began_at < TAP_S
        return () if is_tap else self._stop()

    def _stop(self) -> Changes:
        self.talking = False
        return (False,)
