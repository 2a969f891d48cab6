"""What configurations are made of: frozen records whose collections are frozen too (SET-029)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

import msgspec


class Reading(NamedTuple):
    """What a field's reader made of its JSON value.

    Attributes:
        value: Fit for the field.
        faults: What was left out of it, one line each.
    """

    value: Any
    faults: tuple[str, ...] = ()


Reader = Callable[[Any], Reading]
"""Judges one field. Raises `ValueError` when the field must keep its default."""


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """A value inside a field, read strictly: one fault costs the whole field (SET-024)."""

    def __post_init__(self) -> None:
        _freeze_fields(self)


class Config(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A configuration; its fields have the defaults that serve when the file has none.

    Attributes:
        FILE_NAME: Its file in the configuration folder.
        RESTART: Fields that the engine looks at only when it starts (SET-037).
        READERS: Fields that their type alone does not judge.
    """

    FILE_NAME: ClassVar[str]
    RESTART: ClassVar[frozenset[str]] = frozenset()
    READERS: ClassVar[Mapping[str, Reader]] = {}

    def __post_init__(self) -> None:
        _freeze_fields(self)


def frozen(value: Any) -> Any:
    """A value in which no collection can be changed."""
    match value:
        case Mapping():
            return MappingProxyType({key: frozen(item) for key, item in value.items()})
        case list() | tuple():
            return tuple(frozen(item) for item in value)
        case _:
            return value


def plain(value: Any) -> Any:
    """What JSON is written from: dicts, lists, strings, numbers."""
    return msgspec.to_builtins(value, enc_hook=_thawed)


def _thawed(value: Any) -> Any:
    if isinstance(value, MappingProxyType):
        return dict(value)
    raise NotImplementedError(type(value).__name__)


def _freeze_fields(record: msgspec.Struct) -> None:
    for name in record.__struct_fields__:
        value = getattr(record, name)
        if isinstance(value, Mapping | list | tuple):
            msgspec.structs.force_setattr(record, name, frozen(value))
