"""Files are read by what they hold."""

from __future__ import annotations

import gzip
import zlib

import pytest

from companion.games.snbt import content
from companion.games.snbt.content import Syntax, read_content
from companion.games.snbt.errors import SnbtError
from tests.helpers.quest_folders import nbt

FORMS = {
    "SNBT": (b"{\n a: 1b\n b: 'x'\n}", Syntax.SNBT),
    "SNBT where JSON5 was expected": (b"{\n a: 1b\n b: 'x'\n}", Syntax.JSON5),
    "JSON5": (b"{ a: 1, b: 'x', }", Syntax.JSON5),
    "JSON5 with a comment where SNBT was expected": (b"{ a: 1, // c\n b: 'x', }", Syntax.SNBT),
    "NBT": (nbt({"a": 1, "b": "x"}), Syntax.SNBT),
    "compressed NBT": (gzip.compress(nbt({"a": 1, "b": "x"})), Syntax.SNBT),
    "NBT in a zlib stream": (zlib.compress(nbt({"a": 1, "b": "x"})), Syntax.SNBT),
    "compressed text": (gzip.compress(b"{a:1 b:x}"), Syntax.SNBT),
    "byte order mark": (b"\xef\xbb\xbf{a:1 b:x}", Syntax.SNBT),
}


@pytest.mark.parametrize(("data", "syntax"), FORMS.values(), ids=FORMS.keys())
def test_the_content_decides_how_a_file_is_read(data: bytes, syntax: Syntax) -> None:
    read = read_content(data, syntax)
    assert read.value == {"a": 1, "b": "x"}
    assert read.warnings == ()


def test_whole_numbers_of_json5_stay_exact() -> None:
    assert read_content(b"{ table_id: 3188555497912671082, }", Syntax.JSON5).value == {
        "table_id": 3188555497912671082
    }


def test_text_that_is_not_utf8_is_read_with_a_warning() -> None:
    read = read_content(b'{a:"caf\xe9"}', Syntax.SNBT)
    assert read.value == {"a": "caf\ufffd"}
    assert "UTF-8" in read.warnings[0]


def test_a_mixed_list_is_read_with_a_warning() -> None:
    read = read_content(b'{a:[{text:"a"},"world"]}', Syntax.SNBT)
    assert read.value == {"a": [{"text": "a"}, "world"]}
    assert "the game refuses" in read.warnings[0]


DAMAGED = {
    "SNBT": (b"{a:", Syntax.SNBT),
    "JSON5": (b"{a: [1,", Syntax.JSON5),
    "a list": (b"[1, 2]", Syntax.JSON5),
    "half a gzip": (gzip.compress(b"{a:1}" * 100)[:-9], Syntax.SNBT),
    "noise behind a gzip mark": (b"\x1f\x8bnoise", Syntax.SNBT),
    "deep JSON5": (b"{a:" + b"[" * 5_000 + b"]" * 5_000 + b"}", Syntax.JSON5),
    "binary noise": (bytes(range(256)), Syntax.SNBT),
    "nothing": (b"", Syntax.SNBT),
}


@pytest.mark.parametrize(("data", "syntax"), DAMAGED.values(), ids=DAMAGED.keys())
def test_damaged_files_are_refused(data: bytes, syntax: Syntax) -> None:
    with pytest.raises(SnbtError):
        read_content(data, syntax)


def test_a_compression_bomb_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(content, "MAX_BYTES", 1_000)
    with pytest.raises(SnbtError, match="decompressed"):
        read_content(gzip.compress(b" " * 100_000 + b"{a:1}"), Syntax.SNBT)
