"""A data-pack entry as it was when something was stored: its id, and its fields beside the id.

Orders, inbox entries, sign-ins, receipts and cards of rewards keep such a copy, so that a changed
or deleted data pack never rewrites what a player was promised (STORE-044).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from companion.support.errors import StorageError

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Held(Generic[T]):
    """An entry's identifier and its value as of writing."""

    id: str
    value: T


def flatten(held: Held[Any]) -> dict[str, Any]:
    """Write an entry as one object.

    Raises:
        StorageError: The value is no record, or has a field `id` of its own.
    """
    fields = msgspec.to_builtins(held.value)
    if not isinstance(fields, dict) or "id" in fields:
        raise StorageError(f"{held.id} cannot be kept beside its id")
    return {"id": held.id, **fields}


def unflatten(stored: Mapping[str, Any], kind: type[T]) -> Held[T]:
    """Read an entry, strictly.

    Raises:
        StorageError: It has no id, or the rest is not of the type.
    """
    fields = dict(stored)
    name = fields.pop("id", None)
    if not isinstance(name, str):
        raise StorageError("a kept entry has no id")
    try:
        return Held(name, msgspec.convert(fields, kind))
    except (msgspec.ValidationError, RecursionError) as error:
        raise StorageError(f"the kept entry {name} is damaged") from error
