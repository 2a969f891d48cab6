"""The windowed companion whole: real window, client and engine process; no key, no sound."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QPushButton,
    QSlider,
)
from pytestqt.qtbot import QtBot

from companion.__main__ import main
from companion.client.hotkeys.hotkey import Standing
from companion.client.state import Health
from companion.support.errors import CompanionError, Failure
from companion.support.settings import FILE_NAME, read_settings, write_settings
from tests.helpers.app_fakes import FakeHotkey, UnansweredStore, top_level
from tests.helpers.running_companion import QUIET, WAIT_MS, Start, companions
from tests.helpers.ui_look import find, rows, texts


@pytest.fixture
def start(tmp_path: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    with companions(tmp_path, qapp, monkeypatch) as begin:
        yield begin


def test_it_opens_at_once_and_answers_a_typed_question(
    start: Start, tmp_path: Path, qtbot: QtBot
) -> None:
    write_settings(tmp_path, QUIET)
    one = start()
    assert one.window.isVisible()
    one.ask("show my quests")
    qtbot.waitUntil(lambda: one.state.front is not None, timeout=WAIT_MS)
    assert one.health("engine")[0] is Health.READY
    assert one.health("key")[0] is Health.READY


def test_a_broken_settings_file_is_told_in_the_window_and_kept(
    start: Start, tmp_path: Path, qtbot: QtBot
) -> None:
    broken = b'{"locale": "en_us",'
    (tmp_path / FILE_NAME).write_bytes(broken)
    one = start()
    qtbot.waitUntil(lambda: "failure.settings_broken" in one.log(), timeout=WAIT_MS)
    assert any(FILE_NAME in text for text in texts(one.window))
    assert (tmp_path / FILE_NAME).read_bytes() == broken


def test_settings_that_are_a_folder_are_told_once_and_the_program_goes_on(
    start: Start, tmp_path: Path, qtbot: QtBot
) -> None:
    (tmp_path / FILE_NAME).mkdir()
    one = start()
    one.ask("help")
    qtbot.waitUntil(lambda: one.state.front is not None, timeout=WAIT_MS)
    one.choose("locale", "zh_cn")
    qtbot.waitUntil(lambda: one.state.locale == "zh_cn", timeout=WAIT_MS)
    assert one.log().count("failure.settings_broken") == 1
    assert list((tmp_path / FILE_NAME).iterdir()) == []


def test_a_bad_setting_is_told_by_its_name(start: Start, tmp_path: Path, qtbot: QtBot) -> None:
    (tmp_path / FILE_NAME).write_text('{"volume": 900, "synthesizer": "none"}')
    one = start()
    qtbot.waitUntil(lambda: "failure.setting_invalid" in one.log(), timeout=WAIT_MS)
    assert any("volume" in text for text in texts(one.window))


def test_a_changed_setting_keeps_the_conversation(
    start: Start, tmp_path: Path, qtbot: QtBot
) -> None:
    write_settings(tmp_path, QUIET)
    one = start()
    one.ask("help")
    qtbot.waitUntil(lambda: one.state.front is not None, timeout=WAIT_MS)
    before = one.state
    find(one.window, "settings", QPushButton).click()
    dialog = find(one.window, "settings_dialog")
    find(dialog, "setting:send_on_release", QCheckBox).click()
    dialog.close()
    qtbot.waitUntil(lambda: one.health("engine")[0] is Health.STARTING, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: one.health("engine")[0] is Health.READY, timeout=WAIT_MS)
    assert one.state.entries[: len(before.entries)] == before.entries
    assert "failure.engine_stopped" not in one.log()
    assert not read_settings(tmp_path).settings.send_on_release


def test_another_volume_restarts_neither_client_nor_engine(
    start: Start, tmp_path: Path, qtbot: QtBot
) -> None:
    write_settings(tmp_path, QUIET)
    one = start()
    qtbot.waitUntil(lambda: one.health("engine")[0] is Health.READY, timeout=WAIT_MS)
    client = one.companion._session._client
    find(one.window, "settings", QPushButton).click()
    dialog = find(one.window, "settings_dialog")
    find(dialog, "setting:volume", QSlider).setValue(35)
    dialog.close()
    qtbot.waitUntil(lambda: read_settings(tmp_path).settings.volume == 35, timeout=WAIT_MS)
    assert one.companion._session._client is client
    assert one.health("engine")[0] is Health.READY


def test_another_language_reaches_window_overlay_and_engine(
    start: Start, tmp_path: Path, qtbot: QtBot
) -> None:
    write_settings(tmp_path, QUIET)
    one = start()
    one.ask("help")
    qtbot.waitUntil(lambda: one.state.front is not None, timeout=WAIT_MS)
    one.choose("locale", "zh_cn")
    qtbot.waitUntil(lambda: one.state.locale == "zh_cn", timeout=WAIT_MS)
    assert find(one.window, "nav:system:history").accessibleName() == "历史"
    qtbot.waitUntil(
        lambda: any("帮助" in row for row in rows(top_level("overlay"))), timeout=WAIT_MS
    )
    assert top_level("overlay").isVisible()


@pytest.mark.behaviour("CLIENT-050")
def test_the_engine_tells_quests_in_the_language_of_the_interface(
    start: Start, tmp_path: Path, qtbot: QtBot
) -> None:
    write_settings(tmp_path, QUIET)
    one = start()
    qtbot.waitUntil(lambda: one.state.engine is not None, timeout=WAIT_MS)
    one.choose("locale", "zh_cn")
    qtbot.waitUntil(lambda: one.state.locale == "zh_cn", timeout=WAIT_MS)
    qtbot.waitUntil(lambda: one.state.engine is not None, timeout=WAIT_MS)
    one.ask("查看我的任务")
    qtbot.waitUntil(lambda: bool(one.quests()), timeout=WAIT_MS)
    assert not any(title.isascii() for title in one.quests())


def test_another_talk_key_is_watched_instead(start: Start, tmp_path: Path, qtbot: QtBot) -> None:
    write_settings(tmp_path, QUIET)
    one = start()
    qtbot.waitUntil(lambda: bool(FakeHotkey.made), timeout=WAIT_MS)
    one.choose("talk_key", "F9")
    watched = [("F8", False), ("F9", True)]
    qtbot.waitUntil(
        lambda: [(k.key, k.is_watching) for k in FakeHotkey.made] == watched, timeout=WAIT_MS
    )
    qtbot.waitUntil(lambda: "F9" in " ".join(texts(one.window)), timeout=WAIT_MS)


def test_the_keys_that_a_desktop_assigned_are_shown(
    start: Start, tmp_path: Path, qtbot: QtBot
) -> None:
    write_settings(tmp_path, QUIET)
    one = start()
    qtbot.waitUntil(lambda: bool(FakeHotkey.made), timeout=WAIT_MS)
    FakeHotkey.made[0].stands(Standing("Meta+T", ""))
    qtbot.waitUntil(lambda: "Meta+T" in " ".join(texts(one.window)), timeout=WAIT_MS)


def test_a_second_start_raises_the_window_that_is_open(
    start: Start, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    write_settings(tmp_path, QUIET)
    one = start()
    one.window.showMinimized()
    assert main(["window"]) == 0
    qtbot.waitUntil(lambda: not one.window.isMinimized(), timeout=WAIT_MS)


def test_the_talk_key_can_be_pressed_by_a_command(
    start: Start, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    write_settings(tmp_path, QUIET)
    one, told = start(), list[str]()
    monkeypatch.setattr(one.companion._session, "talk_down", lambda: told.append("down"))
    monkeypatch.setattr(one.companion._session, "talk_up", lambda: told.append("up"))
    assert [main(["talk", word]) for word in ("down", "up", "toggle")] == [0, 0, 0]
    assert told == ["down", "up", "down"]


def test_a_key_that_cannot_be_watched_is_named_on_the_status_line(
    start: Start, tmp_path: Path, qtbot: QtBot
) -> None:
    write_settings(tmp_path, QUIET)
    FakeHotkey.refusal = CompanionError(Failure.KEY_UNAVAILABLE, "%hotkey.no_display%")
    one = start()
    wanted = (Health.FAILED, Failure.KEY_UNAVAILABLE)
    qtbot.waitUntil(lambda: one.health("key") == wanted, timeout=WAIT_MS)
    label = find(one.window, "part:key")
    assert "round button" in label.accessibleDescription()


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_an_engine_that_dies_while_nothing_is_asked_is_seen_at_once(
    start: Start, tmp_path: Path, qtbot: QtBot
) -> None:
    write_settings(tmp_path, QUIET)
    one = start()
    qtbot.waitUntil(lambda: one.health("engine")[0] is Health.READY, timeout=WAIT_MS)
    engine = one.companion._session._client._parts.engine  # type: ignore[union-attr]
    os.kill(engine.pid, signal.SIGKILL)  # type: ignore[attr-defined]
    gone = (Health.FAILED, Failure.ENGINE_STOPPED)
    qtbot.waitUntil(lambda: one.health("engine") == gone, timeout=WAIT_MS)
    assert "failed" in find(one.window, "part:engine").findChild(QLabel).text()
    qtbot.waitUntil(lambda: one.health("engine")[0] is Health.READY, timeout=WAIT_MS)


@pytest.mark.parametrize("opens_settings", [False, True], ids=["at start", "in the settings"])
def test_it_closes_although_nobody_answers_the_keyring(
    start: Start, tmp_path: Path, qtbot: QtBot, opens_settings: bool
) -> None:
    write_settings(tmp_path, QUIET)
    keyring = UnansweredStore()
    one = start(keyring)
    qtbot.waitUntil(keyring.asked.is_set, timeout=WAIT_MS)
    if opens_settings:
        find(one.window, "settings", QPushButton).click()
    assert one.companion.stop()
    assert not keyring.answered.is_set()
    keyring.answered.set()


def test_the_pages_read_books_and_servers(start: Start, tmp_path: Path, qtbot: QtBot) -> None:
    write_settings(tmp_path, QUIET)
    one = start()
    find(one.window, "corner:system:usage", QPushButton).click()
    qtbot.waitUntil(lambda: "Nothing was used yet" in texts(one.window), timeout=WAIT_MS)
    find(one.window, "corner:system:connection", QPushButton).click()

    def shown() -> None:
        """Also asked while the page is drawn anew: then there are two of each, or none."""
        assert find(one.window, "account:choice", QComboBox).count() == 1
        assert find(one.window, "server:embedded").accessibleName() == "This computer"

    qtbot.waitUntil(shown, timeout=WAIT_MS)
