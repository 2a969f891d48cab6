"""The editor of templates on a small pack, and the hands of an author."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from companion.cards.authoring.drafts import Drafts
from companion.cards.library import load_library
from companion.language.translations import Translations
from companion.support.paths import shipped
from companion.ui.card_editor.leaving import Leave
from companion.ui.card_editor.window import EditorWindow
from tests.helpers.ui_look import find

TEMPLATES = ("quest_list", "help")
FAULTY = '{"nodes": [{"type": "haeding", "text": "Mine"}]}'
SOUND = '{"nodes": [{"type": "heading", "text": "My own title"}]}'


class Author:
    """Answers the question before edits are lost.

    Attributes:
        answer: What is answered.
        asked: About which templates it was asked, each time.
    """

    def __init__(self) -> None:
        self.answer = Leave.DISCARD
        self.asked: list[tuple[str, ...]] = []

    def __call__(self, texts: Translations, names: tuple[str, ...], parent: QWidget) -> Leave:
        """Answer."""
        self.asked.append(names)
        return self.answer


def make_pack(folder: Path) -> Path:
    """A pack with two of the shipped templates."""
    cards = folder / "cards" / "system"
    cards.mkdir(parents=True)
    for name in TEMPLATES:
        shutil.copyfile(shipped("cards") / "system" / f"{name}.json", cards / f"{name}.json")
    return folder


def file_in(folder: Path, name: str = "quest_list") -> Path:
    """A template of the pack."""
    return folder / "cards" / "system" / f"{name}.json"


def open_editor(root: Path, folder: Path, author: Author, locale: str = "en_us") -> EditorWindow:
    """The editor on a path, shown; drafts lie below another folder."""
    texts = load_library(locale).translations
    editor = EditorWindow(root, texts, Drafts(folder / "drafts"), ask=author)
    editor.show()
    return editor


@contextmanager
def closing(editor: EditorWindow, author: Author) -> Iterator[EditorWindow]:
    """The editor, closed without its edits in the end."""
    try:
        yield editor
    finally:
        author.answer = Leave.DISCARD
        editor.close()
        destroy(editor)


def destroy(editor: EditorWindow) -> None:
    """Let the window go as it is."""
    editor.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def write(editor: EditorWindow, text: str) -> None:
    """Replace the text in front, as somebody who pastes, and let the editor rest."""
    editor.parts.edit.selectAll()
    editor.parts.edit.insertPlainText(text)
    editor.check()


def choose(editor: EditorWindow, name: str) -> None:
    """Bring a template to the front."""
    editor.parts.files.show_current(f"system:{name}")


def deeds(editor: EditorWindow) -> list[str]:
    """What the bar offers; nothing while it is hidden."""
    notice = editor.parts.notice
    names = [button.objectName().removeprefix("notice:") for button in notice.buttons]
    return names if notice.isVisible() else []


def do(editor: EditorWindow, name: str) -> None:
    """Press what the bar offers."""
    find(editor, f"notice:{name}", QPushButton).click()
