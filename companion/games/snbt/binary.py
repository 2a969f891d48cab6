"""Binary NBT (big-endian, as in `level.dat` and 1.12 quest files) to Python values."""

from __future__ import annotations

import struct

from companion.games.snbt.errors import SnbtError
from companion.language.halves import joined

MAX_DEPTH = 128
"""Levels; below Python's own limit, far above what a game saves."""

_END, _BYTE, _SHORT, _INT, _LONG, _FLOAT, _DOUBLE = range(7)
_BYTES, _STRING, _LIST, _COMPOUND, _INTS, _LONGS = range(7, 13)
_NUMBERS = {
    _BYTE: struct.Struct(">b"),
    _SHORT: struct.Struct(">h"),
    _INT: struct.Struct(">i"),
    _LONG: struct.Struct(">q"),
    _FLOAT: struct.Struct(">f"),
    _DOUBLE: struct.Struct(">d"),
}
_ARRAYS = {_BYTES: "b", _INTS: "i", _LONGS: "q"}


def read_nbt(data: bytes) -> dict[str, object]:
    """Read the named root compound of an uncompressed file.

    Raises:
        SnbtError: The data ends early, nests too deep or is no NBT.
    """
    try:
        reader = _Reader(data)
        if reader.number(_BYTE) != _COMPOUND:
            raise SnbtError("the root is no compound")
        reader.string()
        return reader.compound(0)
    except (struct.error, IndexError) as error:
        raise SnbtError("the data ends early") from error


class _Reader:
    """A position in the data. Lengths are checked against what is left before anything is made."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._position = 0

    def number(self, kind: int) -> int | float:
        form = _NUMBERS[kind]
        value: int | float = form.unpack_from(self._data, self._position)[0]
        self._position += form.size
        return value

    def string(self) -> str:
        (length,) = struct.unpack_from(">H", self._data, self._position)
        raw = self._take(2 + length)[2:]
        return _modified_utf8(raw)

    def compound(self, depth: int) -> dict[str, object]:
        if depth > MAX_DEPTH:
            raise SnbtError(f"more than {MAX_DEPTH} levels")
        values: dict[str, object] = {}
        while (kind := self._take(1)[0]) != _END:
            name = self.string()
            values[name] = self._value(kind, depth)
        return values

    def _value(self, kind: int, depth: int) -> object:
        if kind in _NUMBERS:
            return self.number(kind)
        if kind == _STRING:
            return self.string()
        if kind == _COMPOUND:
            return self.compound(depth + 1)
        if kind == _LIST:
            return self._list(depth + 1)
        if kind in _ARRAYS:
            return self._array(_ARRAYS[kind])
        raise SnbtError(f"unknown kind {kind}")

    def _list(self, depth: int) -> list[object]:
        if depth > MAX_DEPTH:
            raise SnbtError(f"more than {MAX_DEPTH} levels")
        kind, length = self._take(1)[0], int(self.number(_INT))
        if kind == _END or length <= 0:
            return []
        if length > len(self._data) - self._position:
            raise SnbtError("a list is longer than its file")
        return [self._value(kind, depth) for _ in range(length)]

    def _array(self, letter: str) -> list[int]:
        length = max(int(self.number(_INT)), 0)
        raw = self._take(length * struct.calcsize(f">{letter}"))
        return list(struct.unpack(f">{length}{letter}", raw))

    def _take(self, count: int) -> bytes:
        end = self._position + count
        if end > len(self._data):
            raise SnbtError("the data ends early")
        taken = self._data[self._position : end]
        self._position = end
        return taken


def _modified_utf8(raw: bytes) -> str:
    """Java's variant: zero in two bytes, characters beyond 16 bits as two halves."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return _java_utf8(raw)


def _java_utf8(raw: bytes) -> str:
    try:
        halves = raw.replace(b"\xc0\x80", b"\0").decode("utf-8", "surrogatepass")
    except UnicodeDecodeError as error:
        raise SnbtError("a text is not in UTF-8") from error
    return joined(halves)
