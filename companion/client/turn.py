"""One turn of the player, from the words to the end of the answer."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from uuid import UUID

from companion.client.stage_clock import StageClock
from companion.client.state import Stages
from companion.support.errors import Failure

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """What became of a turn, once nothing of it follows any more.

    Attributes:
        heard: What the recogniser understood, or what was typed or pressed.
        spoken_s: Seconds of sound; 0 when it was not spoken.
        action: What it did: an action's identifier, `local:next_page`, `draft`, or empty.
        template: Template of the card that answered, or empty.
        spoken: Sentences the voice was given.
        stages: When what happened.
        failure: Why it did not succeed.
    """

    heard: str
    spoken_s: float
    action: str
    template: str
    spoken: tuple[str, ...]
    stages: Stages
    failure: Failure | None


@dataclass(slots=True)
class Turn:
    """A turn under way; its fields are filled as it goes on. Loop thread only."""

    heard: str
    clock: StageClock
    spoken_s: float = 0.0
    action: str = ""
    template: str = ""
    spoken: tuple[str, ...] = ()
    failure: Failure | None = None
    detail: str = ""
    is_over: bool = False
    request: UUID | None = None
    """Of the engine's reply, once it is here."""

    def record(self) -> TurnRecord:
        """What became of it so far."""
        return TurnRecord(
            self.heard,
            self.spoken_s,
            self.action,
            self.template,
            self.spoken,
            self.clock.stages(),
            self.failure,
        )


def log_turn(record: TurnRecord) -> None:
    """Write a turn's numbers to the log; words stay out of it."""
    stages = record.stages
    logger.info(
        "turn %s%s: last audio %.0f, final text %.0f, sent %.0f, answer %.0f, audio %.0f, "
        "sound %.0f, own %.1f ms",
        record.action or "none",
        f" failed ({record.failure})" if record.failure else "",
        stages.last_audio,
        stages.final_text,
        stages.request_sent,
        stages.first_answer,
        stages.first_audio,
        stages.first_sound,
        stages.own,
    )
