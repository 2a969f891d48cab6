"""Binary NBT: what the game saves, and what nobody should."""

from __future__ import annotations

import struct

import pytest

from companion.games.snbt.binary import MAX_DEPTH, read_nbt
from companion.games.snbt.errors import SnbtError
from tests.helpers.quest_folders import nbt


def test_compounds_texts_numbers_lists_and_arrays_are_read() -> None:
    value = {"a": {"b": "text"}, "n": -5, "list": [{"x": 1}, {"x": 2}], "ids": (1, -2)}
    assert read_nbt(nbt(value)) == {**value, "ids": [1, -2]}


def test_an_empty_list_of_kind_end_is_a_list() -> None:
    assert read_nbt(b"\x0a\0\0\x09\0\x01a\0\0\0\0\0\0") == {"a": []}


def test_every_number_kind_is_read() -> None:
    body = b"".join(
        bytes([kind]) + b"\0\x01" + name + struct.pack(form, number)
        for kind, name, form, number in (
            (1, b"b", ">b", -1),
            (2, b"s", ">h", 300),
            (3, b"i", ">i", 70_000),
            (5, b"f", ">f", 0.5),
            (6, b"d", ">d", 0.25),
        )
    )
    read = read_nbt(b"\x0a\0\0" + body + b"\0")
    assert read == {"b": -1, "s": 300, "i": 70_000, "f": 0.5, "d": 0.25}


def test_javas_own_utf8_is_read() -> None:
    data = b"\x0a\0\0\x08\0\x01a\0\x08\xc0\x80\xed\xa0\xbd\xed\xb8\x80\0"
    assert read_nbt(data) == {"a": "\0\U0001f600"}


DAMAGED = {
    "cut off": nbt({"a": {"b": "text"}})[:-6],
    "empty": b"",
    "another root": b"\x08\0\0\0\x01a",
    "unknown kind": b"\x0a\0\0\x20\0\x01a\0",
    "a list longer than the file": b"\x0a\0\0\x09\0\x01a\x01\x7f\xff\xff\xff\0",
    "an array longer than the file": b"\x0a\0\0\x0c\0\x01a\x7f\xff\xff\xff\0",
    "too deep": b"\x0a\0\0" + b"\x0a\0\x01a" * (MAX_DEPTH + 2) + b"\0" * (MAX_DEPTH + 3),
    "lists too deep": b"\x0a\0\0\x09\0\x01a" + b"\x09\0\0\0\x01" * (MAX_DEPTH + 2),
}


@pytest.mark.parametrize("data", DAMAGED.values(), ids=DAMAGED.keys())
def test_damaged_data_is_refused(data: bytes) -> None:
    with pytest.raises(SnbtError):
        read_nbt(data)


def test_a_text_that_is_in_no_utf8_is_a_mistake_that_says_so() -> None:
    with pytest.raises(SnbtError, match="UTF-8"):
        read_nbt(b"\x0a\0\0\x08\0\x01a\0\x01\x80\0")
