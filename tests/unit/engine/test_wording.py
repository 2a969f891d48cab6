"""Wordings that grammar decides."""

from __future__ import annotations

import pytest

from companion.engine.quest_views.wording import counted, joined, several, title_of
from tests.helpers.engine_client import words


@pytest.mark.parametrize(
    ("count", "name", "language", "said"),
    [
        (1, "Furnace", "en", "1 furnace"),
        (2, "Furnace", "en", "2 furnaces"),
        (3, "Iron Ingot", "en", "3 iron ingots"),
        (2, "Torch", "en", "2 torches"),
        (2, "Battery", "en", "2 batteries"),
        (2, "Key", "en", "2 keys"),
        (2, "Oak Planks", "en", "2 oak planks"),
        (64, "Cobblestone", "en", "64 cobblestone"),
        (5, "Raw Copper", "en", "5 raw copper"),
        (2, "ME Drive", "en", "2 ME Drives"),
        (2, "§6Gear§r", "en", "2 gears"),
        (1, "Draconic Boots", "en", "draconic boots"),
        (1, "Glass", "en", "glass"),
        (1, "Compass", "en", "1 compass"),
        (1, "Cactus", "en", "1 cactus"),
        (1, "Plastic", "en", "plastic"),
        (1, "any Log", "en", "any Log"),
        (4, "any Log", "en", "4 any Log"),
        (9, "Steel Energized", "en", "9 steel energized"),
        (1, "EV Circuit Assembler", "en", "1 EV Circuit Assembler"),
        (2, "熔炉", "en", "2 熔炉"),
        (2, "熔炉", "zh", "2个熔炉"),
    ],
)
def test_an_amount_is_said_as_people_say_it(
    count: int, name: str, language: str, said: str
) -> None:
    assert counted(count, name, language) == said


@pytest.mark.parametrize(
    ("names", "language", "said"),
    [
        ([], "en", ""),
        (["A"], "en", "A"),
        (["A", "B"], "en", "A and B"),
        (["A", "B", "C"], "en", "A, B and C"),
        (["A", "B", "C"], "zh", "A、B和C"),
    ],
)
def test_names_are_joined(names: list[str], language: str, said: str) -> None:
    assert joined(names, language) == said


@pytest.mark.parametrize(
    ("count", "locale", "said"),
    [
        (1, "en_us", "One quest is open."),
        (3, "en_us", "Three quests are open."),
        (40, "en_us", "40 quests are open."),
        (2, "zh_cn", "现在有两个任务可以做。"),
        (40, "zh_cn", "现在有40个任务可以做。"),
    ],
)
def test_a_count_makes_a_natural_sentence(count: int, locale: str, said: str) -> None:
    assert words(several("engine.spoken.open", count), locale) == said


def test_a_title_loses_its_codes_and_what_nobody_listens_to() -> None:
    assert title_of("  §l&6The   Age§r ") == "The Age"
    assert len(title_of("word " * 100)) <= 80


def test_a_title_cannot_steer_the_sentence_around_it() -> None:
    assert title_of("\u202eRight\u202c \x1b[31mto\u2066 left 👨\u200d👩\u200d👧") == (
        "Right [31mto left 👨\u200d👩\u200d👧"
    )
