"""The editor of card templates, used as an author would: listing, writing, looking."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton
from pytestqt.qtbot import QtBot

from companion.cards.samples import samples
from companion.cards.view import Variant
from companion.support.paths import shipped
from companion.ui.card_editor.window import EditorWindow
from companion.ui.look import look
from tests.helpers.card_editor import (
    FAULTY,
    SOUND,
    Author,
    choose,
    closing,
    make_pack,
    open_editor,
    write,
)
from tests.helpers.ui_look import accessible, find, rows, texts

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def editor(tmp_path: Path) -> Iterator[EditorWindow]:
    author = Author()
    with closing(open_editor(make_pack(tmp_path), tmp_path, author), author) as editor:
        choose(editor, "quest_list")
        yield editor


@pytest.mark.behaviour("CARD-071")
def test_it_lists_the_templates_and_shows_one_in_every_variant(editor: EditorWindow) -> None:
    files = editor.parts.files
    names = [files.item(row).text() for row in range(files.count())]

    assert names == ["system/help.json", "system/quest_list.json"]
    assert [card.variant for card in editor.parts.preview.cards()] == list(Variant)
    assert editor.windowTitle().startswith("system/quest_list.json")


def test_every_shipped_template_opens_without_a_fault(tmp_path: Path) -> None:
    author = Author()
    with closing(open_editor(shipped("cards"), tmp_path, author), author) as editor:
        for row in range(editor.parts.files.count()):
            editor.parts.files.setCurrentRow(row)

            assert editor.editing.current is not None
            assert editor.editing.current.faults == ()
            assert len(editor.parts.preview.cards()) == len(Variant)


def test_a_folder_without_templates_says_so(tmp_path: Path) -> None:
    author = Author()
    with closing(open_editor(tmp_path, tmp_path, author), author) as editor:
        assert "There is no template here" in editor.parts.notice.words.text()


def test_a_fault_is_listed_with_its_line_and_leads_there(editor: EditorWindow) -> None:
    write(editor, f"\n\n{FAULTY}")
    item = editor.parts.faults.item(0)
    editor.parts.faults.itemActivated.emit(item)

    assert item.text().startswith("3:21")
    assert "did you mean 'heading'" in item.text()
    assert editor.parts.edit.textCursor().blockNumber() == 2
    assert len(editor.parts.edit.faults_of(3)) == 1


def test_a_fault_is_written_behind_its_line_and_marked_beside_it(editor: EditorWindow) -> None:
    before = editor.parts.edit.grab().toImage()
    write(editor, FAULTY)
    marked = editor.parts.edit.grab().toImage()
    editor.parts.edit.show_faults(())

    assert marked != before
    assert editor.parts.edit.grab().toImage() != marked


def test_the_key_for_the_next_fault_goes_round(editor: EditorWindow, qtbot: QtBot) -> None:
    write(editor, '{"nodes": [\n{"type": "text", "txt": ""},\n{"type": "haeding"}]}')
    seen = []
    for _ in range(3):
        qtbot.keyClick(editor.parts.edit, Qt.Key.Key_F2)
        seen.append(editor.parts.edit.textCursor().blockNumber())

    assert seen == [1, 2, 1]


def test_a_broken_template_still_shows_a_usable_card(editor: EditorWindow) -> None:
    write(editor, "{")

    assert any("Stone Age" in name for name in rows(editor.parts.preview))


def test_the_card_follows_the_text_once_the_keys_rest(editor: EditorWindow, qtbot: QtBot) -> None:
    editor.parts.edit.selectAll()
    editor.parts.edit.insertPlainText(SOUND)

    qtbot.waitUntil(lambda: "My own title" in texts(editor.parts.preview), timeout=60_000)


def test_names_are_completed(editor: EditorWindow, qtbot: QtBot) -> None:
    edit = editor.parts.edit
    write(editor, '{"nodes": [{"type": "quest_')
    qtbot.keyClick(edit, Qt.Key.Key_Space, CONTROL)
    assert edit.popup.view.isVisible()
    edit.popup.completer.activated.emit("quest_list")

    assert edit.toPlainText().endswith('"type": "quest_list')


def test_a_key_is_completed_with_its_quotation_marks(editor: EditorWindow, qtbot: QtBot) -> None:
    write(editor, '{"nodes": [{"type": "text", ')
    qtbot.keyClick(editor.parts.edit, Qt.Key.Key_Space, CONTROL)
    editor.parts.edit.popup.completer.activated.emit("max_lines")

    assert editor.parts.edit.toPlainText().endswith('"text", "max_lines": ')


def test_enter_keeps_the_indentation_and_tab_makes_one(editor: EditorWindow, qtbot: QtBot) -> None:
    write(editor, '  "nodes": [')
    qtbot.keyClick(editor.parts.edit, Qt.Key.Key_Return)
    qtbot.keyClick(editor.parts.edit, Qt.Key.Key_Tab)

    assert editor.parts.edit.toPlainText() == '  "nodes": [\n      '


def test_each_template_has_its_own_undo(editor: EditorWindow) -> None:
    before = editor.parts.edit.toPlainText()
    write(editor, SOUND)
    choose(editor, "help")
    editor.parts.edit.undo()
    choose(editor, "quest_list")

    assert editor.parts.edit.toPlainText() == SOUND
    editor.parts.edit.undo()
    assert editor.parts.edit.toPlainText() == before


def test_the_sample_can_be_changed(editor: EditorWindow) -> None:
    before = rows(editor.parts.preview)
    box = editor.parts.choosers.sample
    box.setCurrentIndex(box.findText("quest_list_empty"))

    assert rows(editor.parts.preview) != before


def test_a_card_of_ones_own_can_be_the_sample(editor: EditorWindow, tmp_path: Path) -> None:
    shipped_card = shipped("resources") / "samples" / "en_us" / "quest_list.json"
    card = json.loads(shipped_card.read_text("utf-8").replace("Stone Age", "My own quest"))
    (tmp_path / "mine.json").write_text(json.dumps(card))
    editor.open_card(tmp_path / "mine.json")

    assert any("My own quest" in name for name in rows(editor.parts.preview))


@pytest.mark.parametrize("content", ["{", '{"type": "no_card"}', "[]"])
def test_a_card_that_is_none_is_refused_with_words(
    editor: EditorWindow, tmp_path: Path, content: str
) -> None:
    before = rows(editor.parts.preview)
    (tmp_path / "odd.json").write_text(content)
    editor.open_card(tmp_path / "odd.json")

    assert "odd.json cannot be read" in editor.parts.notice.words.text()
    assert rows(editor.parts.preview) == before


def test_a_template_that_no_shipped_card_has_is_seen_with_any_card(tmp_path: Path) -> None:
    own = tmp_path / "cards" / "mine" / "note.json"
    own.parent.mkdir(parents=True)
    own.write_text(SOUND)
    author = Author()
    with closing(open_editor(tmp_path, tmp_path, author), author) as editor:
        assert editor.parts.choosers.sample.count() == len(samples("en_us")) + 1
        assert "My own title" in texts(editor.parts.preview)


def test_pages_and_sections_of_the_preview_work(editor: EditorWindow, qtbot: QtBot) -> None:
    write(editor, '{"nodes": [{"type": "quest_list", "source": "quests", "page_size": 2}]}')
    first = rows(editor.parts.preview.cards()[0])
    turn = find(editor.parts.preview.cards()[0], "page:next", QAbstractButton)
    qtbot.mouseClick(turn, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: rows(editor.parts.preview.cards()[0]) != first, timeout=60_000)

    assert rows(editor.parts.preview.cards()[1]) == first


def test_what_was_scrolled_to_stays_in_sight_while_one_writes(editor: EditorWindow) -> None:
    bar = editor.parts.preview.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    place = bar.value()
    editor.parts.edit.insertPlainText(" ")
    editor.check()

    assert place > 0
    assert bar.value() == place


def test_what_is_written_while_cards_are_drawn_is_what_is_seen_in_the_end(
    editor: EditorWindow,
) -> None:
    QTimer.singleShot(0, editor, lambda: write(editor, SOUND))
    write(editor, SOUND.replace("My own title", "Earlier"))

    assert "My own title" in texts(editor.parts.preview)
    assert "Earlier" not in texts(editor.parts.preview)


def test_every_variant_is_whole_and_can_be_looked_at_alone(editor: EditorWindow) -> None:
    preview = editor.parts.preview
    page = preview.widget()
    whole = [page.rect().contains(card.geometry()) for card in preview.cards()]
    find(editor, "variant:compact", QPushButton).click()

    assert whole == [True] * 4
    assert [card.variant for card in preview.cards()] == [Variant.COMPACT]


def test_language_look_and_text_size_are_chosen(editor: EditorWindow) -> None:
    choosers = editor.parts.choosers
    choosers.language.setCurrentIndex(choosers.language.findData("zh_cn"))
    choosers.look.setCurrentIndex(choosers.look.findData("light"))
    choosers.scale.setCurrentIndex(choosers.scale.findData(200))

    assert any("石器时代" in name for name in rows(editor.parts.preview))
    assert look().scale == 2.0
    assert look().theme.colours.background != "#000000"


def test_the_keyboard_reaches_every_part(editor: EditorWindow, qtbot: QtBot) -> None:
    write(editor, FAULTY)
    editor.activateWindow()
    qtbot.waitUntil(editor.isActiveWindow, timeout=60_000)
    editor.parts.files.setFocus()
    seen = []
    for _ in range(5):
        qtbot.keyClick(editor, Qt.Key.Key_F6)
        focus = QApplication.focusWidget()
        seen.append(focus.objectName() if focus else "")

    assert seen == [
        "editor:text",
        "editor:faults",
        "editor:sample",
        "editor:preview",
        "editor:files",
    ]


def test_every_part_has_a_name_for_screen_readers(editor: EditorWindow) -> None:
    write(editor, FAULTY)
    said = {name for _, name in accessible(editor)}

    assert {
        "Templates",
        "The template as JSON",
        "Faults",
        "The card in every variant",
        "Save",
    } <= said
    assert any("not saved" in name and "has faults" in name for name in said)
    assert editor.parts.choosers.sample.accessibleName() == "Sample card"


def test_an_editor_of_a_chinese_author_speaks_chinese(tmp_path: Path) -> None:
    author = Author()
    editor = open_editor(make_pack(tmp_path), tmp_path, author, "zh_cn")
    with closing(editor, author):
        write(editor, FAULTY)
        editor.editing.save()

        assert "无法使用" in editor.parts.notice.words.text()
        assert "没有节点类型 'haeding'；是不是想写" in editor.parts.faults.item(0).text()
        assert find(editor, "editor:save", QPushButton).text() == "保存"
