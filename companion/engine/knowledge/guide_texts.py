"""The texts of a quest book that a guide may quote, in the language of the book (GUIDE-002)."""

from __future__ import annotations

import logging
from collections.abc import Mapping

import msgspec

from companion.engine.knowledge.cutting import passages, tidied
from companion.engine.knowledge.piece import Kind, Piece
from companion.engine.quest_views.gifts import is_starter_gift
from companion.engine.quest_views.scene import Scene
from companion.engine.quest_views.wording import title_of
from companion.engine.storage.database import Database, Table
from companion.games.quest_book import Quest, QuestBook, quest_id_text
from companion.games.quest_rules import text_shown
from companion.language.legacy_codes import plain
from companion.support.errors import CompanionError

logger = logging.getLogger(__name__)


class GuideText(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is written in one quest; nothing here says who may read it (GUIDE-006)."""

    title: str
    text: str
    source: str = ""


GUIDES: Table[GuideText] = Table("system:ftb_guides", GuideText)


def guide_texts(book: QuestBook) -> Mapping[int, GuideText]:
    """Every quest's text, also of those that few may read."""
    titles = {chapter.id: chapter.title for chapter in book.chapters}
    found: dict[int, GuideText] = {}
    for number, quest in book.quests.items():
        text = _text(quest, titles.get(quest.chapter, ""))
        if text is not None:
            found[number] = text
    return found


def text_of(book: QuestBook, number: int) -> GuideText | None:
    """One quest's text as it is in a book; None where it has none that may be quoted."""
    quest = book.quests.get(number)
    if quest is None:
        return None
    return _text(quest, next((c.title for c in book.chapters if c.id == quest.chapter), ""))


def guide_pieces(texts: Mapping[int, GuideText]) -> list[Piece]:
    """The texts, cut."""
    return [
        Piece(text.title, part, Kind.QUEST, text.source, quest_id_text(number))
        for number, text in texts.items()
        for part in passages(text.text)
    ]


def _text(quest: Quest, chapter: str) -> GuideText | None:
    if is_starter_gift(quest):
        return None
    text = tidied("\n".join(map(plain, (quest.subtitle, *quest.description))))
    return GuideText(title_of(quest.title), text, title_of(chapter)) if text else None


def may_read(scene: Scene, number: int) -> bool:
    """Whether a player may be told what is written in a quest, now."""
    if number not in scene.standing.visible:
        return False
    return text_shown(scene.book, scene.progress, number)


async def keep(database: Database, locale: str, texts: Mapping[int, GuideText]) -> None:
    """Store the texts of one language beside those of others; a full disk costs the copy only."""
    try:
        kept = await database.entries(GUIDES)
        others = {key: one for key, one in kept.items() if not key.startswith(f"{locale}/")}
        own = {f"{locale}/{quest_id_text(n)}": text for n, text in texts.items()}
        if {**others, **own} != kept:
            await database.replace(GUIDES, {**others, **own})
    except CompanionError as error:
        logger.warning("guide texts are not kept: %s", error.failure)
