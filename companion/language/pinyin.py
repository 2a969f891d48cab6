"""Chinese as it sounds: pinyin without tones, so that homophones of a misheard word are equal.

`下一页` and `下一夜` both give `xia yi ye`. pypinyin takes 0.2 s to import: it is loaded with the
first Chinese character, and `warm_up` moves that to a quiet moment.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache

_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]+")
_WORD = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]+|[^\W_]+")


@lru_cache(maxsize=16_384)
def toneless(text: str) -> str:
    """Spell a text by sound: syllables and other words in lower case, one space between them.

    Punctuation is dropped; letters and digits of other scripts stay as they are.
    """
    words: list[str] = []
    for part in _WORD.findall(text):
        words.extend(_reader()(part) if _HAN.match(part) else (part.casefold(),))
    return " ".join(words)


def is_chinese(text: str) -> bool:
    """Whether a text holds at least one Chinese character."""
    return _HAN.search(text) is not None


def warm_up() -> None:
    """Load the dictionary now; blocks for about 0.3 s the first time."""
    _reader()("一")


@cache
def _reader() -> Callable[[str], list[str]]:
    from pypinyin import Style, lazy_pinyin  # here, since it is slow to import

    return lambda text: lazy_pinyin(text, style=Style.NORMAL)
