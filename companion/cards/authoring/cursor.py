"""Where a cursor stands in JSON that is being written: in which object, at which key, in a string.

The text is broken most of the time, so nothing here expects it to be whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"?|[{}\[\],:]|[^\s"{}\[\],:]+')


@dataclass(slots=True)
class Holder:
    """An object or an array around the cursor.

    Attributes:
        is_object: False for an array.
        key: Of an object: the key whose value is being written; empty where a key is.
        members: Keys that are there, with their value where it is a string.
    """

    is_object: bool
    key: str = ""
    members: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Cursor:
    """What is around a cursor.

    Attributes:
        holders: From the outermost to the innermost.
        string: What stands in the string so far; None outside of one.
        is_key: Whether a key of an object is due or being written.
        bare: Letters before the cursor that are in no string.
    """

    holders: tuple[Holder, ...]
    string: str | None
    is_key: bool
    bare: str = ""

    def around(self, key: str) -> Iterator[Holder]:
        """Objects in whose value of that key the cursor is, innermost first."""
        return (one for one in reversed(self.holders) if one.is_object and one.key == key)


def cursor_at(text: str, offset: int) -> Cursor:
    """Look at a text around a cursor, `offset` characters from its beginning."""
    reader = _Reader()
    for match in _TOKEN.finditer(text):
        if match.end() > offset or _is_open(match, offset):
            return _ending(reader, match, text, offset)
        reader.take(match[0])
    return Cursor(tuple(reader.stack), None, reader.is_key)


def _is_open(match: re.Match[str], offset: int) -> bool:
    """Whether a token that ends at the cursor goes on there: a string without its end, a word."""
    word = match[0]
    closed = len(word) > 1 and word.endswith('"') and not word.endswith('\\"')
    goes_on = word[0] not in '{}[],:"' or (word[0] == '"' and not closed)
    return match.end() == offset and goes_on


def _ending(reader: _Reader, match: re.Match[str], text: str, offset: int) -> Cursor:
    begun = text[match.start() : offset]
    is_key, holders = reader.is_key, tuple(reader.stack)
    if holders and holders[-1].is_object:
        _look_ahead(holders[-1], is_key=is_key, text=text, start=match.end())
    if begun.startswith('"'):
        return Cursor(holders, begun[1:], is_key)
    bare = begun if match[0][0] not in "{}[],:" else ""
    return Cursor(holders, None, is_key, bare)


def _look_ahead(holder: Holder, *, is_key: bool, text: str, start: int) -> None:
    """The members of an object that stand behind the cursor."""
    ahead = _Reader([Holder(True, "" if is_key else holder.key)])
    own = ahead.stack[0]
    for match in _TOKEN.finditer(text, start):
        ahead.take(match[0])
        if not ahead.stack:
            break
    for key, value in own.members.items():
        holder.members.setdefault(key, value)


class _Reader:
    """Follows tokens from the beginning."""

    def __init__(self, stack: list[Holder] | None = None) -> None:
        self.stack: list[Holder] = stack if stack is not None else []

    @property
    def is_key(self) -> bool:
        return bool(self.stack and self.stack[-1].is_object and not self.stack[-1].key)

    def take(self, token: str) -> None:
        match token:
            case "{" | "[":
                self.stack.append(Holder(token == "{"))
            case "}" | "]":
                if self.stack:
                    self.stack.pop()
            case ",":
                if self.stack:
                    self.stack[-1].key = ""
            case ":":
                pass
            case _:
                self._string(token)

    def _string(self, token: str) -> None:
        if not self.stack or not self.stack[-1].is_object:
            return
        holder, plain = self.stack[-1], token.strip('"')
        if not holder.key:
            holder.key = plain
            holder.members.setdefault(plain, "")
        elif token.startswith('"'):
            holder.members[holder.key] = plain
