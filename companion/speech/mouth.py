"""What the client asks of its mouth: sentences said one after the other, silent at once when told.

`speech/tts/narrator.py` implements it over `Synthesizer` and `Speaker`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from companion.speech.lanes import Lane
from companion.support.errors import Failure


class MouthEvents(Protocol):
    """What happens to one narration; every method is called on the loop, times are monotonic."""

    def first_audio(self, at: float) -> None:
        """The synthesiser gave its first chunk."""
        ...

    def first_sound(self, at: float) -> None:
        """The first block that is not silence was handed to the device."""
        ...

    def sentence(self, index: int, text: str) -> None:
        """A sentence begins to be heard."""
        ...

    def finished(self, *, heard_all: bool, sentences: int = 0) -> None:
        """The narration is over; nothing follows.

        Args:
            heard_all: False when it was silenced or failed.
            sentences: How many were heard from beginning to end, by the samples the device took.
        """
        ...

    def failed(self, failure: Failure, detail: str) -> None:
        """A sentence could not be said; `finished(heard_all=False)` follows."""
        ...


class Mouth(Protocol):
    """Speaking; a narration replaces the one before it, or is said over it where lanes say so."""

    async def start(self) -> None:
        """Load the synthesiser.

        Raises:
            SynthesisError: A model or key is missing; text still works.
            AudioError: There is no speaker.
        """
        ...

    def say(
        self,
        sentences: Sequence[str],
        language: str,
        events: MouthEvents,
        lane: Lane = Lane.REPLY,
        who: str = "",
    ) -> None:
        """Say sentences in order, the next one prepared while one is heard. On the loop.

        Args:
            sentences: Already made for the ear; empty ones are skipped.
            language: `en` or `zh`.
            events: Told what happens.
            lane: Whose voice and volume.
            who: The speaker among those of a lane, as `speech/voices/bindings.py` names it.
        """
        ...

    def pronounce(self, sounds: Mapping[str, str]) -> None:
        """Say names differently from the next narration on. Any thread.

        Args:
            sounds: Written form to what a voice should be given instead.
        """
        ...

    def set_volume(self, volume: int, lanes: Mapping[Lane, int]) -> None:
        """Make it louder or quieter at once, also what is being said.

        Args:
            volume: Of everything, 0 to 100.
            lanes: Of single lanes, 0 to 100; the others are at 100.
        """
        ...

    def end(self, *events: MouthEvents) -> None:
        """Silence the narrations that have these events, and no other. On the loop."""
        ...

    def silence(self) -> None:
        """Be silent now: within 20 ms. Any thread."""
        ...

    async def stop(self) -> None:
        """Silence and close everything."""
        ...
