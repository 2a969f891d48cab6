"""One template that is being edited: what is on the disk, and what became of it meanwhile. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

_BOM = b"\xef\xbb\xbf"


class Outside(StrEnum):
    """What somebody else did to a file since it was read or saved."""

    NOTHING = "nothing"
    CHANGED = "changed"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Spelling:
    """How a text was written as bytes; saved again likewise.

    Attributes:
        bom: Whether it begins with a byte order mark.
        newline: What ends its lines.
    """

    bom: bool = False
    newline: str = "\n"


@dataclass(frozen=True, slots=True)
class Edited:
    """What is known of a file on the disk.

    Attributes:
        content: As it was read, saved, or accepted last; None for a file that is gone.
    """

    content: bytes | None
    spelling: Spelling = Spelling()

    @property
    def text(self) -> str:
        """The content as text, lines ended by a line feed."""
        return decoded(self.content or b"")[0]

    def is_changed(self, text: str) -> bool:
        """Whether a text is another than the one on the disk."""
        return encoded(text, self.spelling) != self.content

    def outside(self, now: bytes | None) -> Outside:
        """What somebody else did to the file.

        Args:
            now: What it holds; None when it is gone.
        """
        if now == self.content:
            return Outside.NOTHING
        return Outside.GONE if now is None else Outside.CHANGED

    def accepting(self, now: bytes | None) -> Edited:
        """The same after the author saw what is there now: the next save goes over it."""
        return replace(self, content=now)

    def to_save(self, text: str) -> bytes:
        """The bytes of a text, in the spelling of the file."""
        return encoded(text, self.spelling)


def opened(content: bytes) -> Edited:
    """A file as it was read.

    Raises:
        UnicodeDecodeError: It is not UTF-8.
    """
    return Edited(content, decoded(content)[1])


def decoded(content: bytes) -> tuple[str, Spelling]:
    """Bytes as text, and how they were written.

    Raises:
        UnicodeDecodeError: They are not UTF-8.
    """
    bom = content.startswith(_BOM)
    text = content.decode("utf-8-sig")
    newline = "\r\n" if "\r\n" in text else "\n"
    return text.replace("\r\n", "\n"), Spelling(bom, newline)


def encoded(text: str, spelling: Spelling) -> bytes:
    """Text as bytes."""
    data = text.replace("\n", spelling.newline).encode()
    return _BOM + data if spelling.bom else data
