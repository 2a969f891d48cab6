"""Cutting what was heard or typed into tokens, each with its place in the text.

English words are casefolded. A Chinese character is one token whose form is its pinyin without tone
and accent, so that what a recogniser misheard as another character of that sound is the same token.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from companion.language.pinyin import is_chinese, toneless

SYLLABLE = "~"
"""In front of a syllable's form, so that `啊` is not the English "a"."""

FIRST_CHINESE = "\u3400"

_PART = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]+|[^\W_\u3400-\u9fff\uf900-\ufaff]+(?:['’]\w+)*")
_CONTRACTION = re.compile(r"['’](?:s|re|m|ll|d|ve)?$")
_ACCENTS = ((re.compile(r"^([zcs])h"), r"\1"), (re.compile(r"([aei])ng$"), r"\1n"))


class Token(NamedTuple):
    """One word or one Chinese character; a tuple, since a request makes dozens of them.

    Attributes:
        form: What is compared: a casefolded word, or `~` and a syllable.
        start, end: Where it stands in the text, so that names keep their spelling.
    """

    form: str
    start: int
    end: int


def tokens(text: str) -> tuple[Token, ...]:
    """Cut a text in either language, or in both mixed."""
    found: list[Token] = []
    for part in _PART.finditer(text):
        word, start = part[0], part.start()
        if word[0] < FIRST_CHINESE or not is_chinese(word):
            found.append(Token(_word(word), start, start + len(word)))
        else:
            found += [Token(_syllable(c), at, at + 1) for at, c in enumerate(word, start)]
    return tuple(found)


def forms(text: str) -> tuple[str, ...]:
    """Only the compared forms of a text's tokens."""
    return tuple(token.form for token in tokens(text))


def language_of(text: str) -> str:
    """`zh` when the text holds a Chinese character, else `en`: players mix both."""
    return "zh" if is_chinese(text) else "en"


def _word(word: str) -> str:
    folded = word.casefold()
    if folded.isalnum():
        return folded
    return _CONTRACTION.sub("", folded.replace("’", "'"))


@cache
def _syllable(character: str) -> str:
    """The form of a character by its commonest reading; what is cached is bounded by the script."""
    return SYLLABLE + _without_accent(toneless(character))


def _without_accent(syllable: str) -> str:
    for pattern, replacement in _ACCENTS:
        syllable = pattern.sub(replacement, syllable)
    return syllable
