"""The editor of card templates, used as an author would."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from companion.cards.library import CardLibrary
from companion.support.paths import shipped
from companion.ui.card_editor.window import EditorWindow
from companion.ui.card_editor.words import word_before, words_for
from companion.ui.cards.renderer import CardWidget
from tests.helpers.ui_look import rows


@pytest.fixture
def editor(tmp_path: Path, library: CardLibrary) -> Iterator[EditorWindow]:
    folder = tmp_path / "system"
    folder.mkdir()
    for name in ("quest_list", "help"):
        shutil.copyfile(shipped("cards") / "system" / f"{name}.json", folder / f"{name}.json")
    editor = EditorWindow(tmp_path, library, "en_us")
    editor.files.setCurrentRow(1)
    yield editor
    editor.close()
    editor.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_it_lists_the_templates_and_shows_one_in_every_variant(editor: EditorWindow) -> None:
    names = [editor.files.item(row).text() for row in range(editor.files.count())]

    assert names == ["system/help.json", "system/quest_list.json"]
    assert editor.identifier == "system:quest_list"
    assert len(editor.preview.findChildren(CardWidget)) == 4
    assert editor.faults == ()


def test_a_fault_is_listed_with_its_line_and_leads_there(editor: EditorWindow) -> None:
    text = editor.edit.toPlainText().replace("quest_list", "quest_lst", 1)
    editor.edit.setPlainText(text)
    editor.check()
    line = editor.faults[0].line
    editor.fault_list.itemActivated.emit(editor.fault_list.item(0))

    assert "quest_list" in editor.fault_list.item(0).text()
    assert editor.edit.textCursor().blockNumber() == line - 1
    assert len(editor.edit.extraSelections()) == len(editor.faults)


def test_a_broken_template_still_shows_a_usable_card(editor: EditorWindow) -> None:
    editor.edit.setPlainText("{")
    editor.check()

    assert editor.faults != ()
    assert any("Stone Age" in name for name in rows(editor.preview))


def test_a_change_is_seen_and_saved(editor: EditorWindow, tmp_path: Path) -> None:
    editor.edit.setPlainText('{"nodes": [{"type": "heading", "text": "My own title"}]}')
    editor.check()
    editor.save_button.click()

    assert "My own title" in (tmp_path / "system" / "quest_list.json").read_text()
    assert not editor.edit.document().isModified()


def test_names_are_completed(editor: EditorWindow, qtbot: QtBot) -> None:
    editor.edit.setPlainText('{"nodes": [{"type": "quest_')
    editor.edit.moveCursor(editor.edit.textCursor().MoveOperation.End)
    qtbot.keyClick(editor.edit, Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
    editor.edit.popup.hide()
    editor.edit.complete(editor.edit.completer.currentCompletion())

    assert editor.edit.toPlainText().endswith('"type": "quest_detail')


def test_the_sample_can_be_changed(editor: EditorWindow) -> None:
    before = rows(editor.preview)
    empty = editor.sample_box.findText("quest_list_empty")
    editor.sample_box.setCurrentIndex(empty)

    assert rows(editor.preview) != before


def test_another_file_is_opened_after_the_first_was_saved(
    editor: EditorWindow, tmp_path: Path
) -> None:
    editor.edit.insertPlainText(" ")
    editor.files.setCurrentRow(0)

    assert (tmp_path / "system" / "quest_list.json").read_text().startswith(" ")
    assert editor.identifier == "system:help"


@pytest.mark.parametrize(
    ("text", "word"), [('{"ty', "ty"), ('"{quests.ti', "quests.ti"), ('": "', ""), ("", "")]
)
def test_the_word_before_the_cursor_is_what_is_completed(text: str, word: str) -> None:
    assert word_before(text) == word


def test_words_of_an_unknown_template_are_those_of_nodes_alone() -> None:
    known, unknown = set(words_for("system:quest_list")), set(words_for("x:unknown"))

    assert {"heading", "page_size", "muted"} <= unknown
    assert known > unknown
