"""Words with a reason to be a card: an error, an unbound player, a narration."""

from __future__ import annotations

from companion.language.phrase import Phrase, literal, phrase
from companion.protocol.cards.builder import (
    CardBuilder,
    CardButton,
    LocalAction,
    SpeechContent,
)
from companion.protocol.cards.card import Card
from companion.protocol.cards.offer import Tone

_MARKS = {Tone.GOOD: "check", Tone.WARNING: "warning", Tone.ERROR: "warning"}
"""Marks beside the title; the words of the message say the same."""


class MessageOutput(Card, frozen=True, tag="system:message"):
    """Something to know, with what can be done about it.

    Attributes:
        title: What it is about.
        lines: The reason and the next step.
        tone: How it is meant.
        command: What somebody has to type somewhere else, to be copied; empty for nothing.
        spoken: What is said about it.
        actions: What can be done.
    """

    title: Phrase
    lines: tuple[Phrase, ...]
    tone: Tone = Tone.PLAIN
    command: str = ""
    spoken: tuple[Phrase, ...] = ()
    actions: tuple[CardButton, ...] = ()

    def build_card(self) -> CardBuilder:
        """Lay the words out."""
        return CardBuilder(
            template="system:message",
            text=self.title,
            arguments={
                "title": self.title,
                "tone": self.tone.value,
                "mark": _MARKS.get(self.tone, ""),
                "command": self.command,
            },
            lists={"lines": self.lines},
            buttons=self.actions,
            speech=SpeechContent(self.spoken),
        )


class NarrationOutput(Card, frozen=True, tag="system:narration"):
    """A piece of a quest's story, told by somebody.

    Attributes:
        title: Of the quest.
        speaker: Who tells it; empty for nobody in particular.
        paragraphs: The story; may hold `§` codes.
        spoken: The same for the ear.
        actions: Such as opening the quest.
    """

    title: str
    paragraphs: tuple[str, ...]
    speaker: str = ""
    spoken: tuple[Phrase, ...] = ()
    actions: tuple[CardButton, ...] = ()

    def build_card(self) -> CardBuilder:
        """Lay the story out, with a way to hear it again."""
        again = CardButton("read", phrase("button.read_aloud"), LocalAction("repeat"))
        return CardBuilder(
            template="system:narration",
            text=literal(self.title),
            arguments={
                "title": self.title,
                "speaker": phrase("card.narration.by", speaker=self.speaker)
                if self.speaker
                else Phrase(),
            },
            lists={"paragraphs": self.paragraphs},
            buttons=(*self.actions, again),
            speech=SpeechContent(self.spoken),
        )
