"""SNBT text to Python values, exactly as FTB Library's parser reads it.

Compounds become dicts, lists and arrays lists, numbers int or float, strings str, true and false 1
and 0. Commas are only skipped; a newline or nothing at all separates as well. Keys are never typed:
`1234567890123E45` is an id. One loop with its own stack, so that depth costs no recursion, and one
pattern match a pair: that is what makes it fast.
"""

from __future__ import annotations

import re
from functools import lru_cache

from companion.games.snbt.errors import MixedListError, SnbtError
from companion.games.snbt.words import read_word

Compound = dict[str, object]

MAX_DEPTH = 512
"""Levels, as in the game's own reader."""

_COMMENT_LINE = re.compile(r"^[\x00-\x09\x0b- ]*+(?:#|//)[^\n]*+", re.MULTILINE)
_QUOTED = r'"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+"|' r"'[^'\\\n]*+(?:\\[^\n][^'\\\n]*+)*+'"
_WORD = r"[\w.\-+∞]++"
_KEY = rf"[\s,]*+(?:({_QUOTED})|({_WORD}))\s*+[:=]\s*+"
_VALUE = rf"(?:({_QUOTED})|({_WORD})|(\{{)|\[\s*+([ILB])\s*+;|(\[))"
_PAIR = re.compile(_KEY + _VALUE)
_ELEMENT = re.compile(r"[\s,]*+()()" + _VALUE)
"""Two empty groups stand for the key, so that values have the same numbers in both patterns."""
_TEXT, _BARE, _COMPOUND, _ARRAY, _LIST = range(3, 8)
_END_OF_COMPOUND = re.compile(r"[\s,]*+\}")
_END_OF_LIST = re.compile(r"[\s,]*+\]")
_BLANK = re.compile(r"[\s,]*+")
_START = re.compile(r"\s*+\{")
_SEPARATORS = re.compile(r"[\s,]+")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED = {'"': '"', "\\": "\\", "t": "\t", "b": "\b", "n": "\n", "r": "\r", "f": "\f"}

_typed = lru_cache(maxsize=8192)(read_word)


def read_snbt(text: str, *, mixed_lists: bool = False) -> Compound:
    """Read the one compound that a file holds; what follows its closing brace is ignored.

    Args:
        text: Content of a file; a byte order mark at its start is skipped.
        mixed_lists: Accept lists whose elements are of different kinds.

    Raises:
        MixedListError: Such a list, where it is not accepted.
        SnbtError: Anything else that FTB Library refuses.
    """
    text = text.removeprefix("\ufeff")
    if "#" in text or "//" in text:
        text = _COMMENT_LINE.sub("", text)
    start = _START.match(text)
    if start is None:
        raise SnbtError("a compound should start here", 1)
    return _Reader(text, mixed_lists=mixed_lists).read(start.end())


class _Reader:
    """The state of reading one text: a position and the containers that are still open."""

    def __init__(self, text: str, *, mixed_lists: bool) -> None:
        self._text = text
        self._mixed_lists = mixed_lists
        self._position = 0
        self._open: list[tuple[Compound | list[object], str]] = []
        """Containers around the current one, each with the kind of its elements so far."""

    def read(self, position: int) -> Compound:
        """Read from behind the opening brace to the closing one that matches."""
        root: Compound = {}
        self._position = position
        inside: Compound | list[object] | None = root
        kind = ""
        while inside is not None:
            if len(self._open) >= MAX_DEPTH:
                raise self._error(f"more than {MAX_DEPTH} levels")
            if isinstance(inside, dict):
                inside, kind = self._compound(inside)
            else:
                inside, kind = self._list(inside, kind)
        return root

    def _compound(self, inside: Compound) -> tuple[Compound | list[object] | None, str]:
        """Read pairs until a container opens or this one closes; returns where to go on."""
        text, match_pair = self._text, _PAIR.match
        while (match := match_pair(text, self._position)) is not None:
            self._position = match.end()
            key = match[2] or _unquoted(match[1])
            group = match.lastindex
            if group == _TEXT:
                inside[key] = _unquoted(match[_TEXT])
            elif group == _BARE:
                inside[key] = _typed(match[_BARE])[0]
            elif group == _ARRAY:
                inside[key] = self._array()
            else:
                inner: Compound | list[object] = {} if group == _COMPOUND else []
                inside[key] = inner
                self._open.append((inside, ""))
                return inner, ""
        return self._close(_END_OF_COMPOUND, "a pair or }")

    def _list(self, inside: list[object], kind: str) -> tuple[Compound | list[object] | None, str]:
        """Read elements until a container opens or this one closes; returns where to go on."""
        while (match := _ELEMENT.match(self._text, self._position)) is not None:
            self._position = match.end()
            group = match.lastindex
            if group == _TEXT:
                kind = self._same_kind(kind, "string")
                inside.append(_unquoted(match[_TEXT]))
            elif group == _BARE:
                value, word_kind = _typed(match[_BARE])
                kind = self._same_kind(kind, word_kind)
                inside.append(value)
            elif group == _ARRAY:
                kind = self._same_kind(kind, f"array {match[_ARRAY]}")
                inside.append(self._array())
            else:
                inner: Compound | list[object] = {} if group == _COMPOUND else []
                inside.append(inner)
                self._open.append(
                    (inside, self._same_kind(kind, "compound" if group == _COMPOUND else "list"))
                )
                return inner, ""
        return self._close(_END_OF_LIST, "a value or ]")

    def _close(
        self, end: re.Pattern[str], expected: str
    ) -> tuple[Compound | list[object] | None, str]:
        match = end.match(self._text, self._position)
        if match is None:
            raise self._error(f"expected {expected}")
        self._position = match.end()
        return self._open.pop() if self._open else (None, "")

    def _same_kind(self, kind: str, next_kind: str) -> str:
        if kind and kind != next_kind and not self._mixed_lists:
            raise MixedListError(f"a list of {kind} holds a {next_kind}", self._line())
        return next_kind

    def _array(self) -> list[object]:
        """Read the numbers of `[I; …]` up to the bracket."""
        end = self._text.find("]", self._position)
        if end < 0:
            raise self._error("an array does not end")
        words = _SEPARATORS.split(self._text[self._position : end])
        self._position = end + 1
        numbers = [_typed(word)[0] for word in words if word]
        if not all(isinstance(number, int) for number in numbers):
            raise self._error("an array holds more than whole numbers")
        return numbers

    def _error(self, reason: str) -> SnbtError:
        return SnbtError(reason, self._line())

    def _line(self) -> int:
        """The line of what could not be read: the first sign behind what was."""
        blank = _BLANK.match(self._text, self._position)
        return self._text.count("\n", 0, blank.end() if blank else self._position) + 1


def _unquoted(quoted: str) -> str:
    if "\\" not in quoted:
        return quoted[1:-1]
    return _ESCAPE.sub(_unescaped, quoted[1:-1])


def _unescaped(match: re.Match[str]) -> str:
    """What has no meaning vanishes with its backslash; beyond ASCII FTB Library fails."""
    character = match[1]
    if character > "\x7f":
        raise SnbtError(f"\\{character} is no escape")
    return _ESCAPED.get(character, "")
