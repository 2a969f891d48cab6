"""What a text counts: `4 ingots`, `four copper ingots`, `3个铜锭`.

Without names only digits before a word or two are taken for an amount; of things whose names are
known, number words count as well, and the name decides where the thing ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.engine.knowledge.terms import form_of, words
from companion.engine.quest_views.wording import counted
from companion.language.numbers import chinese_number
from companion.language.tokens import language_of

_AMOUNT = re.compile(
    r"(?<![a-zA-Z0-9.])(\d{1,9}(?:\.\d{1,4})?)\s?[x×]?\s?"
    r"(?:([a-z]{3,24}(?: [a-z]{3,24})?)|[个块片颗点秒格桶]?([\u4e00-\u9fff]{2,4}))",
    re.IGNORECASE,
)
_NO_THING = frozenset({"and", "the", "for", "with", "from", "more", "times", "each", "per", "you"})
_WORDS = "one two three four five six seven eight nine ten eleven twelve"
_NUMBERS = {form_of(word): number for number, word in enumerate(words(_WORDS), 1)}
_HAN = frozenset("一二两三四五六七八九十百")
_BETWEEN = frozenset("x×个块片颗根把件组支瓶桶张枚") | {"of"}
"""What may stand between a number and a name."""
UNSAID = frozenset({"ingot", "锭"})
"""What players leave away: three copper are three copper ingots."""
_AFTER_SHORT = frozenset({"and", "with", "to", "for", "in", "per", "plus", "or", "和", "与", "加"})


@dataclass(frozen=True, slots=True)
class Amount:
    """How many of a thing a text speaks of.

    Attributes:
        counts: All that it says, as it says them.
        thing: As it calls it.
    """

    counts: frozenset[str]
    thing: str

    @property
    def words(self) -> str:
        """In the language of the thing: `4 copper ingots`, `3个铜锭`."""
        if len(self.counts) == 1 and (count := next(iter(self.counts))).isdecimal():
            return counted(int(count), self.thing, language_of(self.thing))
        return f"{'/'.join(sorted(self.counts))} {self.thing}"


def amounts_of(text: str) -> Mapping[str, Amount]:
    """What a text counts in digits: the thing's form to how many."""
    found: dict[str, Amount] = {}
    for match in _AMOUNT.finditer(text):
        thing = match[2] or match[3]
        parts = thing.casefold().split()
        if parts[0] not in _NO_THING:
            _note(found, " ".join(map(form_of, parts)), match[1], thing)
    return found


def amounts_of_known(text: str, names: Iterable[str]) -> Mapping[str, Amount]:
    """What a text counts of things with known names: name to how many."""
    parts = [form_of(word) for word in words(text)]
    found: dict[str, Amount] = {}
    for name in names:
        form = forms_of(name)
        for start in range(len(parts)):
            if _stands_at(form, parts, start) and (count := _count_before(parts, start)):
                _note(found, name, str(count), name)
    return found


def forms_of(name: str) -> tuple[str, ...]:
    """The words of a name as they are compared."""
    return tuple(form_of(word) for word in words(name) if word.isalnum())


def mentions(text: str, name: str) -> bool:
    """Whether a text speaks of a thing by its name."""
    parts, form = [form_of(word) for word in words(text)], forms_of(name)
    bare = form[:-1] if form and form[-1] in UNSAID else form
    return bool(bare) and any(tuple(parts[at : at + len(bare)]) == bare for at in range(len(parts)))


def _stands_at(name: tuple[str, ...], parts: Sequence[str], start: int) -> bool:
    if tuple(parts[start : start + len(name)]) == name:
        return bool(name)
    short = name[:-1]
    if not short or name[-1] not in UNSAID or tuple(parts[start : start + len(short)]) != short:
        return False
    after = parts[start + len(short)] if start + len(short) < len(parts) else "."
    return not after.isalnum() or after in _AFTER_SHORT


def _count_before(parts: Sequence[str], start: int) -> int | None:
    """The number that stands before a place; a measure word may be between."""
    end = start - 1 if start and parts[start - 1] in _BETWEEN else start
    if end == 0:
        return None
    word = parts[end - 1]
    if word in _NUMBERS or word.removesuffix("x").isdecimal():
        return _NUMBERS.get(word) or int(word.removesuffix("x")[:9])
    begin = end
    while begin and parts[begin - 1] in _HAN:
        begin -= 1
    return chinese_number("".join(parts[begin:end])) if begin < end else None


def _note(found: dict[str, Amount], key: str, count: str, thing: str) -> None:
    before = found.get(key)
    known = before.counts if before else frozenset[str]()
    found[key] = Amount(known | {count}, before.thing if before else thing)
