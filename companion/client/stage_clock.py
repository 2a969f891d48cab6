"""The stage clock of one turn: when each stage happened, and what our own code added.

Stages, in the order of a spoken turn: `key_up`; `last_audio`, the last block was handed to the
recogniser; `final_text`; `request_sent`; `first_answer`, the engine's first word about the
request; `answer_shown`; `synthesis_asked`; `first_audio`, the synthesiser's first chunk;
`first_sound`, the first block that is not silence was handed to the sound device.
"""

from __future__ import annotations

from typing import Literal

from companion.client.state import Stages

Stage = Literal[
    "key_up",
    "last_audio",
    "final_text",
    "request_sent",
    "first_answer",
    "answer_shown",
    "synthesis_asked",
    "first_audio",
    "first_sound",
]
NOT_HAPPENED = -1.0


class StageClock:
    """Keeps the moments of one turn. It reads no clock; the loop thread tells it."""

    def __init__(self, key_up: float) -> None:
        self._moments: dict[Stage, float] = {"key_up": key_up}

    def mark(self, stage: Stage, at: float) -> None:
        """Note when a stage happened, in monotonic seconds; the first time counts."""
        self._moments.setdefault(stage, at)

    def stages(self) -> Stages:
        """The turn so far, in milliseconds since key-up.

        `own` runs from the final text to the moment the synthesiser is asked, or to the moment
        the answer is shown where nothing is said. Neither recogniser nor synthesiser nor sound
        device works in that time; all of ours does: matching spoken words, the wire both ways,
        the engine, the card and the sentences. What follows the first audio is the leading
        silence of the voice and the buffer of the device: `first_sound` minus `first_audio`.
        """
        return Stages(
            self._ms("last_audio"),
            self._ms("final_text"),
            self._ms("request_sent"),
            self._ms("first_answer"),
            self._ms("first_audio"),
            self._ms("first_sound"),
            self._own(),
        )

    def _ms(self, stage: Stage) -> float:
        return self._between("key_up", stage)

    def _own(self) -> float:
        asked = "synthesis_asked" in self._moments
        return self._between("final_text", "synthesis_asked" if asked else "answer_shown")

    def _between(self, begin: Stage, end: Stage) -> float:
        if begin not in self._moments or end not in self._moments:
            return NOT_HAPPENED
        return round((self._moments[end] - self._moments[begin]) * 1000, 3)
