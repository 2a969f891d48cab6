"""One line that is said: what it belongs to, and the mouth's events of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from companion.client.turn import Turn
from companion.protocol.cards.ref import CardRef
from companion.speech.lanes import Lane
from companion.support.errors import Failure


class LineEvents(Protocol):
    """Whoever has lines said; called on the loop."""

    def line_begins(self, line: SpokenLine, text: str) -> None:
        """A sentence begins to be heard."""
        ...

    def line_ended(self, line: SpokenLine, sentences: int) -> None:
        """Nothing of it follows; so many sentences were heard from beginning to end."""
        ...

    def line_failed(self, line: SpokenLine, failure: Failure, detail: str) -> None:
        """A sentence could not be said."""
        ...


@dataclass(eq=False)
class SpokenLine:
    """A line with its words; implements `MouthEvents`. Loop thread only.

    Attributes:
        owner: Told what happens.
        sentences: Made for the ear.
        turn: The turn they answer; None for what is said unasked.
        card: The card they belong to: they end with it.
        lane: Who speaks.
        who: The speaker among those of the lane; empty for any.
        text: The sentence that is heard.
    """

    owner: LineEvents
    sentences: tuple[str, ...]
    turn: Turn | None = None
    card: CardRef | None = None
    lane: Lane = Lane.REPLY
    who: str = ""
    text: str = ""

    @property
    def about(self) -> str:
        """The card's id; empty without one."""
        return str(self.card.id) if self.card else ""

    def first_audio(self, at: float) -> None:
        """Note the synthesiser's first chunk."""
        if self.turn is not None:
            self.turn.clock.mark("first_audio", at)

    def first_sound(self, at: float) -> None:
        """Note the first sound."""
        if self.turn is not None:
            self.turn.clock.mark("first_sound", at)

    def sentence(self, index: int, text: str) -> None:
        """Tell what is being said."""
        self.text = text
        self.owner.line_begins(self, text)

    def finished(self, *, heard_all: bool, sentences: int = 0) -> None:
        """Tell how much was heard."""
        self.owner.line_ended(self, len(self.sentences) if heard_all else sentences)

    def failed(self, failure: Failure, detail: str) -> None:
        """Tell why it could not be said."""
        self.owner.line_failed(self, failure, detail)
