"""Latin names among Chinese characters."""

from __future__ import annotations

import pytest

from companion.language.joints import PLACE, set_in

CASES = {
    "a Latin name after a character": (f"击败 1 只{PLACE}", "Rotbeast", "击败 1 只 Rotbeast"),
    "a Chinese name": (f"击败 1 只{PLACE}", "僵尸", "击败 1 只僵尸"),
    "a Latin name before a character": (f"{PLACE}键", "F8", "F8 键"),
    "between signs": (f"“{PLACE}”", "Iron", "“Iron”"),
    "among English words": (f"Visit {PLACE}", "the Nether", "Visit the Nether"),
    "no name": (f"前往{PLACE}", "", "前往"),
    "no place for it": ("到达指定地点", "Nether", "到达指定地点"),
}


@pytest.mark.parametrize(("text", "name", "told"), CASES.values(), ids=CASES)
def test_a_latin_name_stands_apart_from_chinese_characters(text: str, name: str, told: str) -> None:
    assert set_in(text, name) == told
