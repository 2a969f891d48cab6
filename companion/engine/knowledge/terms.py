"""Texts as streams of numbers: one for each word and each Chinese character.

Numbers are given in the order in which words are first seen. Marks that end a clause are in the
stream as `BREAK`, so that what stands on both sides of one is not adjacent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from companion.language.pinyin import is_chinese
from companion.language.stem import stem

BREAK = 0
_MARK, _END = ".", "\0"
_BATCH = 1_000
"""Texts whose words are looked up together."""
_PART = re.compile(
    r"[a-z0-9\u00df-\u024f\u0400-\u04ff]+|[\u3400-\u9fff\uf900-\ufaff]|[.,;:!?\n，。；：！？、\0]"
)
_MARKS = frozenset(".,;:!?\n，。；：！？、\0")
_DOUBLED = re.compile(r"([b-df-hj-kmnp-rtv-y])\1$")

Numbers = npt.NDArray[np.int32]


def words(text: str) -> list[str]:
    """The words and characters of a text, with the marks between them."""
    return _PART.findall(text.casefold())


class _Numbering(dict[str, int]):
    """Gives each new word the next number."""

    def __missing__(self, word: str) -> int:
        number = self[word] = len(self)
        return number


@dataclass(slots=True)
class Vocabulary:
    """Words and what stands for them: the number of the form that all their endings share.

    Attributes:
        forms: Form to number; `BREAK` is the first.
        characters: Numbers of Chinese characters.
    """

    forms: _Numbering = field(default_factory=lambda: _Numbering({_MARK: BREAK}))
    characters: set[int] = field(default_factory=set)

    def stream(self, texts: Sequence[str]) -> tuple[Numbers, Numbers]:
        """Number the words of texts; new words get numbers.

        Returns:
            All numbers in order, and the place of the text that each is from.
        """
        seen = _Numbering({_END: 0})
        found = [
            np.fromiter(map(seen.__getitem__, parts), np.int32, len(parts))
            for parts in map(words, _joined(texts))
        ]
        joined = np.concatenate(found) if found else np.zeros(0, np.int32)
        is_end = joined == 0
        owners = np.cumsum(is_end, dtype=np.int32)[~is_end]
        known = np.fromiter((self.forms[form_of(w)] for w in seen), np.int32, len(seen))
        self.characters.update(self.forms[w] for w in seen if is_chinese(w))
        return known[joined[~is_end]], owners

    def number(self, word: str) -> int | None:
        """The number of a word's form; None where no text has it."""
        return self.forms.get(form_of(word))


def _joined(texts: Sequence[str]) -> Iterator[str]:
    """Texts in batches, each with its end marked."""
    for start in range(0, len(texts), _BATCH):
        yield "".join(f"{text.replace(_END, ' ')}{_END}" for text in texts[start : start + _BATCH])


def form_of(word: str) -> str:
    """What stands for a word: without an ending, `smelting` and `smelted` as `smelt`."""
    if word in _MARKS:
        return _MARK
    if is_chinese(word[0]):
        return word
    return _form(word)


def _form(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-2]
    bare = stem(word)
    if len(bare) > 3 and bare.endswith("e"):
        bare = bare[:-1]
    if len(bare) > 3 and bare.endswith("y"):
        bare = bare[:-1] + "i"
    return _DOUBLED.sub(r"\1", bare) if len(bare) > 3 and bare != word else bare
