"""How a flood of entries gets into the log: some each frame, the newest first. GUI thread.

A widget an entry takes its time to make and to lay out. What does not fit into a frame waits; what
left the state meanwhile is never made. A few entries, as in any conversation, are drawn at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer

from companion.client.state import EMPTY, ClientState

AT_ONCE = 4
"""Entries a frame: they take some 3 ms to make, and as long again to lay out and paint."""
FRAME_MS = 16


class LogIntake(QObject):
    """Shows a log as much of a state as fits into a frame, and goes on by itself.

    Args:
        show: Draws a state whose entries are among those of the real one.
    """

    def __init__(self, show: Callable[[ClientState], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._show = show
        self._state = EMPTY
        self._drawn: frozenset[int] = frozenset()
        self._frame = QTimer(self)
        self._frame.setSingleShot(True)
        self._frame.timeout.connect(self._draw)

    def take(self, state: ClientState) -> None:
        """Draw a state, now or within the next frames."""
        self._state = state
        if not self._frame.isActive():  # otherwise the frame that is due will see to it
            self._draw()

    def _draw(self) -> None:
        self._drawn, missing = next_frame(self._state, self._drawn)
        shown = tuple(entry for entry in self._state.entries if entry.id in self._drawn)
        self._show(replace(self._state, entries=shown))
        if missing:
            self._frame.start(FRAME_MS)


def next_frame(state: ClientState, drawn: frozenset[int]) -> tuple[frozenset[int], int]:
    """What a frame shows.

    Args:
        state: The moment.
        drawn: Ids of the entries that were shown before.

    Returns:
        Ids of the entries to show now, and how many have to wait.
    """
    ids = [entry.id for entry in state.entries]
    missing = [number for number in ids if number not in drawn]
    now = frozenset(missing[-AT_ONCE:])
    return drawn.intersection(ids) | now, len(missing) - len(now)
