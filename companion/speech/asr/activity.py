"""Whether somebody may be speaking, by loudness over the room's own. Pure; its clock is the sound.

It errs towards speech: it saves work (is the last decoding still good?) and never cuts off speech.
"""

from __future__ import annotations

from companion.speech.audio.level import FLOOR_DBFS, level_dbfs

OVER_ROOM_DB = 5.0
SILENT_DBFS = -60.0
"""Below this it is quiet, whatever the room."""
_RISE_DB = 0.02
"""How much the estimate of the room rises with each block: 1 dB a second."""


class Activity:
    """Follows one utterance.

    Attributes:
        total: Bytes so far.
        spoken: How many of them were loud enough to be speech.
        last_speech: Bytes up to the end of the last block that was; 0 without any.
    """

    def __init__(self) -> None:
        self._room = SILENT_DBFS
        self.total = 0
        self.spoken = 0
        self.last_speech = 0

    def feed(self, pcm: bytes) -> None:
        """Add a block."""
        self.total += len(pcm)
        level = level_dbfs(pcm)
        self._room = max(FLOOR_DBFS, min(level, self._room + _RISE_DB))
        if level > max(SILENT_DBFS, self._room + OVER_ROOM_DB):
            self.spoken += len(pcm)
            self.last_speech = self.total
