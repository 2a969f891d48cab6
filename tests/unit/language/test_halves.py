"""Characters beyond 16 bits that came as two escaped halves."""

from __future__ import annotations

import pytest

from companion.language.halves import joined


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Stone Age", "Stone Age"),
        ("\ud83d\ude00 hi", "😀 hi"),
        ("😀 \ud83d\ude00", "😀 😀"),
        ("lone \ud83d", "lone \ufffd"),
        ("\ude00\ud83d", "\ufffd\ufffd"),
        ("", ""),
    ],
    ids=ascii,
)
def test_halves_become_characters(text: str, expected: str) -> None:
    assert joined(text) == expected
