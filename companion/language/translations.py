"""The language resources: keys to texts, one table a locale.

Files lie in `resources/translations/<locale>/<area>.json`, flat objects of key to text; a text may
hold `{name}` places. A key that a locale lacks is taken from `en_us`; one that nobody has shows
itself, so that a missing text is seen and nothing breaks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from companion.language.phrase import Phrase

FALLBACK_LOCALE = "en_us"

_PLACE = re.compile(r"\{([a-z_]+)\}")
_KEY_MARK = re.compile(r"%((?:engine\.number|engine\.older|hotkey)\.[a-z0-9_.]+)%")
"""Texts that stand in for values. No others do: a value may be a title that somebody wrote."""


@dataclass(frozen=True, slots=True)
class Translations:
    """Texts in one locale, with the fallback behind them.

    Attributes:
        locale: Such as `en_us`.
        texts: Key to text, fallback already merged in.
    """

    locale: str
    texts: Mapping[str, str]

    @property
    def language(self) -> str:
        """`zh` or `en`: what ears and voices go by."""
        return "zh" if self.locale.startswith("zh") else "en"

    def has(self, key: str) -> bool:
        """Whether a key is known."""
        return key in self.texts

    def text(self, key: str, **args: str) -> str:
        """The text of a key with its places filled; the key itself when nobody has it."""
        return self._filled(self.texts.get(key, key), args)

    def render(self, words: Phrase) -> str:
        """The text of a phrase."""
        return self.text(words.key, **words.args) if words.key else words.text

    def marked(self, text: str) -> str:
        """Replace every `%key%` of a text that stands in for values; all else stays as it is."""
        return _KEY_MARK.sub(lambda m: self.texts.get(m[1], m[0]), text)

    def _filled(self, text: str, args: Mapping[str, str]) -> str:
        return _PLACE.sub(lambda m: self.marked(args[m[1]]) if m[1] in args else m[0], text)


def merged(locale: str, tables: Mapping[str, Mapping[str, str]]) -> Translations:
    """Join the tables of all locales into the one that a player reads.

    Args:
        locale: The player's language.
        tables: Locale to key to text.
    """
    texts = dict(tables.get(FALLBACK_LOCALE, {}))
    texts.update(tables.get(locale, {}))
    return Translations(locale, texts)
