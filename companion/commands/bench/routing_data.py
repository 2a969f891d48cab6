"""Labelled sentences: `{"train": [[text, label]...], "test": [[text, label or "oos"]...]}`.

A file without `train` is compared with the shipped example sentences. The halves of a file are
fixed: a sentence is held out when the first byte of the SHA-256 of its UTF-8 text is odd.
"""

from __future__ import annotations

import enum
import hashlib
from dataclasses import dataclass
from pathlib import Path

import msgspec

OUT_OF_SCOPE = "oos"
MAX_BYTES = 64 * 1024 * 1024

SHIPPED = Path(__file__).resolve().parents[3] / "tests" / "data" / "routing"
"""Only there in a checkout."""

Labelled = tuple[str, str]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    test: tuple[Labelled, ...]
    train: tuple[Labelled, ...] = ()


class Half(enum.StrEnum):
    """Which sentences of `test` are used."""

    ALL = "all"
    TUNING = "tuning"
    HELD_OUT = "held-out"


@dataclass(frozen=True, slots=True)
class LabelledSet:
    """One set.

    Attributes:
        train: Empty where the shipped sentences are to be used.
    """

    name: str
    train: tuple[Labelled, ...]
    test: tuple[Labelled, ...]


def read_set(file: Path, half: Half = Half.ALL) -> LabelledSet:
    """Read a file.

    Raises:
        ValueError: It is no such file; the message says what is wrong.
    """
    try:
        if file.stat().st_size > MAX_BYTES:
            raise ValueError("larger than 64 MiB")
        found = msgspec.json.decode(file.read_bytes(), type=_File)
    except OSError as error:
        raise ValueError(error.strerror or "cannot be read") from error
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise ValueError(str(error)) from error
    return LabelledSet(file.stem, found.train, tuple(r for r in found.test if _is_in(r[0], half)))


def is_held_out(text: str) -> bool:
    """Whether a sentence belongs to the half that is kept for the last measurement."""
    return hashlib.sha256(text.encode()).digest()[0] % 2 == 1


def _is_in(text: str, half: Half) -> bool:
    return half is Half.ALL or is_held_out(text) == (half is Half.HELD_OUT)
