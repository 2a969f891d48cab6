"""Items that visible quests ask for or give, found by name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from companion.engine.quest_views.scene import STANDINGS_KEPT, Scene, Standing
from companion.engine.quest_views.wording import title_of
from companion.games.quest_book import Goods, Quest
from companion.games.quest_rules import details_shown
from companion.language.pinyin import is_chinese, toneless
from companion.language.similarity import letters, likeness
from companion.language.tokens import language_of

LEAST_LIKENESS = 0.62
SURE = 0.8
PART = 0.6
"""What a part of a name counts at least; never as much as SURE, since many names share parts."""
MOST_FOUND = 4
COMPARED = 32

_AROUND = re.compile(
    r"^\s*(?:(?:the|a|an|some|more|my|quest|item|items|called)\s+)+|\s+(?:quest|item)\s*$"
    r"|^\s*(?:任务|一个|一些|物品)|(?:这个任务|任务)\s*$|[\s.?!,。？！，、“”\"']+$|^[\s“”\"']+",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class FoundGoods:
    """An item that may have been meant.

    Attributes:
        asking, giving: Ids of visible quests, in book order.
        score: 1 for the exact name.
    """

    goods: Goods
    asking: tuple[int, ...]
    giving: tuple[int, ...]
    score: float


@dataclass(slots=True)
class GoodsEntry:
    """An item in the forms it is found by, and the quests around it.

    Attributes:
        pairs: Neighbouring letters of its name.
    """

    goods: Goods
    pairs: frozenset[str]
    asking: list[int] = field(default_factory=list)
    giving: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, goods: Goods) -> GoodsEntry:
        """An item around which there is no quest yet."""
        return cls(goods, _pairs(title_of(goods.name)))


def bare_name(text: str) -> str:
    """A name without the article, the word "quest" and the signs around it."""
    while (stripped := _AROUND.sub("", text)) != text and stripped:
        text = stripped
    return text


def find_goods(scene: Scene, text: str) -> tuple[FoundGoods, ...]:
    """Items of visible quests by display name or registry id, best first; an exact one alone."""
    return goods_among(visible_goods(scene.standing), text)


def goods_among(entries: Mapping[str, GoodsEntry], text: str) -> tuple[FoundGoods, ...]:
    """Items by display name or registry id, best first; an exact one alone.

    Args:
        entries: Registry id to what is known of it.
        text: As it was said or typed.
    """
    if text in entries:
        return (_found(entries[text], 1.0),)
    name = bare_name(text)
    scored = [(_score(name, entry.goods), entry) for entry in _alike(name, entries)]
    exact = [_found(entry, score) for score, entry in scored if score >= 1.0]
    if exact:
        return tuple(exact[:MOST_FOUND])
    near = [(score, entry) for score, entry in scored if score >= LEAST_LIKENESS]
    near.sort(key=lambda pair: -pair[0])
    return tuple(_found(entry, score) for score, entry in near[:MOST_FOUND])


def _alike(name: str, entries: Mapping[str, GoodsEntry]) -> list[GoodsEntry]:
    """The entries that share the most pairs of letters with a name: only these are compared."""
    wanted = _pairs(name)
    shared = [(len(wanted & e.pairs) / (len(wanted) + len(e.pairs)), e) for e in entries.values()]
    shared.sort(key=lambda pair: -pair[0])
    return [entry for share, entry in shared[:COMPARED] if share > 0]


def _pairs(name: str) -> frozenset[str]:
    """Pairs of letters; of Chinese, of its sound."""
    key = f"^{letters(toneless(name) if is_chinese(name) else name)}$"
    return frozenset(key[at : at + 2] for at in range(len(key) - 1))


def _score(name: str, goods: Goods) -> float:
    """Likeness; a plural is the same name."""
    label = title_of(goods.name)
    heard, written = letters(name), letters(label)
    if heard == written or heard in (written + "s", written + "es"):
        return 1.0
    score = likeness(name, label, language_of(label))
    if len(heard) > 1 and heard in written:
        score = max(score, PART + (SURE - PART) * len(heard) / len(written))
    return min(0.99, score)


def _found(entry: GoodsEntry, score: float) -> FoundGoods:
    return FoundGoods(entry.goods, tuple(entry.asking), tuple(entry.giving), score)


@lru_cache(maxsize=STANDINGS_KEPT)
def visible_goods(standing: Standing) -> dict[str, GoodsEntry]:
    """Registry id to the quests around it; only of quests whose details may be told."""
    entries: dict[str, GoodsEntry] = {}
    for number in standing.states:
        if details_shown(standing.book, standing.progress, number):
            _add(entries, standing.book.quests[number])
    return entries


def _add(entries: dict[str, GoodsEntry], quest: Quest) -> None:
    for task in quest.tasks:
        if task.kind == "item":
            _note(entries, task.goods, quest.id, asks=True)
    for reward in quest.rewards:
        if reward.kind == "item" and not reward.silent:
            _note(entries, reward.goods, quest.id, asks=False)


def _note(entries: dict[str, GoodsEntry], goods: Goods, quest: int, *, asks: bool) -> None:
    if not goods.item or not goods.name:
        return
    entry = entries.get(goods.item)
    if entry is None:
        entry = entries[goods.item] = GoodsEntry.of(goods)
    numbers = entry.asking if asks else entry.giving
    if quest not in numbers:
        numbers.append(quest)
