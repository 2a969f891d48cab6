"""JSON of cards and packs as typed data, with or without a byte order mark."""

from __future__ import annotations

import codecs
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

REFUSED = (msgspec.DecodeError, RecursionError, UnicodeError)
"""What `decoded` raises where the data is not of that kind."""


def decoded(data: bytes, kind: type[T]) -> T:
    """Read JSON.

    Raises:
        msgspec.DecodeError: One of REFUSED.
    """
    return msgspec.json.decode(data.removeprefix(codecs.BOM_UTF8), type=kind)


def decoded_or_fault(data: bytes, file: str, kind: Any) -> Any:
    """Read JSON of a file, or say what is wrong with it and where.

    Returns:
        What was read, of that kind, or a `Fault`.
    """
    try:
        return decoded(data, kind)
    except REFUSED as error:
        from companion.cards.explained import fault_in  # only mistakes need it

        return fault_in(data, file, error, kind)
