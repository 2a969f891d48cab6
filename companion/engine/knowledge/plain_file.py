"""The text of a file, in whatever of the usual ways it was saved."""

from __future__ import annotations

import codecs
from pathlib import Path

from companion.engine.knowledge.faults import DocumentError, Fault

MOST_FILE_BYTES = 32 * 1024 * 1024

MANY = 10
"""One zero among so many bytes is a slip in a text; more are two bytes a character, or no text."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_USUAL = ("utf-8", "gb18030")
"""The second is what Windows writes in China."""


def text_of(path: Path) -> str:
    """Read a file.

    Raises:
        DocumentError: TOO_LARGE or NOT_TEXT.
        OSError: It cannot be read.
    """
    with path.open("rb") as file:
        data = file.read(MOST_FILE_BYTES + 1)
    if len(data) > MOST_FILE_BYTES:
        raise DocumentError(Fault.TOO_LARGE)
    return decoded(data)


def decoded(data: bytes) -> str:
    """Bytes as text.

    Raises:
        DocumentError: NOT_TEXT.
    """
    marked = [encoding for mark, encoding in _MARKS if data.startswith(mark)]
    encodings = marked or ([_wide(data)] if MANY * data.count(0) > len(data) else _USUAL)
    for encoding in encodings:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise DocumentError(Fault.NOT_TEXT)


def _wide(data: bytes) -> str:
    """The order of bytes of text in two bytes a character; other bytes with zeros are no text.

    Raises:
        DocumentError: NOT_TEXT.
    """
    for start, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):
        half = data[start::2]
        if 2 * half.count(0) > len(half) and not data[1 - start :: 2].count(0):
            return encoding
    raise DocumentError(Fault.NOT_TEXT)
