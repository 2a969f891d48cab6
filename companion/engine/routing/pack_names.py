"""Names of the pack: titles of quests and names of items, recognised also where misheard.

Routing asks whether "how do I get NAME" is about this game at all. That a name is known says
nothing about who may see its quest: answering is for the features.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator

from companion.games.quest_book import QuestBook, quest_id_text
from companion.language.legacy_codes import plain
from companion.language.pinyin import is_chinese, toneless
from companion.language.similarity import letters, likeness
from companion.language.tokens import forms, language_of

ALIKE = 0.78
"""How like a name what was heard must be; titles share letters with any words below that."""
COMPARED = 16
"""Names that are compared letter by letter; those that share the most pairs of letters."""
LONGEST = 80
"""Signs of a name; likeness takes time squared."""
BOOKS_KEPT = 4
LEAST_PART = 3
"""Letters of a part of a name; two Chinese characters."""

LEFT_AWAY = ("", " ingot", "锭")
"""What players leave away behind the name of an item: who makes bronze makes bronze ingots."""

_ARTICLES = frozenset({"a", "an", "the", "some", "more", "my", "any"})


class PackNames:
    """The names of the books that were read. Any thread.

    What was read last counts; a reload swaps the names of a language at once.
    """

    def __init__(self) -> None:
        """Know no book."""
        self._indexes: OrderedDict[str, NameIndex] = OrderedDict()
        self._items: frozenset[str] = frozenset()

    def learn(self, book: QuestBook) -> None:
        """Take a book's names; 0.1 s for 5,000 quests, so not on a loop."""
        indexes = self._indexes.copy()
        indexes[book.locale] = NameIndex(names_of(book), map(quest_id_text, book.quests))
        indexes.move_to_end(book.locale)
        while len(indexes) > BOOKS_KEPT:
            indexes.popitem(last=False)
        self._indexes = indexes

    def learn_items(self, names: Iterable[str]) -> None:
        """Take names of items that no book has; they count only where they are said in full."""
        self._items |= {_whole(_bare(name)) for name in names}

    def knows(self, text: str) -> bool | None:
        """Whether a text is a name of the pack, or part of one; None while no name is known."""
        indexes = [index for index in self._indexes.values() if index]
        if self._items and any(_whole(f"{_bare(text)}{left}") in self._items for left in LEFT_AWAY):
            return True
        return any(index.knows(text) for index in indexes) if indexes else None


class NameIndex:
    """Names in the forms that are compared. Immutable once built; any thread."""

    def __init__(self, names: Iterable[str], ids: Iterable[str] = ()) -> None:
        """File the names, and ids that count as names only where they are written in full."""
        self._ids = frozenset(one.casefold() for one in ids)
        self._names = list(dict.fromkeys(filter(None, (_bare(name) for name in names))))
        self._words = [f" {' '.join(forms(name))} " for name in self._names]
        self._exact = frozenset(self._words)
        self._by_pair: dict[str, list[int]] = {}
        for number, name in enumerate(self._names):
            for pair in _pairs(name):
                self._by_pair.setdefault(pair, []).append(number)

    def __len__(self) -> int:
        """How many names there are."""
        return len(self._names)

    def knows(self, text: str) -> bool:
        """Whether a text is a name, whole words of one, or sounds like one."""
        name = _bare(text)
        words = f" {' '.join(forms(name))} "
        if not name or name in self._ids or words in self._exact:
            return bool(name)
        shared = Counter(n for pair in _pairs(name) for n in self._by_pair.get(pair, ()))
        near = sorted(shared, key=lambda n: (-shared[n], len(self._names[n])))[:COMPARED]
        is_long = len(letters(name)) >= (2 if is_chinese(name) else LEAST_PART)
        if is_long and any(words in self._words[n] for n in near):
            return True
        language = language_of(name)
        return any(likeness(name, self._names[n], language) >= ALIKE for n in near)


def names_of(book: QuestBook) -> Iterator[str]:
    """Titles of a book's quests, and names of the items they ask for and give."""
    for quest in book.quests.values():
        yield quest.title
        yield from (task.goods.name for task in quest.tasks)
        yield from (reward.goods.name for reward in quest.rewards)


def _whole(name: str) -> str:
    return " ".join(forms(name))


def _bare(text: str) -> str:
    """A name without colours, articles before it and the signs around it."""
    words = plain(text[:LONGEST]).casefold().split()
    while len(words) > 1 and words[0] in _ARTICLES:
        words = words[1:]
    return " ".join(words).strip(" .?!,。？！，、“”\"'")


def _pairs(name: str) -> frozenset[str]:
    """Pairs of neighbouring letters, by sound in Chinese."""
    key = letters(toneless(name) if is_chinese(name) else name)
    return frozenset(key[at : at + 2] for at in range(len(key) - 1)) or frozenset({key})
