"""Any data file of the game to values, by what it holds and never by its name.

FTB Quests has kept SNBT in `.snbt`, compressed NBT in `.nbt` and `.snbt`, and JSON5 in `.snbt` and
`.json5`.
"""

from __future__ import annotations

import enum
import zlib
from dataclasses import dataclass

import pyjson5

from companion.games.snbt.binary import read_nbt
from companion.games.snbt.errors import MixedListError, SnbtError
from companion.games.snbt.reader import read_snbt

MAX_BYTES = 64 << 20
"""Largest content after decompression."""

MAX_JSON_DEPTH = 128

_GZIP = b"\x1f\x8b"
_ZLIB = b"\x78"
_NBT = b"\x0a\x00"
"""A compound with a name shorter than 256 bytes; no text starts so."""


class Syntax(enum.Enum):
    """Which of the two texts a folder is written in; the other one is tried as well."""

    SNBT = enum.auto()
    JSON5 = enum.auto()


@dataclass(frozen=True, slots=True)
class Content:
    """What a file holds.

    Attributes:
        value: The root compound.
        warnings: What was put right while reading, in plain English.
    """

    value: dict[str, object]
    warnings: tuple[str, ...] = ()


def read_content(data: bytes, syntax: Syntax) -> Content:
    """Read a file.

    Args:
        data: All its bytes.
        syntax: What its layout writes, tried first.

    Raises:
        SnbtError: It is none of the known forms, or damaged; says what the expected form lacks.
    """
    data = _decompressed(data)
    if data.startswith(_NBT):
        return Content(read_nbt(data))
    text, warnings = _text(data)
    first, second = (_json5, _snbt) if syntax is Syntax.JSON5 else (_snbt, _json5)
    try:
        content = first(text)
    except SnbtError as fault:
        try:
            content = second(text)
        except SnbtError:
            raise fault from None
    return Content(content.value, warnings + content.warnings)


def _decompressed(data: bytes) -> bytes:
    if not data.startswith((_GZIP, _ZLIB)):
        return data
    decompressor = zlib.decompressobj(wbits=47)  # 15 for the window, 32 for either header
    try:
        plain = decompressor.decompress(data, MAX_BYTES + 1)
    except zlib.error as error:
        if data.startswith(_GZIP):
            raise SnbtError(f"damaged compression: {error}") from error
        return data  # `x` starts a text as well
    if len(plain) > MAX_BYTES:
        raise SnbtError(f"more than {MAX_BYTES >> 20} MiB once decompressed")
    if not decompressor.eof:
        raise SnbtError("the compressed data ends early")
    return plain


def _text(data: bytes) -> tuple[str, tuple[str, ...]]:
    try:
        return data.decode("utf-8-sig"), ()
    except UnicodeDecodeError as error:
        text = data.decode("utf-8-sig", "replace")
        return text, (f"not UTF-8 at byte {error.start}; those characters are lost",)


def _snbt(text: str) -> Content:
    try:
        return Content(read_snbt(text))
    except MixedListError as fault:
        return Content(read_snbt(text, mixed_lists=True), (f"{fault}; the game refuses this",))


def _json5(text: str) -> Content:
    try:
        value = pyjson5.decode(text, maxdepth=MAX_JSON_DEPTH, some=False)
    except (pyjson5.Json5Exception, ValueError, RecursionError) as error:
        reason = error.args[0] if error.args else type(error).__name__  # more would quote the file
        raise SnbtError(f"no JSON5: {reason}") from error
    if not isinstance(value, dict):
        raise SnbtError("the file holds no object", 1)
    return Content(value)
