"""What is written somewhere: passages of quests, files and pages, and an answer from them."""

from __future__ import annotations

import msgspec

from companion.language.phrase import Phrase, literal, phrase
from companion.protocol.cards.builder import (
    CardBuilder,
    CardButton,
    CardChoice,
    ServerAction,
    SpeechContent,
)
from companion.protocol.cards.card import Card


class Passage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A piece of text with where it is from.

    Attributes:
        title: Of the quest, section or page.
        text: As it is written; may hold `§` codes.
        source: Chapter, file or site, in words.
        address: Web address it was read from; shown as a host, never opened by itself.
        action: Opens what it is from; None where nothing can be opened.
    """

    title: str
    text: str
    source: str = ""
    address: str = ""
    action: ServerAction | None = None


class QuestGuideOutput(Card, frozen=True, tag="system:quest_guide"):
    """Passages of readable quests for a question (GUIDE-009).

    Attributes:
        query: What was asked.
        passages: Best first.
        spoken: What is said about them.
        source: Where they are from, or that they are only the nearest; the quest book where empty.
    """

    query: str
    passages: tuple[Passage, ...]
    spoken: tuple[Phrase, ...] = ()
    source: Phrase = Phrase()

    def build_card(self) -> CardBuilder:
        """Lay the passages out, those that can be opened as numbered choices."""
        return CardBuilder(
            template="system:quest_guide",
            text=literal(self.query),
            arguments={
                "title": self.query,
                "count": len(self.passages),
                "source": self.source if self.source.key else phrase("card.guide.hint"),
            },
            lists={"passages": self.passages},
            choices=passage_rows(self.passages),
            speech=SpeechContent(self.spoken),
        )


class KnowledgeOutput(Card, frozen=True, tag="system:knowledge"):
    """An answer with the passages it rests on.

    Attributes:
        question: What was asked.
        answer: Paragraphs; citations stand in them as `[1]`.
        passages: In the order of their citations.
        conflict: That the passages say different things; empty where they agree.
        source: Where it was looked: the pack, the owner's files, the web.
        spoken: What is said about it.
        actions: Such as looking on the web as well.
    """

    question: str
    answer: tuple[str, ...]
    passages: tuple[Passage, ...]
    conflict: Phrase = Phrase()
    source: Phrase = Phrase()
    spoken: tuple[Phrase, ...] = ()
    actions: tuple[CardButton, ...] = ()

    def build_card(self) -> CardBuilder:
        """Lay the answer out above its sources."""
        return CardBuilder(
            template="system:knowledge",
            text=literal(self.question),
            arguments={
                "title": self.question,
                "conflict": self.conflict,
                "source": self.source,
                "count": len(self.passages),
            },
            lists={"answer": self.answer, "passages": self.passages},
            buttons=self.actions,
            choices=passage_rows(self.passages),
            speech=SpeechContent(self.spoken),
        )


def passage_rows(passages: tuple[Passage, ...]) -> tuple[CardChoice, ...]:
    """Choices of the passages that can be opened, by the number of their citation."""
    return tuple(
        CardChoice(number, literal(passage.title), passage.action)
        for number, passage in enumerate(passages, 1)
        if passage.action is not None
    )
