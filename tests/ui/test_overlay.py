"""The overlay is above the game, takes no focus, and clicks only for what can be pressed."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from companion.cards.library import CardLibrary, load_library
from companion.client.state import EMPTY, Phase, Voice
from companion.protocol.cards.quest_detail import QuestOutput
from companion.support.errors import Failure
from companion.ui.overlay import Overlay
from companion.ui.overlay_place import MARGIN_PX, TALLEST_CARD_PX, WIDTH_PX, Area, placed
from companion.ui.theme import Size
from companion.ui.words import Style, Words
from tests.helpers import ui_states as states
from tests.helpers.ui_look import find, press_row, row_at, texts
from tests.helpers.ui_states import RecordingCommands

LEFT = Qt.MouseButton.LeftButton
LISTENING = replace(EMPTY, voice=Voice(Phase.LISTENING, "show my", seconds_left=51.4))
SCREEN = Area(0, 0, 1920, 1080)


def test_nothing_to_show_is_nothing_on_the_screen(overlay: Overlay) -> None:
    overlay.show_state(LISTENING)
    shown = overlay.isVisible()
    overlay.show_state(EMPTY)

    assert shown
    assert not overlay.isVisible()


def test_it_never_takes_the_focus(overlay: Overlay) -> None:
    overlay.show_state(states.over_the_game())

    assert overlay.windowFlags() & Qt.WindowType.WindowDoesNotAcceptFocus
    assert overlay.windowFlags() & Qt.WindowType.X11BypassWindowManagerHint
    assert overlay.testAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
    takers = [w for w in overlay.findChildren(QPushButton) if w.focusPolicy().value]
    assert takers == []


def test_clicks_pass_through_until_there_is_something_to_press(overlay: Overlay) -> None:
    overlay.show_state(LISTENING)
    with_words_only = overlay.clicks_pass_through
    overlay.show_state(states.over_the_game())
    with_a_card = overlay.clicks_pass_through
    overlay.show_state(LISTENING)

    assert (with_words_only, with_a_card, overlay.clicks_pass_through) == (True, False, True)


def test_a_row_is_pressed_with_the_mouse(
    overlay: Overlay, commands: RecordingCommands, qtbot: QtBot
) -> None:
    overlay.show_state(states.over_the_game())
    press_row(overlay, 2, qtbot)

    [(order, card, action)] = commands.calls
    assert (order, card) == ("press", states.ref(1))
    assert action.arguments == {"quest": f"{2:016X}"}  # type: ignore[attr-defined]


def test_the_strip_shows_phase_time_left_and_live_words(overlay: Overlay) -> None:
    overlay.show_state(LISTENING)

    assert texts(find(overlay, "strip"))[:2] == ["Listening · 0:52 left", "show my"]


def test_silence_says_why(overlay: Overlay) -> None:
    overlay.show_state(replace(EMPTY, voice=Voice(Phase.SILENT, reason=Failure.TOO_SHORT)))

    assert "That was too short. Hold the key while you speak." in texts(overlay)


def test_what_is_spoken_is_captioned(overlay: Overlay) -> None:
    overlay.show_state(states.over_the_game(phase=Phase.SPEAKING))
    caption = find(overlay, "caption")
    shown = caption.isVisible()
    overlay.show_state(states.over_the_game(phase=Phase.IDLE))

    assert shown
    assert not caption.isVisible()


@pytest.mark.behaviour("CARD-055")
def test_a_long_card_keeps_to_width_and_height(overlay: Overlay) -> None:
    long = replace_description(states.quest(), ("A very long line of a quest. " * 40,) * 60)
    overlay.show_state(
        replace(states.over_the_game(), cards=(states.live(1, long),), front=states.ref(1))
    )

    assert overlay.width() == WIDTH_PX
    assert find(overlay, "card_panel").height() <= TALLEST_CARD_PX + 2 * MARGIN_PX


def test_the_card_is_kept_while_only_words_change(overlay: Overlay) -> None:
    state = states.over_the_game()
    overlay.show_state(state)
    row, _ = row_at(overlay, 1)
    overlay.show_state(replace(state, revision=2, voice=Voice(Phase.LISTENING, "open the second")))

    assert row_at(overlay, 1)[0] is row


@pytest.mark.behaviour("NOTE-024")
def test_a_dragged_overlay_tells_its_place_and_takes_it_again(
    library: CardLibrary, commands: RecordingCommands, qtbot: QtBot
) -> None:
    places: list[tuple[int, int]] = []
    overlay = Overlay(library, commands, (100, 100), lambda _, x, y: places.append((x, y)))
    overlay.show_state(states.over_the_game())
    start = QPoint(200, 20)
    qtbot.mousePress(overlay, LEFT, pos=start)
    qtbot.mouseMove(overlay, start + QPoint(30, 40))
    qtbot.mouseRelease(overlay, LEFT, pos=start)
    overlay.deleteLater()
    again = Overlay(library, commands, places[-1])
    again.show_state(states.over_the_game())

    assert (again.x(), again.y()) == places[-1] == (130, 140)
    again.deleteLater()


def test_a_click_without_a_drag_moves_nothing(
    library: CardLibrary, commands: RecordingCommands, qtbot: QtBot
) -> None:
    places: list[tuple[int, int]] = []
    overlay = Overlay(library, commands, (100, 100), lambda _, x, y: places.append((x, y)))
    overlay.show_state(states.over_the_game())
    qtbot.mouseClick(overlay, LEFT, pos=QPoint(200, 20))

    assert places == []
    overlay.deleteLater()


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        pytest.param((-1, -1), (1920 - 400 - MARGIN_PX, MARGIN_PX), id="unset is the corner"),
        pytest.param((300, 200), (300, 200), id="inside stays"),
        pytest.param((9_000, 9_000), (1520, 680), id="far off comes back"),
        pytest.param((0, 0), (0, 0), id="the very corner is a choice"),
    ],
)
def test_the_overlay_is_wholly_on_the_screen(
    wanted: tuple[int, int], expected: tuple[int, int]
) -> None:
    assert placed(wanted, 400, 400, SCREEN) == expected


@pytest.mark.parametrize(
    ("partial", "shown"),
    [("Iron needs", "Iron needs"), ("a" * 300 + " <b>end</b>", "…" + "a" * 109 + " <b>end</b>")],
    ids=["short", "long"],
)
def test_an_answer_is_read_over_the_game_while_it_is_written(
    overlay: Overlay, partial: str, shown: str
) -> None:
    thinking = replace(EMPTY, voice=Voice(Phase.THINKING, "what is iron"), waiting=True)
    overlay.show_state(replace(thinking, partial=partial))

    assert shown in texts(overlay)


@pytest.mark.parametrize(
    ("speaker", "caption"),
    [("Ada", "Ada: Iron is melted."), ("", "Iron is melted.")],
    ids=["a character", "nobody in particular"],
)
def test_the_caption_names_the_character_who_speaks(
    overlay: Overlay, speaker: str, caption: str
) -> None:
    voice = Voice(Phase.SPEAKING, "Iron is melted.", speaker=speaker)
    overlay.show_state(replace(EMPTY, voice=voice))

    assert find(overlay, "caption", Words).text() == caption


@pytest.mark.parametrize("news", ["screenRemoved", "primaryScreenChanged", "availableGeometry"])
def test_an_overlay_whose_monitor_is_gone_comes_back_into_sight(
    overlay: Overlay, qtbot: QtBot, news: str
) -> None:
    overlay.show_state(LISTENING)
    screen = QGuiApplication.primaryScreen()
    overlay.move(screen.geometry().right() + 500, 40)
    if news == "availableGeometry":
        screen.availableGeometryChanged.emit(screen.availableGeometry())
    else:
        getattr(QGuiApplication.instance(), news).emit(screen)

    qtbot.waitUntil(lambda: screen.geometry().contains(overlay.geometry()), timeout=60_000)


def test_a_screen_that_is_too_small_shows_the_top_left() -> None:
    assert placed((50, 50), 400, 400, Area(10, 20, 300, 200)) == (10, 20)


def replace_description(quest: QuestOutput, lines: tuple[str, ...]) -> QuestOutput:
    return msgspec.structs.replace(quest, description=lines)


def test_the_level_moves_only_while_it_listens(overlay: Overlay, qtbot: QtBot) -> None:
    overlay.show_state(LISTENING)
    bars = find(overlay, "strip:level", QWidget)
    quiet = bars.grab().toImage()
    overlay.show_level(-15.0)
    loud = bars.grab().toImage()
    overlay.show_state(replace(EMPTY, voice=Voice(Phase.THINKING)))
    overlay.show_level(-15.0)

    assert loud != quiet
    assert bars.grab().toImage() != loud


SPOKEN = Voice(
    Phase.SPEAKING, "The first are Stone Age, Shiny Things, A Place to Craft and others."
)


@pytest.mark.parametrize(
    "voice",
    [Voice(Phase.SILENT, reason=Failure.MICROPHONE_MUTED), SPOKEN],
    ids=["a cause and the next step", "a long caption"],
)
def test_every_panel_has_room_for_its_words_at_once(overlay: Overlay, voice: Voice) -> None:
    overlay.show_state(replace(states.over_the_game(), voice=Voice(Phase.SPEAKING, "Short.")))
    overlay.show_state(replace(states.over_the_game(), voice=voice))
    panels = [panel for panel in overlay._panels() if not panel.isHidden()]
    assert len(panels) >= 2
    for panel in panels:
        assert panel.height() >= panel.heightForWidth(WIDTH_PX)
        assert panel.geometry().bottom() < overlay.height()


@pytest.mark.parametrize("locale", ["en_us", "zh_cn"])
def test_no_reason_is_cut_short_over_the_game(commands: RecordingCommands, locale: str) -> None:
    overlay, cut = Overlay(load_library(locale), commands), []
    words = find(overlay, "strip:words", Words)
    for failure in Failure:
        overlay.show_state(replace(EMPTY, voice=Voice(Phase.SILENT, reason=failure, detail="x")))
        whole = Words(words.text(), Style(Size.BODY))
        if words.height() < whole.heightForWidth(words.width()):
            cut.append(words.text())
        whole.deleteLater()
    overlay.close()
    assert cut == []
