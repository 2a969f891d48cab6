"""Why a file of the knowledge folder is not used; each is a sentence `guide.fault.<code>`."""

from __future__ import annotations

import enum


class Fault(enum.StrEnum):
    """A reason."""

    TOO_LARGE = "too_large"
    TOO_MUCH_TEXT = "too_much_text"
    NOT_TEXT = "not_text"
    DAMAGED = "damaged"
    LOCKED = "locked"
    TOO_LONG = "too_long"
    UNREADABLE = "unreadable"
    FOLDER_FULL = "folder_full"


class DocumentError(Exception):
    """A file cannot be used.

    Attributes:
        fault: Why.
    """

    def __init__(self, fault: Fault, detail: str = "") -> None:
        super().__init__(f"{fault}: {detail}" if detail else fault)
        self.fault = fault
