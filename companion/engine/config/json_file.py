"""From the bytes of a configuration file to a JSON object, or to the reason why there is none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from companion.support.bounded import read_bounded

MAX_FILE_BYTES = 1 << 20
"""SET-028, decisions.md: a configuration file has at most 1 MiB."""

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class BrokenFileError(ValueError):
    """A file that must be kept as it is and whose defaults serve meanwhile (SET-026)."""


def read_object(path: Path) -> dict[str, Any]:
    """Read a file's JSON object.

    Raises:
        BrokenFileError: It cannot be read, is too large, is no JSON object or repeats a key.
        FileNotFoundError: There is none.
    """
    try:
        data = read_bounded(path, MAX_FILE_BYTES + 1)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise BrokenFileError(error.strerror or type(error).__name__) from error
    return parse_object(data)


def parse_object(data: bytes) -> dict[str, Any]:
    """Read a JSON object strictly; a byte order mark, as some editors write it, is passed over.

    Raises:
        BrokenFileError: See `read_object`.
    """
    if len(data) > MAX_FILE_BYTES:
        raise BrokenFileError(f"more than {MAX_FILE_BYTES} bytes")
    text = data.removeprefix(_BYTE_ORDER_MARK)
    try:
        # Both parsers: this one knows bad UTF-8, NaN and half surrogates, the next doubled keys.
        msgspec.json.decode(text, type=dict[str, Any])
        values: dict[str, Any] = json.loads(text, object_pairs_hook=_without_doubles)
    except (ValueError, RecursionError) as error:
        raise BrokenFileError(str(error)) from error
    return values


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        names = [name for name, _ in pairs]
        doubled = sorted({name for name in names if names.count(name) > 1})
        raise BrokenFileError(f"the key {doubled[0]!r} appears twice")
    return values
