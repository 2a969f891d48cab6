"""The texts of quests, chapters and their parts: from the `lang` folder, else as written inline.

1.21 itself reads inline texts as English and moves them on saving, so packs mix both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.ftbquests.lines import read_lines
from companion.games.ftbquests.raw_book import Raw, lines_of
from companion.games.ftbquests.text import TextReader
from companion.games.quest_book import quest_id_text
from companion.language.legacy_codes import plain


@dataclass(frozen=True, slots=True)
class BookTexts:
    """Texts of one book in one locale.

    Attributes:
        table: Keys such as `quest.<ID>.title` to text or lines.
        shown: Reads a text as the game shows it.
        said: Reads it without keys that nobody has translated.
    """

    table: Mapping[str, object]
    shown: TextReader
    said: TextReader

    def title(self, kind: str, number: int, raw: Raw) -> str:
        """The author's title of an object; empty when it has none."""
        return self._line(self._written(f"{kind}.{quest_id_text(number)}.title", raw, "title"))

    def subtitle(self, number: int, raw: Raw) -> str:
        """The subtitle of a quest."""
        key = f"quest.{quest_id_text(number)}.quest_subtitle"
        return self._line(self._written(key, raw, "subtitle"))

    def description(self, number: int, raw: Raw) -> tuple[str, ...]:
        """The description of a quest."""
        key = f"quest.{quest_id_text(number)}.quest_desc"
        return read_lines(lines_of(self._written(key, raw, "description")), self.shown.read)

    def chapter_subtitle(self, number: int, raw: Raw) -> tuple[str, ...]:
        """The lines below a chapter's title."""
        key = f"chapter.{quest_id_text(number)}.chapter_subtitle"
        return read_lines(lines_of(self._written(key, raw, "subtitle")), self.shown.read)

    def says_something(self, number: int, raw: Raw) -> bool:
        """Whether title, subtitle or a description line of a quest's own has words."""
        start = f"quest.{quest_id_text(number)}"
        written = (
            *lines_of(self._written(f"{start}.title", raw, "title")),
            *lines_of(self._written(f"{start}.quest_subtitle", raw, "subtitle")),
            *lines_of(self._written(f"{start}.quest_desc", raw, "description")),
        )
        return any(plain(self.said.read(line)).strip() for line in written)

    def _written(self, key: str, raw: Raw, field: str) -> object:
        return self.table.get(key) or raw.get(field)

    def _line(self, written: object) -> str:
        text = " ".join(self.shown.read(line) for line in lines_of(written))
        text = " ".join(text.split("\n")).strip()
        return text if plain(text).strip() else ""
