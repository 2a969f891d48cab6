"""From a JSON object to a configuration: every field is judged alone, here and nowhere else.

A field that is null, of the wrong type, out of its range or broken inside keeps its default; all
others stay (SET-022). Keys that nobody knows are passed over (SET-030, SET-031, SET-042).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from companion.engine.config.values import Config, Reading

C = TypeVar("C", bound=Config)


@dataclass(frozen=True, slots=True)
class Fault:
    """A field, or a part of one, that is not used.

    Attributes:
        field: Its name in the file.
        reason: What is wrong; never the value, which may be a key that somebody pasted.
    """

    field: str
    reason: str

    def __str__(self) -> str:
        return f"{self.field}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Decoded(Generic[C]):
    """A configuration that is usable in any case, and what of its file is not in it."""

    value: C
    faults: tuple[Fault, ...] = ()


def decode(kind: type[C], values: Mapping[str, Any]) -> Decoded[C]:
    """Judge a JSON object field by field."""
    good: dict[str, Any] = {}
    faults: list[Fault] = []
    for field in msgspec.structs.fields(kind):
        if field.encode_name not in values:
            continue
        try:
            reading = _read(kind, field, values[field.encode_name])
        except (ValueError, RecursionError) as error:
            faults.append(Fault(field.encode_name, str(error)))
            continue
        good[field.name] = reading.value
        faults += [Fault(field.encode_name, fault) for fault in reading.faults]
    return Decoded(kind(**good), tuple(faults))


def _read(kind: type[Config], field: msgspec.structs.FieldInfo, value: Any) -> Reading:
    reader = kind.READERS.get(field.name)
    return reader(value) if reader else Reading(msgspec.convert(value, field.type))
