"""What may stand in a slot of an example sentence: a place in a list, or a name.

A name may be anything short, so what these refuse is what is surely none: clauses, pronouns, "all".
"What is {name}" asks about anything under the sun; only with a name of the pack is it surely about
the game, so that is judged where a sentence is chosen (`IsKnown`).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from companion.language.numbers import ordinal
from companion.language.readings import Slots

MAX_NAME = 60
"""Characters of a name; a longer stretch is no name."""
MAX_NAME_WORDS = 7

_NO_FIRST = frozenset(
    {"to", "from", "with", "for", "about", "of", "this", "that", "these", "those"}
    | {"all", "every", "everyone", "everything", "list"}
    | {"do", "does", "did", "is", "are", "was", "were", "has", "have", "should", "would", "could"}
    | {"rid", "better", "more", "out", "over", "away", "back", "along", "started", "money"}
)
_NO_LAST = frozenset({"it", "this", "that", "them", "one", "there", "up", "for", "with"})
_NOWHERE = frozenset(
    {"i", "you", "me", "my", "your", "we", "us", "he", "she", "his", "her"}
    | {"what", "how", "should", "do", "quest", "quests"}
)
_NO_CHINESE_NAME = re.compile(
    r"[你我他她它吗谁几]|^[这那]|所有|全部|什么|怎么|这个|那个|今天|明天|哪|任务"
)
_MAYBE_PLACE = re.compile(
    r"\d|first|second|third|last|th\b|one|two|three|four|five|six|seven|eight|nine|ten"
    r"|[一二三四五六七八九十两最]"
)


def is_place(text: str) -> bool:
    """Whether a stretch names a place in a list and nothing else."""
    return _MAYBE_PLACE.search(text) is not None and ordinal(text) is not None


def is_name(text: str) -> bool:
    """Whether a stretch may be a name."""
    words = text.casefold().split()
    if not words or len(text) > MAX_NAME or len(words) > MAX_NAME_WORDS:
        return False
    if words[0] in _NO_FIRST or words[-1] in _NO_LAST or _NO_CHINESE_NAME.search(text):
        return False
    return _NOWHERE.isdisjoint(words) and not is_place(text)


OPEN = ("name", "item")
"""Slots that any name may fill."""

IsKnown = Callable[[str], bool | None]
"""Whether a text, as it was written, is the name of a quest or an item of the pack; None while its
names are not at hand."""

SLOTS: Slots = {"name": is_name, "item": is_name, "place": is_place, "topic": is_name}
"""What may stand in each slot."""
