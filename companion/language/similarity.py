"""How much what was heard is like what is written: by letters in English, by sound in Chinese."""

from __future__ import annotations

import re
import unicodedata
from difflib import SequenceMatcher
from functools import lru_cache

from companion.language.pinyin import is_chinese, toneless

ACCENT = 0.97
"""What syllables count that are equal only with an accent: `si` for `shi`, `lin` for `ling`."""

_NOT_LETTERS = re.compile(r"[\W_]+")
_ACCENTS = ((re.compile(r"([zcs])h"), r"\1"), (re.compile(r"([aei])ng(?![aeiouv])"), r"\1n"))


def likeness(heard: str, label: str, language: str) -> float:
    """Compare two short texts.

    Args:
        heard: What the recogniser made of a sound.
        label: What may have been meant.
        language: `zh` compares toneless pinyin; anything else compares letters and digits.

    Returns:
        0 for nothing in common, 1 for equal. Two empty texts have nothing in common.
    """
    if language == "zh" or is_chinese(heard + label):
        left, right = toneless(heard), toneless(label)
        plain = _ratio(left.replace(" ", ""), right.replace(" ", ""))
        return max(plain, ACCENT * _ratio(_without_accent(left), _without_accent(right)))
    return _ratio(letters(heard), letters(label))


@lru_cache(maxsize=16_384)
def letters(text: str) -> str:
    """Only letters and digits, in one case and without diacritics."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(c for c in decomposed if not unicodedata.combining(c))
    return _NOT_LETTERS.sub("", unicodedata.normalize("NFC", bare))


def _without_accent(syllables: str) -> str:
    for pattern, replacement in _ACCENTS:
        syllables = pattern.sub(replacement, syllables)
    return syllables.replace(" ", "")


def _ratio(left: str, right: str) -> float:
    if not left or not right:
        return 0.0
    if left == right:
        return 1.0
    return SequenceMatcher(None, left, right, autojunk=False).ratio()
