"""Emoji are two places to Qt: colours, cuts and cursors stay on the right letters all the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QTextDocument, QTextLayout
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from companion.cards.authoring.completion import Offer
from companion.client.state import ClientState
from companion.language.legacy_codes import pieces
from companion.protocol.command_tree import CommandNode
from companion.ui.card_editor.highlighter import JsonHighlighter
from companion.ui.card_editor.window import EditorWindow
from companion.ui.main_window import MainWindow
from companion.ui.shots import samples
from companion.ui.type_setting import Row, TypeSetter
from companion.ui.utf16 import index_at, spread, units
from tests.helpers.card_editor import Author, choose, closing, make_pack, open_editor, write
from tests.helpers.ui_look import find

CONTROL = Qt.KeyboardModifier.ControlModifier
FACES = "😀😀😀😀"
WORDS = " ".join(f"w{number}" for number in range(200))
PLACES = CommandNode(("place",), kind="text", ends=True, suggests=("base", "bayou"))


@pytest.fixture
def editor(tmp_path: Path) -> Iterator[EditorWindow]:
    author = Author()
    with closing(open_editor(make_pack(tmp_path), tmp_path, author), author) as editor:
        choose(editor, "quest_list")
        yield editor


def cut(text: str, start: int, length: int) -> str:
    """What Qt has between two of its places."""
    return text.encode("utf-16-le")[2 * start : 2 * (start + length)].decode("utf-16-le")


def set_in(text: str, most: int = 0) -> tuple[Row, ...]:
    setter = TypeSetter(QFont(), QColor("#101418"), most)
    return setter.rows((pieces(text),), 300)


def dressed(layout: QTextLayout) -> list[str]:
    """The letters of each format, but for those that look like the rest."""
    plain = QColor(0, 0, 0)
    return [
        cut(layout.text(), one.start, one.length)
        for one in layout.formats()
        if one.format.foreground().color() != plain
    ]


def with_places() -> ClientState:
    """A server whose command `/go` takes a place."""
    state = samples.conversation("en_us")
    assert state.engine is not None
    tree = (CommandNode(("go",), children=(PLACES,)),)
    return replace(state, engine=msgspec.structs.replace(state.engine, tree=tree))


@pytest.mark.parametrize(
    ("text", "length"),
    [("", 0), ("abc", 3), ("石器", 2), ("a😀b", 4), ("\ud83d", 1), ("\ud83da", 2)],
    ids=["nothing", "ascii", "chinese", "emoji", "half", "half and letter"],
)
def test_a_text_is_as_long_as_qt_has_it(text: str, length: int) -> None:
    assert units(text) == len(spread(text)) == length
    assert index_at(text, length) == index_at(text, length + 9) == len(text)


def test_a_place_of_qt_is_found_in_the_string() -> None:
    assert [index_at("a😀石b", place) for place in (0, 1, 3, 4, 5)] == [0, 1, 2, 3, 4]


def test_a_colour_behind_emoji_is_on_its_own_letters() -> None:
    assert dressed(set_in(f"{FACES} §cred§r plain")[0].layout) == ["red"]


def test_an_elided_row_takes_up_where_the_one_above_ends() -> None:
    rows = set_in(f"{FACES * 8} {WORDS}", 4)
    shown = [cut(r.layout.text(), r.line.textStart(), r.line.textLength()) for r in rows]

    assert len(shown) == 4
    assert shown[-1].endswith("…")
    assert f"{FACES * 8} {WORDS}".startswith("".join(shown).removesuffix("…"))
    assert " w1" in "".join(shown)


def test_a_colour_in_an_elided_row_is_on_its_own_letters() -> None:
    last = set_in(f"{FACES * 8} §cred§r {WORDS}", 2)[-1].layout

    assert "red" in last.text()
    assert dressed(last) == ["red"]


def test_a_line_that_just_ends_its_row_behind_emoji_says_that_more_follows() -> None:
    setter = TypeSetter(QFont(), QColor("#101418"), 1)
    rows = setter.rows((pieces(f"{FACES} end"), pieces("more")), 300)

    assert rows[0].layout.text() == f"{FACES} end …"


def test_completion_behind_emoji_goes_on_with_the_last_word(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.show_state(with_places())
    field = find(window, "send:text", QLineEdit)
    field.setText(f"/go {FACES} ")
    qtbot.keyClicks(field, "ba")

    assert window.completion_lines() == [f"/go {FACES} base", f"/go {FACES} bayou"]


def test_nothing_is_completed_within_a_line_with_emoji(window: MainWindow, qtbot: QtBot) -> None:
    window.show_state(with_places())
    field = find(window, "send:text", QLineEdit)
    field.setText(f"/go {FACES} y")
    field.cursorBackward(False)
    qtbot.keyClicks(field, "ba")

    assert field.text() == f"/go {FACES} bay"
    assert window.completion_lines() == []


def test_the_editor_completes_the_word_behind_emoji(editor: EditorWindow, qtbot: QtBot) -> None:
    edit = editor.parts.edit
    start = f'{{"nodes": [{{"text": "{FACES}", "type": "'
    write(editor, f'{start}quest_"}}]}}')
    edit.go_to(1, len(start) + len("quest_") + 1)
    qtbot.keyClick(edit, Qt.Key.Key_Space, CONTROL)
    edit.popup.completer.activated.emit("quest_list")

    assert edit.toPlainText() == f'{start}quest_list"}}]}}'


def test_the_editor_marks_a_fault_behind_emoji_at_its_word(editor: EditorWindow) -> None:
    write(editor, f'{{"nodes": [{{"text": "👩‍👩‍👧{FACES}", "type": "haeding"}}]}}')
    marks = [mark.cursor.selectedText() for mark in editor.parts.edit.extraSelections()]

    assert marks == ['"haeding"']


def test_a_fault_with_emoji_in_it_is_marked_to_its_end(editor: EditorWindow) -> None:
    write(editor, f'{{"nodes": [{{"type": "{FACES}"}}]}}')
    marks = [mark.cursor.selectedText() for mark in editor.parts.edit.extraSelections()]

    assert marks == [f'"{FACES}"']


def test_a_begun_name_with_emoji_is_replaced_whole(editor: EditorWindow) -> None:
    edit = editor.parts.edit
    write(editor, f'["{FACES}')
    edit.popup.offer = Offer(FACES, (f"{FACES}b",))
    edit.popup.write(f"{FACES}b")

    assert edit.toPlainText() == f'["{FACES}b'


def test_a_place_in_the_editor_is_counted_in_characters(editor: EditorWindow) -> None:
    write(editor, f'["{FACES}", 1]')
    editor.parts.edit.go_to(1, len(f'["{FACES}", ') + 1)

    assert editor.parts.edit.place() == (1, 10)
    assert editor.parts.edit.textCursor().positionInBlock() == 13


def test_the_next_fault_behind_emoji_is_not_passed_over(editor: EditorWindow, qtbot: QtBot) -> None:
    write(editor, f'{{"nodes": [{{"text": "{FACES * 9}", "type": "a"}}, {{"type": "b"}}]}}')
    seen = []
    for _ in range(3):
        qtbot.keyClick(editor.parts.edit, Qt.Key.Key_F2)
        seen.append(editor.parts.edit.place())

    assert seen[0] == seen[2] != seen[1]


def test_enter_behind_emoji_sees_the_bracket_before_the_cursor(
    editor: EditorWindow, qtbot: QtBot
) -> None:
    write(editor, f'  "{FACES}": [ 1')
    editor.parts.edit.go_to(1, len(f'  "{FACES}": [') + 1)
    qtbot.keyClick(editor.parts.edit, Qt.Key.Key_Return)

    assert editor.parts.edit.toPlainText() == f'  "{FACES}": [\n     1'


def test_colours_of_json_behind_emoji_are_on_their_own_letters() -> None:
    document = QTextDocument(f'"{FACES}": "{FACES} {{title}}"')
    JsonHighlighter(document).rehighlight()
    layout = document.firstBlock().layout()
    bold = [one for one in layout.formats() if one.format.fontWeight() == QFont.Weight.Bold]

    assert [cut(document.toPlainText(), one.start, one.length) for one in bold] == ["{title}"]
