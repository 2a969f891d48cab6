"""What is kept of a quest's background: whether it has one, and how it is told."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import msgspec

from companion.engine.quest_views.wording import title_of
from companion.engine.storage.database import Table
from companion.games.quest_book import Quest, quest_id_text
from companion.language.ear import for_the_ear, sentences
from companion.language.legacy_codes import plain

MOST_SOURCE = 2_000
"""Characters of a quest's text that are organised; the longest known ones are lists."""
MOST_COPY = 400
"""Characters of a background as it is told: about half a minute."""
SPOKEN_SENTENCES = 3


class Background(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What was found out once; nothing in it is about a player.

    Attributes:
        text: Words for the ear; empty for a quest without a background.
    """

    text: str = ""


BACKGROUNDS: Table[Background] = Table("system:quest_backgrounds", Background)


@dataclass(frozen=True, slots=True)
class Definition:
    """A quest as it is handed to be organised: an immutable copy, free of codes.

    Attributes:
        key: Id, language and fingerprint of the content: other words are another entry.
    """

    quest: int
    locale: str
    title: str
    text: str

    @property
    def key(self) -> str:
        """Under which its background is kept."""
        content = f"{self.title}\0{self.text}".encode()
        mark = hashlib.blake2b(content, digest_size=8).hexdigest()
        return f"{quest_id_text(self.quest)}/{self.locale}/{mark}"


def definition_of(quest: Quest, locale: str) -> Definition:
    """What there is to organise of a quest; its text may be empty."""
    lines = (plain(line).strip() for line in (quest.subtitle, *quest.description))
    text = "\n".join(line for line in lines if line)
    return Definition(quest.id, locale, title_of(quest.title), text[:MOST_SOURCE])


def cleaned(text: str, language: str) -> str:
    """A model's words, made fit for a voice and cut to whole sentences."""
    said: list[str] = []
    left = MOST_COPY
    for sentence in sentences(for_the_ear(text, language), language)[:SPOKEN_SENTENCES]:
        if len(sentence) > left:
            break
        left -= len(sentence)
        said.append(sentence)
    return ("" if language == "zh" else " ").join(said)
