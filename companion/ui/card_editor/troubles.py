"""What stands between a template and the disk, in words, with what the author can do about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.cards.authoring.edited import Outside
from companion.cards.reasons import of_system, reason, worded
from companion.language.translations import Translations
from companion.ui.card_editor.notice import Deed, Notice
from companion.ui.card_editor.open_file import OpenFile

Do = Callable[[], None]
Failed = OSError | UnicodeError | ValueError


@dataclass(frozen=True, slots=True)
class Ways:
    """What the author may choose.

    Attributes:
        save_anyway: Write although players would see the fallback.
        first_fault: Go to what is wrong.
        reload: Take what is on the disk.
        keep_mine: Go on with the edits; the next save goes over the disk.
        copy: Save under another name.
        forget_draft: Let the edits of an earlier run go.
    """

    save_anyway: Do
    first_fault: Do
    reload: Do
    keep_mine: Do
    copy: Do
    forget_draft: Do


class Troubles:
    """Says it in the bar. GUI thread."""

    def __init__(self, notice: Notice, texts: Translations, ways: Ways) -> None:
        self._notice, self._texts, self._ways = notice, texts, ways
        self._text = texts.text

    def faulty(self, file: OpenFile) -> None:
        """A file with faults is to be saved."""
        count = str(sum(fault.fatal for fault in file.faults))
        words = self._text("ui.editor.notice.faulty", name=file.file.name, count=count)
        self._notice.say(
            words,
            self._deed("first_fault", self._ways.first_fault),
            self._deed("save_anyway", self._ways.save_anyway),
            take_focus=True,
        )

    def outside(self, file: OpenFile, what: Outside, *, asked: bool) -> None:
        """Somebody else changed or removed a file that has edits."""
        words = self._text(f"ui.editor.notice.{what}", name=file.file.name)
        keep = self._deed("keep_mine", self._ways.keep_mine)
        if what is Outside.GONE:
            self._notice.say(words, keep, take_focus=asked)
        else:
            self._notice.say(words, self._deed("reload", self._ways.reload), keep, take_focus=asked)

    def draft(self, file: OpenFile, *, fits: bool) -> None:
        """Edits of an earlier run are back."""
        key = "draft" if fits else "draft_older"
        words = self._text(f"ui.editor.notice.{key}", name=file.file.name)
        self._notice.say(words, self._deed("forget_draft", self._ways.forget_draft))

    def read_only(self, file: OpenFile) -> None:
        """A file that nobody can write is to be saved."""
        words = self._text("ui.editor.notice.read_only", name=file.file.name)
        self._notice.say(words, self._deed("copy", self._ways.copy), take_focus=True)

    def failed(self, name: str, error: Failed, *, reading: bool = False) -> None:
        """A file was not saved, or cannot be read."""
        why = worded(reason_of(error), self._texts)
        key = "not_read" if reading else "not_saved"
        words = self._text(f"ui.editor.notice.{key}", name=name, reason=why)
        self._notice.say(words, *(() if reading else (self._deed("copy", self._ways.copy),)))

    def _deed(self, name: str, do: Do) -> Deed:
        return Deed(name, self._text(f"ui.editor.do.{name}"), do)


def reason_of(error: Failed) -> str:
    """What went wrong, in a few words."""
    if isinstance(error, UnicodeError):
        return reason("not_utf8")
    if isinstance(error, OSError):
        return of_system(error)
    return error.args[0] if error.args and isinstance(error.args[0], str) else str(error)
