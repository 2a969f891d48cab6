"""Passages and questions for `bench knowledge`, made mechanically: a title asks for its own text.

Texts are those of the quests of real packs beside the checkout, else of a generated book. Up to the
wanted number they are joined by passages of the same words in random order and of the same lengths.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.commands.bench.knowledge_absent import Absent, absent
from companion.engine.knowledge.cutting import MOST_CHARACTERS, tidied
from companion.engine.knowledge.question import asked_about
from companion.engine.knowledge.terms import form_of
from companion.games.quest_book import QuestBook
from companion.games.registry import open_link
from companion.language.legacy_codes import plain
from companion.language.pinyin import is_chinese
from companion.support.errors import LinkError

LEAST_CHARACTERS = 40
"""Of a text that a title is held against."""
STRETCH = 4
"""Chinese characters that stay together in a made-up passage."""


_RUN = re.compile(r"[a-z0-9]+|[\u3400-\u9fff\uf900-\ufaff]+")


@dataclass(frozen=True, slots=True)
class Trial:
    """Passages of one language, and questions with the place of their answer.

    Attributes:
        real: How many passages are a pack's own; the rest is made up.
        absent: Questions that nothing answers.
    """

    language: str
    passages: tuple[str, ...]
    questions: tuple[tuple[str, int], ...]
    real: int
    absent: Absent


def trial(folders: Sequence[Path], locale: str, size: int, most: int) -> Trial:
    """Make one.

    Args:
        folders: Of packs.
        locale: Whose texts.
        size: Passages wanted.
        most: Questions wanted at most.
    """
    language = "zh" if locale.startswith("zh") else "en"
    told: dict[str, str] = {}
    for folder in folders:
        try:
            book = open_link(folder).book(locale)
        except LinkError:
            continue
        for title, text in _texts(book):
            if is_chinese(text) == (language == "zh"):
                told.setdefault(text, title)
    chance = random.Random(7)
    asked = _questions(tuple(told.items()))
    chance.shuffle(asked)
    passages = (*told, *_made_up(tuple(told), size - len(told), language, chance))
    nowhere = absent(told, most, chance)
    return Trial(language, passages, tuple(asked[:most]), len(told), nowhere)


def _texts(book: QuestBook) -> list[tuple[str, str]]:
    found = []
    for quest in book.quests.values():
        text = tidied(" ".join(map(plain, (quest.subtitle, *quest.description))))
        if len(text) >= LEAST_CHARACTERS:
            found.append((plain(quest.title).strip(), text[:MOST_CHARACTERS]))
    return found


def _questions(told: Sequence[tuple[str, str]]) -> list[tuple[str, int]]:
    """Titles that only one text has, and that share a word with it."""
    common = Counter(title.casefold() for _, title in told)
    return [
        (title, place)
        for place, (text, title) in enumerate(told)
        if common[title.casefold()] == 1 and not _forms(title).isdisjoint(_forms(text))
    ]


def _forms(text: str) -> set[str]:
    return {form_of(part) for part in asked_about(text) if part.isalnum() and len(text) > 1}


def _made_up(texts: Sequence[str], count: int, language: str, chance: random.Random) -> list[str]:
    cut = [_stretches(text) if language == "zh" else text.split() for text in texts]
    pool = [part for parts in cut for part in parts]
    between = "" if language == "zh" else " "
    lengths = [len(parts) for parts in cut]
    if not pool:
        return []
    return [
        between.join(chance.choices(pool, k=max(3, chance.choice(lengths))))
        for _ in range(max(0, count))
    ]


def _stretches(text: str) -> list[str]:
    return [text[start : start + STRETCH] for start in range(0, len(text), STRETCH)]


def cut(text: str) -> str:
    """A text for an engine that cuts at spaces only: Chinese characters two by two."""
    parts: list[str] = []
    for run in _RUN.findall(text.casefold()):
        two_by_two = [run[at : at + 2] for at in range(len(run) - 1)]
        parts += two_by_two if len(run) > 1 and not run.isascii() else [run]
    return " ".join(parts)
