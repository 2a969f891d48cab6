"""Halves of characters do not keep a text from being written."""

from __future__ import annotations

import msgspec

from companion.language.phrase import phrase
from companion.support.json_bytes import json_bytes


def test_a_value_is_written_as_it_is() -> None:
    assert json_bytes(phrase("a", name="石器")) == '{"key":"a","args":{"name":"石器"}}'.encode()


def test_a_half_of_a_character_becomes_a_question_mark() -> None:
    written = json_bytes(phrase("a", name="x\udcd5y"))
    assert msgspec.json.decode(written)["args"] == {"name": "x?y"}
