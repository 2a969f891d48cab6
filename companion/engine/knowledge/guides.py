"""Searching a quest book for a player: only what they may read, and only what still stands."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass

from companion.engine.knowledge import guide_texts
from companion.engine.knowledge.guide_texts import GuideText, may_read, text_of
from companion.engine.knowledge.piece import Piece
from companion.engine.knowledge.shelf import Shelf
from companion.engine.quest_views.scene import Scene
from companion.engine.services import Game
from companion.engine.storage.database import Database
from companion.engine.tools.tool import ToolCall
from companion.games.quest_book import QuestBook, quest_id_text
from companion.support.loops import spawn

BOOKS_KEPT = 4
"""One a language; a book of 5,000 quests takes some 15 MB."""


@dataclass(frozen=True, slots=True)
class _Guide:
    """A book's texts and the index over them."""

    book: QuestBook
    texts: Mapping[int, GuideText]
    shelf: Shelf
    numbers: Mapping[str, int]


class Guides:
    """Guards the indexes. On the engine's loop.

    A book that was read anew is another book: its index is made beside the old one, once, however
    many ask meanwhile (GUIDE-008).
    """

    def __init__(self, game: Game, database: Database) -> None:
        self._game = game
        self._database = database
        self._guides: OrderedDict[str, _Guide] = OrderedDict()
        self._making: dict[str, tuple[QuestBook, asyncio.Task[_Guide]]] = {}

    async def search(self, question: str, call: ToolCall) -> tuple[tuple[float, Piece], ...]:
        """Find what the book says, for one player.

        What was found is released only if it still holds: same words, still readable, the caller
        still there (GUIDE-004, GUIDE-005).

        Raises:
            LinkError: The game's files cannot be read.
            CompanionError: As `ToolCall.check`.
        """
        scene = await self._game.scene(call)
        guide = await self._guide(scene.book)
        found = await self._game.work(_search, guide, scene, question)
        again = await self._game.scene(call)
        call.check()
        return tuple(one for one in found if _still(guide, again, one[1]))

    async def _guide(self, book: QuestBook) -> _Guide:
        kept = self._guides.get(book.locale)
        if kept is not None and kept.book is book:
            self._guides.move_to_end(book.locale)
            return kept
        making = self._making.get(book.locale)
        if making is None or making[0] is not book:
            task = spawn(self._make(book), "guide index")
            making = self._making[book.locale] = (book, task)
        return await asyncio.shield(making[1])

    async def _make(self, book: QuestBook) -> _Guide:
        texts = await asyncio.to_thread(guide_texts.guide_texts, book)
        shelf = await asyncio.to_thread(lambda: Shelf(guide_texts.guide_pieces(texts)))
        guide = self._guides[book.locale] = _Guide(
            book, texts, shelf, {quest_id_text(number): number for number in texts}
        )
        while len(self._guides) > BOOKS_KEPT:
            self._guides.popitem(last=False)
        spawn(guide_texts.keep(self._database, book.locale, texts), "guide texts")
        return guide


def _search(guide: _Guide, scene: Scene, question: str) -> tuple[tuple[float, Piece], ...]:
    return guide.shelf.search(question, lambda piece: may_read(scene, guide.numbers[piece.quest]))


def _still(guide: _Guide, scene: Scene, piece: Piece) -> bool:
    number = guide.numbers[piece.quest]
    return (
        scene.book.locale == guide.book.locale
        and may_read(scene, number)
        and text_of(scene.book, number) == guide.texts[number]
    )
