"""The file `resources/demo/world.json` as values: what stands in it, and nothing else."""

from __future__ import annotations

from functools import cache

import msgspec

from companion.language.translations import FALLBACK_LOCALE
from companion.support.paths import shipped

Text = dict[str, str]
"""Locale to text."""


class Drawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that a reward's table may give."""

    kind: str
    item: str = ""
    count: int = 1
    chance: float = 1.0
    title: Text = {}


class Thing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A task or a reward of the demo world; `item` names a key of `DemoWorld.items`."""

    id: str
    kind: str
    item: str = ""
    count: int = 1
    title: Text = {}
    consumes: bool = False
    screen_only: bool = False
    button: bool = False
    team: bool = False
    up_to: int = 0
    draws: tuple[Drawn, ...] = ()
    nothing: float = 0.0


class DemoQuest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A quest of the demo world."""

    id: str
    title: Text
    subtitle: Text
    description: dict[str, tuple[str, ...]]
    icon: str
    tasks: tuple[Thing, ...]
    rewards: tuple[Thing, ...]
    dependencies: tuple[str, ...] = ()
    hide_until_deps_complete: bool = False
    can_repeat: bool = False
    cooldown_s: int = 0
    in_order: bool = False


class DemoChapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chapter of the demo world."""

    id: str
    title: Text
    quests: tuple[DemoQuest, ...]


class DemoRecipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A way to make an item; `rows` of names of items, "" for an empty place."""

    item: str
    rows: tuple[tuple[str, ...], ...]
    kind: str = "crafting_shaped"
    count: int = 1


class DemoProgress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the demo player has done."""

    player: str
    completed: tuple[str, ...]
    started: tuple[str, ...]
    task_progress: dict[str, int]
    claimed: tuple[str, ...]
    points: int = 0


class DemoWorld(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    name: str
    title: Text
    items: dict[str, Text]
    chapters: tuple[DemoChapter, ...]
    progress: DemoProgress
    inventory: dict[str, int]
    recipes: tuple[DemoRecipe, ...] = ()


def in_locale(text: Text, locale: str) -> str:
    """A text in a locale; English where it is missing."""
    return text.get(locale, text.get(FALLBACK_LOCALE, ""))


@cache
def load_world() -> DemoWorld:
    """Read the shipped world.

    Raises:
        msgspec.DecodeError: The file is damaged.
    """
    return msgspec.json.decode(
        (shipped("resources") / "demo" / "world.json").read_bytes(), type=DemoWorld
    )
