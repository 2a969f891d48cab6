"""Any quest folder to a finished book."""

from __future__ import annotations

from companion.games.ftbquests.assemble import assemble
from companion.games.ftbquests.classic import read_classic
from companion.games.ftbquests.folder import QuestFolder
from companion.games.ftbquests.item_names import read_item_names
from companion.games.ftbquests.modern import FALLBACK_LOCALE, read_modern
from companion.games.ftbquests.pack_texts import read_pack_texts
from companion.games.quest_book import QuestBook
from companion.language.translations import merged
from companion.support.errors import LinkError
from companion.support.resources import translation_tables

_DIMENSIONS = ("minecraft.overworld", "minecraft.the_nether", "minecraft.the_end")
"""The game's own language files do not name them."""


def read_book(folder: QuestFolder, locale: str) -> QuestBook:
    """Read the quest book of a folder in a locale, whatever layout it is in.

    Raises:
        LinkError: QUESTS_EMPTY, QUESTS_BROKEN or QUESTS_TOO_LARGE.
    """
    raw = read_classic(folder.root) if folder.classic else read_modern(folder.root, locale)
    locales = (locale, FALLBACK_LOCALE)
    phrases = merged(locale, translation_tables())
    own = {f"dimension.{name}": phrases.text(f"book.dimension.{name}") for name in _DIMENSIONS}
    names, texts = read_item_names(folder.game, locales), read_pack_texts(folder.game, locales)
    try:
        return assemble(raw, locale, {**own, **names, **texts}, phrases)
    except LinkError as error:
        raise LinkError(error.failure, error.detail or str(folder.root)) from error
