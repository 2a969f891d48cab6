"""JSON with the place of everything in it, so that a fault can be shown where it is.

Strict as RFC 8259, a key twice included. Only templates are read with it: small files, where a
line number is worth more than speed.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass

from companion.cards.reasons import Reason, reason

MOST_DEPTH = 64

_STRINGS = json.JSONDecoder()
_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_REFUSED: Mapping[str, str] = {
    "Unterminated": "open_string",
    "Invalid control": "control_sign",
    "Invalid \\": "wrong_escape",
}
_WORDS: Mapping[str, object] = {"true": True, "false": False, "null": None}


class LocatedError(ValueError):
    """A text is no JSON.

    Attributes:
        offset: Character it went wrong at.
    """

    def __init__(self, why: str, offset: int) -> None:
        super().__init__(why)
        self.reason = why
        self.offset = offset


@dataclass(frozen=True, slots=True)
class Located:
    """A value and where it begins, in characters.

    Attributes:
        value: The plain value, with those inside it.
        members: Of an object: key to the place of the key and the value.
        items: Of an array.
    """

    value: object
    offset: int
    members: Mapping[str, tuple[int, Located]] | None = None
    items: tuple[Located, ...] | None = None


def read_located(text: str) -> Located:
    """Read a whole text.

    Raises:
        LocatedError: It is no JSON, says a key twice, or is nested deeper than 64.
    """
    found, end = _value(text, _skip(text, 0), 0)
    if (end := _skip(text, end)) != len(text):
        raise LocatedError(reason("more_after_end"), end)
    return found


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """A place as people count it, both from 1."""
    line = text.count("\n", 0, offset) + 1
    return line, offset - (text.rfind("\n", 0, offset) + 1) + 1


def _skip(text: str, start: int) -> int:
    found = _SPACE.match(text, start)
    return found.end() if found else start


def _value(text: str, start: int, depth: int) -> tuple[Located, int]:
    if depth > MOST_DEPTH:
        raise LocatedError(reason("too_deep"), start)
    match text[start : start + 1]:
        case "{":
            return _object(text, start, depth)
        case "[":
            return _array(text, start, depth)
        case '"':
            string, end = _string(text, start)
            return Located(string, start), end
        case "":
            raise LocatedError(reason("ends_early"), start)
        case _:
            return _word(text, start)


def _string(text: str, start: int) -> tuple[str, int]:
    try:
        found, end = _STRINGS.raw_decode(text, start)
    except json.JSONDecodeError as error:
        raise LocatedError(_of_string(error.msg), error.pos) from error
    string = str(found)
    try:
        string.encode()
    except UnicodeEncodeError as error:
        raise LocatedError(reason("half_character"), start) from error
    return string, end


def _of_string(told: str) -> Reason:
    """Why `json` refuses a string."""
    known = (key for begins, key in _REFUSED.items() if told.startswith(begins))
    return reason(next(known, "wrong_string"))


def _word(text: str, start: int) -> tuple[Located, int]:
    for word, value in _WORDS.items():
        if text.startswith(word, start):
            return Located(value, start), start + len(word)
    number = _NUMBER.match(text, start)
    if number is None:
        raise LocatedError(reason("begins_no_value", sign=repr(text[start])), start)
    return Located(_number(number[0], start), start), number.end()


def _number(digits: str, start: int) -> int | float:
    if len(digits) > 64:
        raise LocatedError(reason("many_digits"), start)
    value = int(digits) if digits.lstrip("-").isdigit() else float(digits)
    if math.isinf(value):
        raise LocatedError(reason("large_number"), start)
    return value


def _array(text: str, start: int, depth: int) -> tuple[Located, int]:
    items: list[Located] = []
    end = _skip(text, start + 1)
    while text[end : end + 1] != "]":
        if items:
            end = _skip(text, _expect(text, end, ","))
        item, end = _value(text, end, depth + 1)
        items.append(item)
        end = _skip(text, end)
    return Located([item.value for item in items], start, items=tuple(items)), end + 1


def _object(text: str, start: int, depth: int) -> tuple[Located, int]:
    members: dict[str, tuple[int, Located]] = {}
    end = _skip(text, start + 1)
    while text[end : end + 1] != "}":
        if members:
            end = _skip(text, _expect(text, end, ","))
        place = end
        key, end = _string(text, _expect(text, end, '"') - 1)
        if key in members:
            raise LocatedError(reason("key_twice", name=repr(key)), place)
        end = _skip(text, _expect(text, _skip(text, end), ":"))
        value, end = _value(text, end, depth + 1)
        members[key] = (place, value)
        end = _skip(text, end)
    plain = {key: value.value for key, (_, value) in members.items()}
    return Located(plain, start, members=members), end + 1


def _expect(text: str, at: int, sign: str) -> int:
    if text[at : at + 1] != sign:
        seen = repr(text[at]) if at < len(text) else reason("the_end")
        raise LocatedError(reason("sign_expected", sign=repr(sign), seen=seen), at)
    return at + 1
