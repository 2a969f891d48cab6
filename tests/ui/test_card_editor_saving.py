"""An author's edits are never lost, and nothing is written that the author did not want."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from companion.ui.card_editor.leaving import Leave, LeaveDialog
from companion.ui.card_editor.window import EditorWindow
from tests.helpers.card_editor import (
    FAULTY,
    SOUND,
    Author,
    choose,
    closing,
    deeds,
    destroy,
    do,
    file_in,
    make_pack,
    open_editor,
    write,
)
from tests.helpers.ui_look import find

CONTROL = Qt.KeyboardModifier.ControlModifier
OTHER = '{"nodes": [{"type": "text", "text": "Of another program"}]}'


@pytest.fixture
def author() -> Author:
    return Author()


@pytest.fixture
def editor(tmp_path: Path, author: Author) -> Iterator[EditorWindow]:
    with closing(open_editor(make_pack(tmp_path), tmp_path, author), author) as editor:
        choose(editor, "quest_list")
        yield editor


def test_ctrl_s_saves_and_the_state_is_told(
    editor: EditorWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    write(editor, SOUND)
    before = editor.parts.state.text(), editor.isWindowModified()
    qtbot.keyClick(editor.parts.edit, Qt.Key.Key_S, CONTROL)

    assert before == ("Not saved yet. No faults.", True)
    assert file_in(tmp_path).read_text() == SOUND
    assert editor.parts.state.text() == "system/quest_list.json is saved."
    assert not editor.isWindowModified()


def test_another_template_is_opened_and_nothing_is_written(
    editor: EditorWindow, tmp_path: Path
) -> None:
    before = file_in(tmp_path).read_bytes()
    write(editor, FAULTY)
    choose(editor, "help")

    assert file_in(tmp_path).read_bytes() == before
    assert [file.text for file in editor.editing.files.changed] == [FAULTY]


def test_a_faulty_template_is_written_only_when_the_author_says_so(
    editor: EditorWindow, tmp_path: Path
) -> None:
    before = file_in(tmp_path).read_bytes()
    write(editor, FAULTY)
    editor.parts.save.click()
    asked = deeds(editor), file_in(tmp_path).read_bytes()
    do(editor, "save_anyway")

    assert asked == (["first_fault", "save_anyway"], before)
    assert file_in(tmp_path).read_text() == FAULTY
    assert deeds(editor) == []


def test_the_bar_is_closed_by_escape_and_nothing_is_written(
    editor: EditorWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    before = file_in(tmp_path).read_bytes()
    write(editor, FAULTY)
    editor.parts.save.click()
    qtbot.keyClick(editor.parts.notice.buttons[0], Qt.Key.Key_Escape)

    assert deeds(editor) == []
    assert file_in(tmp_path).read_bytes() == before


def test_a_file_without_edits_follows_another_program(editor: EditorWindow, tmp_path: Path) -> None:
    before = editor.parts.edit.toPlainText()
    file_in(tmp_path).write_text(OTHER)
    editor.editing.look_outside()

    assert editor.parts.edit.toPlainText() == OTHER
    assert "changed by another program" in editor.parts.notice.words.text()
    editor.parts.edit.undo()
    assert editor.parts.edit.toPlainText() == before


@pytest.mark.parametrize("notices", ["watching", "saving"])
def test_what_another_program_wrote_is_not_overwritten_unasked(
    editor: EditorWindow, tmp_path: Path, notices: str
) -> None:
    write(editor, SOUND)
    file_in(tmp_path).write_text(OTHER)
    if notices == "watching":
        editor.editing.look_outside()
    else:
        editor.editing.save()

    assert deeds(editor) == ["reload", "keep_mine"]
    assert file_in(tmp_path).read_text() == OTHER
    assert editor.parts.edit.toPlainText() == SOUND


def test_a_change_that_left_time_and_size_alone_is_noticed_by_saving(
    editor: EditorWindow, tmp_path: Path
) -> None:
    file = file_in(tmp_path)
    old, stat = file.read_bytes(), file.stat()
    write(editor, SOUND)
    file.write_bytes(old.replace(b"title", b"elti "))
    os.utime(file, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    editor.editing.save()

    assert deeds(editor) == ["reload", "keep_mine"]
    assert file.read_text() != SOUND


def test_keeping_mine_lets_the_next_save_go_over_it(editor: EditorWindow, tmp_path: Path) -> None:
    write(editor, SOUND)
    file_in(tmp_path).write_text(OTHER)
    editor.editing.look_outside()
    do(editor, "keep_mine")
    editor.editing.look_outside()
    quiet = deeds(editor), file_in(tmp_path).read_text()
    editor.parts.save.click()

    assert quiet == ([], OTHER)
    assert file_in(tmp_path).read_text() == SOUND


def test_showing_the_other_text_can_be_undone(editor: EditorWindow, tmp_path: Path) -> None:
    write(editor, SOUND)
    file_in(tmp_path).write_text(OTHER)
    editor.editing.save()
    do(editor, "reload")
    other = editor.parts.edit.toPlainText()
    editor.parts.edit.undo()

    assert other == OTHER
    assert editor.parts.edit.toPlainText() == SOUND


def test_a_file_that_went_is_told_and_can_be_saved_again(
    editor: EditorWindow, tmp_path: Path
) -> None:
    write(editor, SOUND)
    file_in(tmp_path).unlink()
    editor.editing.look_outside()
    assert "no longer on the disk" in editor.parts.notice.words.text()
    do(editor, "keep_mine")
    editor.parts.save.click()

    assert file_in(tmp_path).read_text() == SOUND


def test_closing_without_edits_asks_nothing(editor: EditorWindow, author: Author) -> None:
    assert editor.close()
    assert author.asked == []


def test_closing_with_edits_asks_and_staying_keeps_them(
    editor: EditorWindow, author: Author, tmp_path: Path
) -> None:
    before = file_in(tmp_path).read_bytes()
    write(editor, SOUND)
    author.answer = Leave.STAY

    assert not editor.close()
    assert author.asked == [("system/quest_list.json",)]
    assert editor.parts.edit.toPlainText() == SOUND
    assert file_in(tmp_path).read_bytes() == before


def test_closing_can_save_all(editor: EditorWindow, author: Author, tmp_path: Path) -> None:
    write(editor, SOUND)
    choose(editor, "help")
    write(editor, OTHER)
    author.answer = Leave.SAVE

    assert editor.close()
    assert file_in(tmp_path).read_text() == SOUND
    assert file_in(tmp_path, "help").read_text() == OTHER


def test_closing_stays_where_saving_has_a_question(
    editor: EditorWindow, author: Author, tmp_path: Path
) -> None:
    write(editor, FAULTY)
    choose(editor, "help")
    author.answer = Leave.SAVE

    assert not editor.close()
    assert deeds(editor) == ["first_fault", "save_anyway"]
    assert editor.parts.edit.toPlainText() == FAULTY


def test_edits_that_were_let_go_do_not_come_back(tmp_path: Path, author: Author) -> None:
    pack = make_pack(tmp_path)
    with closing(open_editor(pack, tmp_path, author), author) as first:
        write(first, SOUND)
    with closing(open_editor(pack, tmp_path, author), author) as second:
        assert second.editing.files.changed == ()


def crashed(pack: Path, folder: Path, author: Author, text: str) -> None:
    """An editor that ended amid edits, without a word."""
    editor = open_editor(pack, folder, author)
    choose(editor, "quest_list")
    write(editor, text)
    editor.editing.files.end()
    destroy(editor)


def test_edits_outlive_a_crash(tmp_path: Path, author: Author) -> None:
    pack = make_pack(tmp_path)
    crashed(pack, tmp_path, author, SOUND)
    with closing(open_editor(pack, tmp_path, author), author) as editor:
        choose(editor, "quest_list")

        assert editor.parts.edit.toPlainText() == SOUND
        assert editor.parts.files.item(1).text() == "system/quest_list.json ●"
        assert file_in(tmp_path).read_text() != SOUND
        do(editor, "forget_draft")
        assert editor.editing.files.changed == ()


def test_edits_of_a_file_that_changed_since_the_crash_come_back_with_a_warning(
    tmp_path: Path, author: Author
) -> None:
    pack = make_pack(tmp_path)
    crashed(pack, tmp_path, author, SOUND)
    file_in(tmp_path).write_text(OTHER)
    with closing(open_editor(pack, tmp_path, author), author) as editor:
        choose(editor, "quest_list")

        assert "the file changed since" in editor.parts.notice.words.text()
        assert editor.parts.edit.toPlainText() == SOUND


def test_a_saved_text_leaves_no_draft(tmp_path: Path, author: Author) -> None:
    pack = make_pack(tmp_path)
    with closing(open_editor(pack, tmp_path, author), author) as editor:
        choose(editor, "quest_list")
        write(editor, SOUND)
        editor.parts.save.click()
        editor.close()

        assert list((tmp_path / "drafts").glob("*.json")) == []


def test_a_zip_can_be_looked_at_and_copied_from(tmp_path: Path, author: Author) -> None:
    with zipfile.ZipFile(tmp_path / "pack.zip", "w") as archive:
        archive.writestr("cards/system/help.json", SOUND)
    with closing(open_editor(tmp_path / "pack.zip", tmp_path, author), author) as editor:
        assert editor.parts.edit.isReadOnly()
        assert "Can only be looked at" in editor.parts.state.text()
        editor.editing.save()
        assert deeds(editor) == ["copy"]
        editor.editing.save_copy(tmp_path / "own" / "help.json")

        assert (tmp_path / "own" / "help.json").read_text() == SOUND


def test_a_disk_that_refuses_leaves_the_text_and_the_old_file(
    editor: EditorWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = file_in(tmp_path).read_bytes()

    def refuse(path: Path, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.ui.card_editor.open_file.write_atomically", refuse)
    write(editor, SOUND)
    editor.parts.save.click()

    assert "No space left on device" in editor.parts.notice.words.text()
    assert deeds(editor) == ["copy"]
    assert (file_in(tmp_path).read_bytes(), editor.parts.edit.toPlainText()) == (before, SOUND)


def test_a_file_that_is_no_text_says_so_and_the_others_open(tmp_path: Path, author: Author) -> None:
    pack = make_pack(tmp_path)
    file_in(tmp_path, "help").write_bytes(b"\xff\xfe\x00")
    with closing(open_editor(pack, tmp_path, author), author) as editor:
        assert "help.json cannot be read: not UTF-8" in editor.parts.notice.words.text()
        choose(editor, "quest_list")

        assert editor.editing.current is not None
        assert editor.editing.current.faults == ()


@pytest.mark.parametrize("answer", list(Leave))
def test_the_question_before_edits_are_lost_names_them(editor: EditorWindow, answer: Leave) -> None:
    dialog = LeaveDialog(editor.editing.texts, ("a/b.json", "a/c.json"), editor)
    button = find(dialog, f"leave:{answer}", QPushButton)
    button.click()
    told = dialog.accessibleDescription()
    dialog.deleteLater()
    QApplication.processEvents()

    assert dialog.answer is answer
    assert "a/b.json, a/c.json" in told
