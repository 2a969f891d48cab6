"""A quest book of the size of the largest known pack, made up: for benches without a real one."""

from __future__ import annotations

import json
from pathlib import Path

CHAPTERS = 69
QUESTS_A_CHAPTER = 72

_WORDS = (
    "stone",
    "copper",
    "iron",
    "gold",
    "silver",
    "crystal",
    "lantern",
    "garden",
    "river",
    "forest",
    "mountain",
    "castle",
    "engine",
    "wheel",
    "hammer",
    "bridge",
    "shadow",
    "winter",
    "summer",
    "dragon",
    "feather",
    "candle",
    "mirror",
    "thunder",
    "marble",
)


def write_book(folder: Path) -> Path:
    """Write the book in layout D and return its folder."""
    root = folder / "config" / "ftbquests" / "quests"
    for place in ("chapters", "lang/en_us/chapters"):
        (root / place).mkdir(parents=True)
    _write(root / "data.json5", {"version": 13, "progression_mode": "linear"})
    for chapter in range(1, CHAPTERS + 1):
        _write_chapter(root, chapter)
    return folder


def _write_chapter(root: Path, chapter: int) -> None:
    first = chapter << 32
    quests = []
    texts: dict[str, object] = {f"chapter.{first:016X}.title": _title(chapter)}
    for place in range(1, QUESTS_A_CHAPTER + 1):
        number = first + (place << 8)
        quests.append(_quest(number, number - 256 if place > 1 else 0))
        texts[f"quest.{number:016X}.title"] = _title(number)
        texts[f"quest.{number:016X}.quest_desc"] = [
            f"&aMake&r {_title(number * 7)}.",
            "",
            "x" * 120,
        ]
    name = f"chapter_{chapter:02}.json5"
    content = {"id": f"{first:016X}", "order_index": chapter, "group": "", "quests": quests}
    _write(root / "chapters" / name, content)
    _write(root / "lang/en_us/chapters" / name, texts)


def _quest(number: int, before: int) -> dict[str, object]:
    item = {"id": f"minecraft:{_title(number).lower().replace(' ', '_')}", "count": 1}
    return {
        "id": f"{number:016X}",
        "x": number % 17 * 1.5,
        "y": number % 11 * 0.5,
        "dependencies": [f"{before:016X}"] if before else [],
        "tasks": [{"id": f"{number + 1:016X}", "type": "item", "item": item, "count": 8}],
        "rewards": [
            {"id": f"{number + 2:016X}", "type": "xp", "xp": 100},
            {"id": f"{number + 3:016X}", "type": "item", "item": item},
        ],
    }


def _title(number: int) -> str:
    picks = (number * 2654435761 >> shift for shift in (3, 11, 19))
    return " ".join(_WORDS[pick % len(_WORDS)].title() for pick in picks)


def _write(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, indent=2), "utf-8")
