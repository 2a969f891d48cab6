"""Each page draws what it is told, passes on what is pressed, and has a name for everything."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from msgspec.structs import replace as replace_struct
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from companion.cards.library import CardLibrary, load_library
from companion.client.navigation import PageName, Wanted
from companion.client.orders import (
    AskUsage,
    ChooseMode,
    Enter,
    GoTo,
    PairByName,
    PairWithCode,
    Pin,
    PressTool,
    RunSelfTest,
    Unpin,
)
from companion.client.pairing import PairingPhase, PairingState
from companion.client.past import NOT_ASKED, Past, PastTurn
from companion.client.servers_view import ServersView
from companion.client.state import EMPTY, Health, Part
from companion.language.phrase import literal
from companion.protocol.requests import Mode
from companion.protocol.responses import Usage, Used, UsedOf, View
from companion.support.errors import Failure
from companion.ui.application import open_application
from companion.ui.clipped import MOST_CHARACTERS, clipped
from companion.ui.main_window import MainWindow
from companion.ui.pages.bar_chart import BarChart
from companion.ui.pages.money import money
from companion.ui.pages.shelf import PAGES
from companion.ui.shots import samples
from tests.helpers.page_desk import RecordingDesk, go
from tests.helpers.ui_look import accessible, find, texts
from tests.helpers.ui_states import RecordingCommands

LEFT = Qt.MouseButton.LeftButton
PRESSED = {QAccessible.Role.Button, QAccessible.Role.EditableText, QAccessible.Role.CheckBox}
PRESSED |= {QAccessible.Role.ComboBox, QAccessible.Role.ButtonMenu}


@pytest.mark.parametrize("page", [page.value for page in PAGES])
@pytest.mark.parametrize("locale", ["en_us", "zh_cn"])
def test_everything_that_can_be_pressed_has_a_name(
    paged: MainWindow, desk: RecordingDesk, page: str, locale: str
) -> None:
    paged.use_library(load_library(locale))
    go(paged, PageName(page), desk)

    nameless = [role for role, name in accessible(paged) if role in PRESSED and not name]
    assert not nameless
    assert len([role for role, _ in accessible(paged) if role in PRESSED]) > 8


@pytest.mark.parametrize("page", [page.value for page in PAGES])
def test_the_keyboard_reaches_every_control_of_a_page(
    paged: MainWindow, desk: RecordingDesk, page: str
) -> None:
    go(paged, PageName(page), desk)
    wanted = {
        button
        for button in find(paged, f"page:{page}").findChildren(QPushButton)
        if button.isVisible() and button.isEnabled()
    }
    at, reached = paged.focusWidget(), set()
    for _ in range(200):
        reached.add(at)
        at = at.nextInFocusChain()

    assert wanted
    assert wanted <= reached
    assert all(button.focusPolicy() & Qt.FocusPolicy.TabFocus for button in wanted)


@pytest.mark.parametrize("scale", [0.8, 2.0])
@pytest.mark.parametrize("page", [page.value for page in PAGES])
def test_no_label_of_a_page_is_read_as_markup_at_any_size(
    paged: MainWindow, desk: RecordingDesk, page: str, scale: float
) -> None:
    open_application(scale=scale)
    go(paged, PageName(page), desk)

    labels = find(paged, f"page:{page}").findChildren(QLabel)
    assert labels
    assert {label.textFormat() for label in labels} == {Qt.TextFormat.PlainText}


@pytest.mark.behaviour("CLIENT-051")
def test_a_page_stands_in_the_window_until_the_player_goes_back(
    paged: MainWindow, qtbot: QtBot
) -> None:
    go(paged, PageName.WHY)
    shown = paged.page
    qtbot.mouseClick(find(find(paged, "page:why"), "page:back"), LEFT)

    assert (shown, paged.page) == (PageName.WHY, PageName.CHAT)


def test_escape_leaves_a_page_and_stops_nothing(
    paged: MainWindow, commands: RecordingCommands, qtbot: QtBot
) -> None:
    go(paged, PageName.WHY)
    paged.activateWindow()
    qtbot.waitUntil(paged.isActiveWindow)
    qtbot.keyClick(find(paged, "send:text"), Qt.Key.Key_Escape)

    assert paged.page is PageName.CHAT
    assert commands.calls == []


@pytest.mark.behaviour("CLIENT-012")
def test_leaving_a_page_that_the_game_asked_for_gives_the_game_back(
    paged: MainWindow, qtbot: QtBot
) -> None:
    paged.show_state(replace(EMPTY, wanted=Wanted(1, PageName.WHY, from_game=True)))
    qtbot.mouseClick(find(find(paged, "page:why"), "page:back"), LEFT)

    assert paged.isMinimized()


def test_each_wish_to_go_somewhere_is_followed_once(paged: MainWindow, qtbot: QtBot) -> None:
    go(paged, PageName.WHY)
    qtbot.mouseClick(find(find(paged, "page:why"), "page:back"), LEFT)
    go(paged, PageName.WHY)

    assert paged.page is PageName.CHAT


def test_another_language_keeps_the_page(paged: MainWindow, desk: RecordingDesk) -> None:
    go(paged, PageName.USAGE, desk)
    paged.use_library(load_library("zh_cn"))

    assert paged.page is PageName.USAGE
    assert "用量与费用" in texts(paged)


def test_the_usage_page_reads_the_books_when_it_opens_and_when_asked(
    paged: MainWindow, desk: RecordingDesk, commands: RecordingCommands, qtbot: QtBot
) -> None:
    go(paged, PageName.USAGE)
    qtbot.mouseClick(find(paged, "usage:again"), LEFT)

    assert desk.reads == 2
    assert commands.calls == [("order", AskUsage())]


def test_the_usage_page_shows_costs_of_both_books(paged: MainWindow, desk: RecordingDesk) -> None:
    go(paged, PageName.USAGE, desk)

    shown = texts(paged)
    assert "qwen/qwen3-tts-flash" in shown
    assert "deepseek/deepseek-chat" in shown
    assert "no price" in shown
    assert "Today ¥0.0867 of ¥1.00" in shown


@pytest.mark.behaviour("USAGE-018")
@pytest.mark.parametrize(
    ("server", "operator", "is_offered"),
    [("s", True, True), ("s", False, False), ("", True, False)],
    ids=["operator", "player", "own computer"],
)
def test_the_use_of_all_players_is_offered_to_operators_of_a_server(
    paged: MainWindow, commands: RecordingCommands, server: str, operator: bool, is_offered: bool
) -> None:
    go(paged, PageName.USAGE)
    state = samples.everything("en_us")
    entitled = replace_struct(state.engine.entitlement, operator=operator)
    engine = replace_struct(state.engine, entitlement=entitled)
    paged.show_state(replace(state, server=server, engine=engine))
    button = find(paged, "usage:everyone", QPushButton)
    assert button.isVisible() is is_offered
    button.click()
    assert commands.calls == [("order", AskUsage(everyone=True))]


def test_the_use_of_all_players_is_shown_player_by_player(
    paged: MainWindow, desk: RecordingDesk
) -> None:
    go(paged, PageName.USAGE, desk)
    used = tuple(UsedOf(name, "a/x", Used(1), Used(4, cost="0.5")) for name in ("Alex", ""))
    usage = Usage(open=False, models=used, model_currency="USD")
    paged.show_state(replace(samples.everything("en_us"), usage=usage))
    shown = texts(find(paged, "page:usage"))
    assert "Alex" in shown
    assert "The server itself" in shown


def test_broken_books_say_why(paged: MainWindow, desk: RecordingDesk) -> None:
    go(paged, PageName.USAGE)
    desk.books_failed.emit(Failure.SPEECH_LEDGER_BROKEN, "")

    assert any("nothing is paid for" in text for text in texts(find(paged, "page:usage")))
    assert not find(paged, "page:usage").findChildren(BarChart)


def test_the_chart_is_walked_through_by_keys(
    paged: MainWindow, desk: RecordingDesk, qtbot: QtBot
) -> None:
    go(paged, PageName.USAGE, desk)
    chart = find(paged, "chart", BarChart)
    newest = chart.accessibleDescription()
    qtbot.keyClick(chart, Qt.Key.Key_Left)
    qtbot.keyClick(chart, Qt.Key.Key_Left)

    assert newest.startswith("2026-05-20: ¥0.0867")
    assert chart.accessibleDescription().startswith("2026-05-18")


@pytest.mark.parametrize(
    ("cost", "currency", "words"),
    [
        pytest.param(Decimal("1.2"), "CNY", "¥1.20", id="cents"),
        pytest.param(Decimal("0.0031"), "CNY", "¥0.0031", id="small"),
        pytest.param(Decimal("0.5"), "USD", "$0.50", id="half"),
        pytest.param(Decimal("0.000001"), "USD", "< $0.0001", id="less than can be shown"),
        pytest.param(Decimal(0), "CNY", "¥0.00", id="nothing"),
        pytest.param(Decimal(1234), "SEK", "1,234.00 SEK", id="no sign"),
        pytest.param(None, "CNY", "no price", id="unpriced"),
    ],
)
def test_money_reads_as_money(
    library: CardLibrary, cost: Decimal | None, currency: str, words: str
) -> None:
    assert money(cost, currency, library.translations) == words


def test_the_past_is_searched(paged: MainWindow, qtbot: QtBot) -> None:
    go(paged, PageName.HISTORY)
    field = find(paged, "history:search", QLineEdit)
    qtbot.keyClicks(field, "generator power")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    nothing = texts(find(paged, "page:history"))
    field.setText("what should")
    qtbot.keyClick(field, Qt.Key.Key_Return)

    assert "Nothing found" in nothing
    assert any(text.startswith("3 entries") for text in texts(find(paged, "page:history")))


def test_nothing_in_the_past_can_be_pressed(
    paged: MainWindow, commands: RecordingCommands, qtbot: QtBot
) -> None:
    go(paged, PageName.HISTORY)
    page = find(paged, "page:history")
    for button in page.area.widget().findChildren(QPushButton):  # type: ignore[attr-defined]
        qtbot.mouseClick(button, LEFT)

    assert commands.calls == []


@pytest.mark.parametrize(("ending", "start"), [("txt", "["), ("json", "[\n  {")])
def test_the_past_is_written_as_asked(
    paged: MainWindow, desk: RecordingDesk, ending: str, start: str
) -> None:
    go(paged, PageName.HISTORY)
    page = find(paged, "page:history")
    page.export(f"past.{ending}")  # type: ignore[attr-defined]
    desk.exported.emit(None, f"past.{ending}")

    [(path, text)] = desk.files
    assert path == f"past.{ending}"
    assert text.startswith(start)
    assert f"Saved: past.{ending}" in texts(page)


def test_a_long_past_is_drawn_in_portions(paged: MainWindow, qtbot: QtBot) -> None:
    turn = PastTurn(is_player=True, at=1e9, words=literal("again"))
    past = Past(is_known=True, turns=(turn,) * 400)
    paged.show_state(replace(EMPTY, past=past, wanted=Wanted(1, PageName.HISTORY)))
    before = texts(paged).count("again")
    qtbot.mouseClick(find(paged, "history:older"), LEFT)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    assert before == 40
    assert texts(paged).count("again") == 80


def test_a_past_that_is_not_here_yet_is_no_empty_one(paged: MainWindow) -> None:
    paged.show_state(replace(EMPTY, past=NOT_ASKED, wanted=Wanted(1, PageName.HISTORY)))

    assert "Waiting for the server" in texts(paged)


def test_a_past_that_is_refused_says_why(paged: MainWindow) -> None:
    go(paged, PageName.HISTORY)
    refused = replace(samples.everything("en_us"), past=Past(reason=Failure.NOT_BOUND))
    paged.show_state(refused)
    assert any("/system grant" in text for text in texts(find(paged, "page:history")))


def test_cards_are_pinned_and_unpinned(
    paged: MainWindow, commands: RecordingCommands, qtbot: QtBot
) -> None:
    paged.show_state(samples.everything("en_us"))
    qtbot.mouseClick(find(find(paged, "entry:2"), "pin"), LEFT)
    go(paged, PageName.PINNED)
    card = samples.card(3, "item_query", "en_us").ref.id
    qtbot.mouseClick(find(paged, f"unpin:{card}"), LEFT)

    pinned = samples.card(1, "quest_list", "en_us").ref.id
    assert commands.calls == [("order", Pin(pinned)), ("order", Unpin(card))]


def test_servers_are_used_forgotten_and_added(
    paged: MainWindow, desk: RecordingDesk, qtbot: QtBot
) -> None:
    go(paged, PageName.CONNECTION, desk)
    [first, second] = samples.servers().servers
    qtbot.mouseClick(find(paged, f"use:{second.id}"), LEFT)
    qtbot.mouseClick(find(paged, f"forget:{first.id}"), LEFT)
    qtbot.keyClicks(find(paged, "server:address"), "play.example.net")
    qtbot.mouseClick(find(paged, "server:add"), LEFT)

    assert desk.asked.calls == [
        ("look",),
        ("use", str(second.id)),
        ("forget", str(first.id)),
        ("add", "", "play.example.net", False),
    ]


def test_a_refused_address_says_why(paged: MainWindow, desk: RecordingDesk) -> None:
    go(paged, PageName.CONNECTION, desk)
    desk.servers_came.emit(ServersView(reason=Failure.TLS_REQUIRED, detail="play.example.net"))

    assert any("--insecure" in text for text in texts(find(paged, "page:connection")))


def test_signing_in_goes_from_name_to_code(
    paged: MainWindow, desk: RecordingDesk, commands: RecordingCommands, qtbot: QtBot
) -> None:
    go(paged, PageName.CONNECTION, desk)
    state = samples.everything("en_us")
    paged.show_state(replace(state, wanted=Wanted(1), pairing=PairingState()))
    qtbot.keyClicks(find(paged, "pairing:player"), "Alex")
    qtbot.mouseClick(find(paged, "pairing:ask"), LEFT)
    asked = PairingState(PairingPhase.ENTER_CODE, expires_s=300)
    paged.show_state(replace(state, wanted=Wanted(1), pairing=asked))
    qtbot.keyClicks(find(paged, "pairing:code"), "123456")
    qtbot.mouseClick(find(paged, "pairing:send"), LEFT)

    assert commands.calls == [("order", PairByName("Alex")), ("order", PairWithCode("123456"))]


def test_a_code_to_type_in_the_game_is_shown_whole(paged: MainWindow, desk: RecordingDesk) -> None:
    go(paged, PageName.CONNECTION, desk)
    shown = PairingState(PairingPhase.TYPE_IN_GAME, "AB12CD", 300)
    paged.show_state(replace(EMPTY, wanted=Wanted(1), pairing=shown))

    assert "/system pair AB12CD" in texts(paged)


def test_the_why_page_has_one_line_for_each_part(
    paged: MainWindow, commands: RecordingCommands, qtbot: QtBot
) -> None:
    go(paged, PageName.WHY)
    lines = [find(paged, f"why:{name}") for name in ("key", "microphone", "engine", "last")]
    qtbot.mouseClick(find(find(paged, "why:ears"), "why:go"), LEFT)

    assert [line.accessibleName() for line in lines] == [
        "Talk key: F8 · ready",
        "Microphone: -42 dB · ready",
        "Server: 3 ms · ready",
        "Last try: failed",
    ]
    assert commands.calls == [("order", GoTo(PageName.SETTINGS))]


def test_the_microphones_level_is_live(paged: MainWindow) -> None:
    go(paged, PageName.WHY)
    paged.show_level(-17.2)

    assert find(paged, "why:microphone").accessibleName() == "Microphone: -17 dB · ready"


def test_the_self_test_is_a_button(
    paged: MainWindow, commands: RecordingCommands, qtbot: QtBot
) -> None:
    go(paged, PageName.WHY)
    qtbot.mouseClick(find(paged, "why:test"), LEFT)

    assert commands.calls == [("order", RunSelfTest())]


@pytest.mark.behaviour("CLIENT-042", "CLIENT-043")
def test_a_modules_page_unfolds_above_the_input_and_folds_at_the_second_click(
    paged: MainWindow, commands: RecordingCommands, qtbot: QtBot
) -> None:
    paged.show_state(samples.conversation("en_us"))
    entry, bar = find(paged, "nav:system:quests"), find(paged, "module_bar")
    qtbot.mouseClick(entry, LEFT)
    QApplication.processEvents()
    unfolded, above = bar.isVisible(), bar.geometry().bottom() < find(paged, "send_box").y()
    below = bar.mapTo(paged, bar.rect().topLeft()).y() > paged.log.mapTo(paged, paged.log.pos()).y()
    qtbot.mouseClick(entry, LEFT)

    assert (unfolded, above, below, bar.isVisible()) == (True, True, True, False)
    assert commands.calls == [("order", Enter("system:quests"))]


@pytest.mark.behaviour("CLIENT-044")
def test_an_instant_entry_acts_at_every_click(
    paged: MainWindow, commands: RecordingCommands, qtbot: QtBot
) -> None:
    paged.show_state(samples.conversation("en_us"))
    for _ in range(2):
        qtbot.mouseClick(find(paged, "nav:system:history"), LEFT)

    assert commands.calls == [("order", Enter("system:history"))] * 2


def test_a_tool_of_a_page_is_pressed(
    paged: MainWindow, commands: RecordingCommands, qtbot: QtBot
) -> None:
    paged.show_state(samples.conversation("en_us"))
    paged.unfold("system:quests")
    qtbot.mouseClick(find(paged, "tool:system:quests:next"), LEFT)

    assert commands.calls == [("order", PressTool("system:quests", "next"))]


def test_an_entry_that_is_allowed_no_more_is_gone_with_its_toolbar(paged: MainWindow) -> None:
    paged.show_state(samples.conversation("en_us"))
    paged.unfold("system:quests")
    paged.show_state(EMPTY)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    assert not find(paged, "module_bar").isVisible()
    assert not paged.findChildren(QPushButton, "nav:system:quests")


@pytest.mark.behaviour("CLIENT-041")
def test_settings_stand_top_right_and_open_without_a_client(
    paged: MainWindow, commands: RecordingCommands, qtbot: QtBot
) -> None:
    paged.show_state(samples.conversation("en_us"))
    button = find(paged, "settings")
    with qtbot.waitSignal(paged.settings_wanted):
        qtbot.mouseClick(button, LEFT)

    others = [b for b in find(paged, "header").findChildren(QPushButton) if b is not button]
    assert all(other.x() < button.x() for other in others)
    assert commands.calls == []


def test_the_simple_view_leaves_the_workbench_out(paged: MainWindow) -> None:
    paged.show_state(samples.conversation("en_us"))
    paged.show_state(replace(samples.conversation("en_us"), view=View.SIMPLE))

    assert not find(paged, "navigation").isVisible()
    assert find(paged, "send:text").isVisible()
    assert find(paged, "settings").isVisible()


@pytest.mark.behaviour("CLIENT-016")
def test_commands_of_client_and_server_are_completed_in_one_list(
    paged: MainWindow, qtbot: QtBot
) -> None:
    paged.show_state(samples.conversation("en_us"))
    qtbot.keyClicks(find(paged, "send:text"), "/hi")
    lines = paged.completion_lines()

    assert lines == ["/history"]


@pytest.mark.behaviour("CLIENT-017")
def test_a_completion_for_other_commands_is_dropped(paged: MainWindow, qtbot: QtBot) -> None:
    state = samples.conversation("en_us")
    paged.show_state(state)
    qtbot.keyClicks(find(paged, "send:text"), "/hi")
    paged.show_state(replace(state, commands=state.commands + 1))

    assert paged.completion_lines() == []


def test_the_mode_menu_marks_the_current_mode_and_chooses_another(
    paged: MainWindow, commands: RecordingCommands
) -> None:
    paged.show_state(replace(samples.conversation("en_us"), mode=Mode.LOCAL))
    button = find(paged, "mode", QPushButton)
    actions = button.menu_of_modes.actions()  # type: ignore[attr-defined]
    actions[2].trigger()

    assert button.accessibleName() == "AI mode: Local"
    assert [action.isChecked() for action in actions].count(True) == 1
    assert commands.calls == [("order", ChooseMode(Mode.REASON))]


@pytest.mark.behaviour("CLIENT-048")
def test_without_modes_there_is_no_mode_menu(paged: MainWindow) -> None:
    paged.show_state(EMPTY)

    assert not find(paged, "mode").isVisible()


def test_a_megabyte_of_words_is_cut_where_nobody_reads_on() -> None:
    cut = clipped("x" * 1_000_000)

    assert len(cut) == MOST_CHARACTERS + 1
    assert clipped("short\nand whole\n") == "short\nand whole\n"


def test_a_failed_part_is_told_at_the_server_in_use(paged: MainWindow, desk: RecordingDesk) -> None:
    go(paged, PageName.CONNECTION, desk)
    failed = Part("engine", Health.FAILED, reason=Failure.TLS_REQUIRED)
    paged.show_state(replace(EMPTY, wanted=Wanted(1), parts=(failed,)))

    row = find(paged, f"server:{samples.servers().current}")
    assert row.accessibleDescription().startswith("failed. ")
