"""Cards as widgets: pressing, paging, waiting, reading."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from companion.cards.library import CardLibrary
from companion.cards.view import Variant
from companion.cards.view_state import changes_view
from companion.client.state import LiveCard
from companion.protocol.cards.builder import LocalAction
from companion.protocol.cards.catalog import CardData
from companion.protocol.cards.item import ItemPreview
from companion.ui.card_drawing import card_in_overlay, card_in_window
from companion.ui.cards.item_tile import amount_text, letters_of, stable_colour
from companion.ui.cards.items import note_line
from companion.ui.cards.press_list import PressList
from companion.ui.cards.renderer import CardWidget
from companion.ui.cards.scope import CardScope
from tests.helpers import ui_states as states
from tests.helpers.ui_look import accessible, find, press_row, rows, texts
from tests.helpers.ui_states import RecordingCommands

LEFT = Qt.MouseButton.LeftButton
Role = QAccessible.Role


class Drawn:
    """Draws cards and destroys them after the test."""

    def __init__(self, library: CardLibrary, commands: RecordingCommands) -> None:
        self._library = library
        self._commands = commands
        self._widgets: list[CardWidget] = []

    def window(self, card: LiveCard, library: CardLibrary | None = None) -> CardWidget:
        return self._keep(card_in_window(card, library or self._library, self._commands))

    def overlay(self, card: LiveCard) -> CardWidget:
        return self._keep(card_in_overlay(card, self._library, self._commands))

    def _keep(self, widget: CardWidget) -> CardWidget:
        self._widgets.append(widget)
        widget.resize(640, widget.heightForWidth(640))
        widget.show()
        return widget

    def end(self) -> None:
        for widget in self._widgets:
            widget.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def drawn(library: CardLibrary, commands: RecordingCommands) -> Iterator[Drawn]:
    drawn = Drawn(library, commands)
    yield drawn
    drawn.end()


@pytest.mark.behaviour("CARD-044")
def test_only_the_rows_of_the_visible_page_are_drawn(drawn: Drawn) -> None:
    card = drawn.window(states.live(1, states.quest_list(22), page=1))

    assert [name.partition(".")[0] for name in rows(card)] == [
        str(number) for number in range(11, 21)
    ]


@pytest.mark.behaviour("CARD-045", "NOTE-009")
def test_turning_the_page_asks_for_a_page_and_nothing_else(
    drawn: Drawn, commands: RecordingCommands, qtbot: QtBot
) -> None:
    card = drawn.overlay(states.live(1, states.quest_list(22), page=1))
    qtbot.mouseClick(find(card, "page:next"), LEFT)
    qtbot.mouseClick(find(card, "page:previous"), LEFT)

    ref = states.ref(1)
    assert commands.calls == [("turn_page", ref, 2), ("turn_page", ref, 0)]


@pytest.mark.behaviour("CARD-046")
@pytest.mark.parametrize(
    ("quests", "page", "enabled"),
    [
        pytest.param(3, 0, (False, False), id="single page"),
        pytest.param(22, 0, (False, True), id="first page"),
        pytest.param(22, 1, (True, True), id="middle page"),
        pytest.param(22, 2, (True, False), id="last page"),
    ],
)
def test_a_page_control_that_leads_nowhere_is_greyed(
    drawn: Drawn, quests: int, page: int, enabled: tuple[bool, bool]
) -> None:
    card = drawn.window(states.live(1, states.quest_list(quests), page=page))

    controls = (find(card, "page:previous"), find(card, "page:next"))
    assert tuple(control.isEnabled() for control in controls) == enabled


@pytest.mark.behaviour("CARD-054")
def test_a_list_that_scrolls_to_its_end_has_no_page_number(drawn: Drawn) -> None:
    card = states.live(1, states.quest_list(8))
    window, overlay = drawn.window(card), drawn.overlay(card)
    heights = [shown.findChild(PressList).heightForWidth(600) for shown in (window, overlay)]

    assert heights[0] < heights[1]  # the window's list scrolls
    assert window.findChild(QLabel, "page:place") is None
    assert overlay.findChild(QLabel, "page:place").text() == "1 / 1"


@pytest.mark.behaviour("NOTE-004", "NOTE-006")
def test_a_waiting_card_offers_local_actions_only(
    drawn: Drawn, commands: RecordingCommands, qtbot: QtBot
) -> None:
    card = drawn.overlay(states.live(1, states.quest_list(22), waiting=True))
    press_row(card, 1, qtbot)
    refused = list(commands.calls)
    qtbot.mouseClick(find(card, "page:next"), LEFT)
    qtbot.mouseClick(find(card, "button:close"), LEFT)

    assert refused == []
    assert [call[0] for call in commands.calls] == ["turn_page", "press"]
    assert "Waiting for the answer …" in texts(card)


@pytest.mark.behaviour("CARD-026")
def test_a_card_that_is_gone_is_only_read(
    drawn: Drawn, commands: RecordingCommands, qtbot: QtBot
) -> None:
    card = drawn.window(states.live(1, states.quest_list(12), active=False))
    for button in card.findChildren(QPushButton):
        qtbot.mouseClick(button, LEFT)
    press_row(card, 1, qtbot)

    assert all(changes_view(call[2]) for call in commands.calls)
    assert rows(card)[0].startswith("1. Stone Age")


@pytest.mark.behaviour("NOTE-010")
def test_page_control_and_foot_stand_apart(
    drawn: Drawn, commands: RecordingCommands, qtbot: QtBot
) -> None:
    card = drawn.overlay(states.live(1, states.quest_list(12)))
    qtbot.mouseClick(find(card, "button:close"), LEFT)
    qtbot.mouseClick(find(card, "page:next"), LEFT)

    ref = states.ref(1)
    assert commands.calls == [("press", ref, LocalAction("close")), ("turn_page", ref, 1)]


@pytest.mark.behaviour("CARD-009")
def test_a_single_text_without_buttons_has_no_frame(drawn: Drawn, library: CardLibrary) -> None:
    without_templates = CardLibrary({}, library.translations)
    alone = msgspec.structs.replace(states.item_sources(), quests=())
    card = drawn.window(states.live(1, alone), without_templates)

    assert card.property("kind") == "bare"
    assert texts(card) == ["Furnace"]


@pytest.mark.behaviour("CARD-010", "CARD-030")
def test_a_text_with_buttons_stays_a_card_also_without_its_template(
    drawn: Drawn, library: CardLibrary
) -> None:
    without_templates = CardLibrary({}, library.translations)
    card = drawn.window(states.live(1, states.quest()), without_templates)

    assert card.property("kind") == "card"
    assert find(card, "button:read").isEnabled()


def test_the_keyboard_reaches_and_presses_rows_in_the_window(
    drawn: Drawn, commands: RecordingCommands, qtbot: QtBot
) -> None:
    card = drawn.window(states.live(1, states.quest_list(3)))
    view = find(card, "", PressList)
    activate(card, qtbot)
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Down)
    qtbot.keyClick(view, Qt.Key.Key_Space)

    assert commands.calls[0][2].arguments == {"quest": f"{2:016X}"}  # type: ignore[attr-defined]


def test_focus_is_seen(drawn: Drawn, qtbot: QtBot) -> None:
    card = drawn.window(states.live(1, states.quest_list(3)))
    view = find(card, "", PressList)
    activate(card, qtbot)
    before = view.grab().toImage()
    view.setFocus()

    assert view.grab().toImage() != before


@pytest.mark.parametrize("data", states.every_card(), ids=lambda data: type(data).__name__)
def test_a_screen_reader_finds_name_and_role_of_all_of_a_card(drawn: Drawn, data: CardData) -> None:
    card = drawn.window(states.live(1, data))
    met = list(accessible(card))

    assert met[0][1] != ""
    assert [role for role, name in met if not name and role in (Role.Button, Role.StaticText)] == []
    assert len([name for role, name in met if role is Role.Button]) > 0
    assert [name for role, name in met if role is Role.ListItem] == rows(card)


def test_a_row_is_read_with_number_title_state_and_mark(drawn: Drawn) -> None:
    card = drawn.window(states.live(1, states.quest_list(3)))

    assert rows(card)[0] == "1. Stone Age, 6 of 8 furnaces, Started"


@pytest.mark.behaviour("CARD-075")
def test_codes_of_the_game_are_formatting_and_not_characters(drawn: Drawn) -> None:
    card = drawn.window(states.live(1, states.quest()))
    plain = msgspec.structs.replace(states.quest(), title="Shiny Things")
    without = drawn.window(states.live(2, plain))

    assert "Shiny Things" in texts(card)
    assert not any("§" in text for text in texts(card))
    assert title(card).grab().toImage() != title(without).grab().toImage()


@pytest.mark.parametrize(
    "hostile",
    [
        pytest.param("<b>x</b>", id="bold"),
        pytest.param("<img src='file:///x.png'>", id="image"),
        pytest.param("<a href='https://x'>y</a>", id="link"),
        pytest.param("&#60;b&#62;", id="entity"),
    ],
)
def test_a_title_from_outside_is_shown_as_it_is(drawn: Drawn, hostile: str) -> None:
    card = drawn.window(states.live(1, msgspec.structs.replace(states.quest(), title=hostile)))

    shown = title(card)
    assert shown.text() == hostile
    assert shown.textFormat() is Qt.TextFormat.PlainText
    assert shown.sizeHint().width() >= shown.fontMetrics().horizontalAdvance(hostile)


@pytest.mark.parametrize("word", ["W" * 300, "钻" * 300], ids=["latin", "chinese"])
def test_a_long_word_stays_inside_the_card(drawn: Drawn, word: str) -> None:
    quest = msgspec.structs.replace(states.quest(), description=(word,), title=word)
    card = drawn.window(states.live(1, quest))
    card.resize(400, card.heightForWidth(400))

    assert card.minimumSizeHint().width() <= 400
    outside = [w for w in card.findChildren(QLabel) if w.mapTo(card, w.rect().topRight()).x() > 400]
    assert outside == []


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("Stone Age", "St"),
        ("50 XP", "Xp"),
        ("熔炉", "熔炉"),
        ("42", "42"),
        ("", "?"),
        ("...", "?"),
    ],
)
def test_two_letters_stand_for_a_name(name: str, letters: str) -> None:
    assert letters_of(name) == letters


@pytest.mark.parametrize(
    ("count", "text"), [(1, "1"), (999, "999"), (1_000, "1k"), (64_512, "64k"), (3_000_000, "3M")]
)
def test_amounts_stay_short(count: int, text: str) -> None:
    assert amount_text(count) == text


@pytest.mark.parametrize(
    ("others", "words"), [(0, "1 of 3"), (1, "1 of 3 · or 1 other"), (4, "1 of 3 · or 4 others")]
)
def test_below_an_item_stands_what_would_do_as_well(
    library: CardLibrary, commands: RecordingCommands, others: int, words: str
) -> None:
    scope = CardScope(states.ref(1), Variant.FULL, commands, library.translations)
    item = ItemPreview("minecraft:plank", "Plank", count=3, have=1, others=others)
    assert note_line(item, "", scope) == words


def test_an_item_keeps_its_colour() -> None:
    assert stable_colour("minecraft:furnace").name() == "#dfbb85"
    assert stable_colour("minecraft:furnace") != stable_colour("minecraft:torch")


def activate(card: CardWidget, qtbot: QtBot) -> None:
    """Make a card's window the active one, as a click would."""
    card.activateWindow()
    qtbot.waitUntil(card.isActiveWindow)


def title(card: CardWidget) -> QLabel:
    """The label with the card's name."""
    return next(w for w in card.findChildren(QLabel) if w.text() == card.accessibleName())
