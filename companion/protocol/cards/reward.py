"""What a player has got or will get: a reward, the daily sign-in, the inbox."""

from __future__ import annotations

import msgspec

from companion.language.phrase import Phrase, phrase
from companion.protocol.cards.builder import (
    CardBuilder,
    CardButton,
    CardChoice,
    ServerAction,
    SpeechContent,
)
from companion.protocol.cards.card import Card
from companion.protocol.cards.icon import QuestIconOutput
from companion.protocol.cards.item import ItemPreview
from companion.protocol.cards.offer import NOTHING, Tone
from companion.protocol.cards.rows import Rows


class RewardOutput(Card, frozen=True, tag="system:reward"):
    """Something was given: of a claim, a submission, a purchase, a draw.

    Attributes:
        title: What happened.
        line: One line about it.
        items, icons: What it is.
        spoken: What is said about it.
        actions: Such as opening the inbox.
    """

    title: Phrase
    line: Phrase = Phrase()
    items: tuple[ItemPreview, ...] = ()
    icons: tuple[QuestIconOutput, ...] = ()
    spoken: tuple[Phrase, ...] = ()
    actions: tuple[CardButton, ...] = ()

    def build_card(self) -> CardBuilder:
        """Lay the reward out."""
        return CardBuilder(
            template="system:reward",
            text=self.title,
            arguments={"title": self.title, "line": self.line},
            lists={"items": self.items, "icons": self.icons},
            buttons=self.actions,
            speech=SpeechContent(self.spoken),
        )


class SignInOutput(Card, frozen=True, tag="system:sign_in"):
    """The daily sign-in.

    Attributes:
        line: What the companion says to it.
        day: The day it counts for, in words.
        streak: Days in a row.
        pack: Name of the reward pack (SIGN-009).
        items: What is in it.
        done: Whether today's is already there.
        spoken: What is said about it.
        actions: Such as opening the inbox.
    """

    line: Phrase
    day: Phrase
    pack: Phrase = Phrase()
    items: tuple[ItemPreview, ...] = ()
    streak: int = 0
    done: bool = False
    spoken: tuple[Phrase, ...] = ()
    actions: tuple[CardButton, ...] = ()

    def build_card(self) -> CardBuilder:
        """Lay the sign-in out."""
        return CardBuilder(
            template="system:sign_in",
            text=phrase("card.sign_in.title"),
            arguments={
                "title": phrase("card.sign_in.title"),
                "line": self.line,
                "day": self.day,
                "pack": self.pack,
                "streak": phrase("card.sign_in.streak", days=self.streak)
                if self.streak > 1
                else Phrase(),
                "done": self.done,
            },
            lists={"items": self.items},
            buttons=self.actions,
            speech=SpeechContent(self.spoken),
        )


class InboxEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One entry of the inbox.

    Attributes:
        title: What it is; of a locked entry only the order.
        source: Where it is from.
        items: What is in it; nothing of a locked entry (INBOX-005).
        state: Of the order it waits for; empty when it can be claimed.
        tone: How the state is meant.
        action: Claims it; None where it cannot be claimed.
    """

    title: Phrase
    source: Phrase = Phrase()
    items: tuple[ItemPreview, ...] = ()
    state: Phrase = Phrase()
    tone: Tone = Tone.PLAIN
    action: ServerAction | None = None


class InboxOutput(Card, frozen=True, tag="system:inbox"):
    """Rewards that wait.

    Attributes:
        entries: Newest first.
        spoken: What is said about them.
        actions: Such as claiming all.
    """

    entries: tuple[InboxEntry, ...]
    spoken: tuple[Phrase, ...] = ()
    actions: tuple[CardButton, ...] = ()

    def build_card(self) -> CardBuilder:
        """Lay the entries out as numbered rows."""
        return CardBuilder(
            template="system:inbox",
            text=phrase("card.inbox.title"),
            arguments={"title": phrase("card.inbox.title"), "count": len(self.entries)},
            lists={"entries": tuple(map(_line, self.entries))},
            buttons=self.actions,
            choices=Rows(
                self.entries, lambda place, e: CardChoice(place, e.title, e.action or NOTHING)
            ),
            speech=SpeechContent(self.spoken),
        )


class InboxLine(msgspec.Struct, frozen=True):
    """An entry as the template writes it: its state where it is locked, else its source."""

    title: Phrase
    about: Phrase
    items: tuple[ItemPreview, ...]


def _line(entry: InboxEntry) -> InboxLine:
    about = entry.source if entry.state == Phrase() else entry.state
    return InboxLine(entry.title, about, entry.items)
