"""Quest texts as FTB Quests shows them, as plain text with `§` codes.

A text is a JSON component or FTB's own grammar: `&a` and `&#RRGGBB` are styles, `\\&` and `\\{` the
signs themselves, the two characters `\\n` a new line, `{key}` a translation, `{image:…}` a picture
(nothing to say), `{open_url:… text:…}` a link (its label). What the game shows as a red error, such
as "R & D", is kept as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from companion.games.ftbquests.component import read_component
from companion.games.ftbquests.names import id_words
from companion.language.halves import joined
from companion.language.translations import Translations

PAGE_BREAK = "{@pagebreak}"

MAX_NESTING = 8
"""Translations that name translations; deeper ones are circles."""

MAX_TEXT = 20_000
"""Characters of one text; the longest in known packs has 4,000."""

_SPECIAL = re.compile(r"[\\{&]")
_UNICODE = re.compile(r"\\u([0-9a-fA-F]{4})")
_TOKEN = re.compile(
    r"(?P<newline>\\n)"
    r"|\\{1,2}(?P<literal>[&{§])"
    r"|\{(?P<braces>[^{}]*)\}"
    r"|&(?P<style>#[0-9a-fA-F]{6}|[0-9a-fk-orz])"
)
_LOOKS_LIKE_STYLE = re.compile(r"&(?=#[0-9a-fA-F]{6}|[0-9a-fk-orz])")
_OF_A_THING = re.compile(r"(?:block|item|entity|biome|fluid|effect)\.[a-z0-9_]+\.([a-z0-9_.]+)")
_LABEL = re.compile(r"(?:^|\s)text:(\S*)")


class TextReader:
    """Reads texts against one table of translations.

    Args:
        translations: The client's language table, fallback already merged in.
        phrases: Our own words.
        missing_shows: Show the key of a missing translation, as the game does; otherwise nothing,
            to learn whether a text says something of its own.
    """

    def __init__(
        self, translations: Mapping[str, str], phrases: Translations, *, missing_shows: bool = True
    ) -> None:
        self._translations = translations
        self._phrases = phrases
        self._missing_shows = missing_shows

    def read(self, raw: str) -> str:
        """The text that is shown; may hold line feeds."""
        return joined(self._read(raw[:MAX_TEXT], 0))

    def translate(self, key: str) -> str | None:
        """The text of a key; None when nobody has it."""
        return self._translations.get(key)

    def missing(self, key: str) -> str:
        """What stands for a key that nobody has: of a thing of the game its id in words."""
        if not self._missing_shows:
            return ""
        thing = _OF_A_THING.fullmatch(key)
        return id_words(thing[1]) if thing else key

    def key_on_keyboard(self, name: str) -> str:
        """How a key of the game's controls is spoken of."""
        return self._phrases.text("book.key", name=name)

    def _read(self, raw: str, depth: int) -> str:
        if "\\u" in raw:
            raw = _UNICODE.sub(lambda m: chr(int(m[1], 16)), raw)
        trimmed = raw.strip()
        if trimmed[:1] in ("{", "[") and trimmed[-1:] in ("}", "]"):
            shown = read_component(trimmed, self)
            if shown is not None:
                return _LOOKS_LIKE_STYLE.sub(r"\\&", shown)
        if _SPECIAL.search(raw) is None:
            return raw
        return _TOKEN.sub(lambda match: self._token(match, depth), raw)

    def _token(self, match: re.Match[str], depth: int) -> str:
        kind = match.lastgroup
        if kind == "newline":
            return "\n"
        if kind == "style":
            return "§" + match["style"]
        if kind == "literal":
            sign = match["literal"]
            return sign if sign == "{" else "\\" + sign
        return self._braces(match["braces"], depth)

    def _braces(self, inside: str, depth: int) -> str:
        if inside.startswith(("image:", "@")):
            return ""
        if inside.startswith("open_url:"):
            label = _LABEL.search(inside)
            return label[1].replace("%20", " ") if label else inside.split()[0][len("open_url:") :]
        text = self.translate(inside)
        if text is None:
            return self.missing(inside)
        return self._read(text, depth + 1) if depth < MAX_NESTING else text
