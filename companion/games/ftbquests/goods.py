"""Item stacks to what a card shows and a voice says."""

from __future__ import annotations

from companion.games.ftbquests.names import Names, id_words
from companion.games.ftbquests.stacks import NOTHING, Stack, alternatives, is_filter, read_stack
from companion.games.ftbquests.text import TextReader
from companion.games.quest_book import Goods
from companion.language.translations import Translations

NAMED_ALTERNATIVES = 3
"""Names of an "any of" that are spelled out; a listener keeps no more in mind."""

_OWN_NAMES = ("minecraft:custom_name", "minecraft:item_name")


class GoodsReader:
    """Turns stacks into goods in one locale."""

    def __init__(self, names: Names, texts: TextReader, phrases: Translations) -> None:
        self.names = names
        self._texts = texts
        self._phrases = phrases

    def read(self, raw: object) -> Goods:
        """Goods of a stack as a quest file spells it."""
        return self.of_stack(read_stack(raw))

    def of_stack(self, stack: Stack) -> Goods:
        """Goods of a stack; a filter becomes its alternatives."""
        if stack == NOTHING or not stack.item:
            return Goods("", "")
        if is_filter(stack):
            return self.any_of(alternatives(stack))
        return Goods(stack.item, self._own_name(stack) or self.names.of("item", stack.item))

    def any_of(self, ids: tuple[str, ...]) -> Goods:
        """Goods of which any of several will do."""
        if not ids:
            return Goods("", self._phrases.text("book.matching_item"))
        shown = next((name for name in ids if name[0] not in "#@"), "")
        if len(ids) == 1 and shown:
            return Goods(shown, self.names.of("item", shown))
        return Goods(shown, self._joined(ids), ids)

    def _joined(self, ids: tuple[str, ...]) -> str:
        names = tuple(dict.fromkeys(self._one_of_many(name) for name in ids))
        if len(names) == 1:
            return self._phrases.text("book.any", name=names[0])
        listed = self._phrases.text("book.or").join(names[:NAMED_ALTERNATIVES])
        if len(names) <= NAMED_ALTERNATIVES:
            return self._phrases.text("book.any_of", names=listed)
        rest = str(len(names) - NAMED_ALTERNATIVES)
        return self._phrases.text("book.any_of_more", names=listed, count=rest)

    def _one_of_many(self, name: str) -> str:
        if name.startswith("#"):
            return self.names.of("tag", name)
        if name.startswith("@"):
            return self._phrases.text("book.from_mod", name=id_words(name[1:]))
        return self.names.of("item", name)

    def _own_name(self, stack: Stack) -> str:
        for key in _OWN_NAMES:
            written = stack.extra.get(key)
            if isinstance(written, str):
                return self._texts.read(written.strip('"')).strip()
        display = stack.extra.get("display")
        written = display.get("Name") if isinstance(display, dict) else None
        return self._texts.read(written).strip() if isinstance(written, str) else ""
