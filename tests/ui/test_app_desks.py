"""Settings, keys and talk key while the program runs: kept, refused, told. The loop is real."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QSlider
from pytestqt.qtbot import QtBot

from companion.app import hotkey as hotkey_module
from companion.app import settings_desk as settings_module
from companion.app.hotkey import TalkKey
from companion.app.secrets_desk import SecretsDesk
from companion.app.settings_desk import SettingsDesk
from companion.client.hotkeys.lease import OnChange
from companion.client.state import Health, Part
from companion.support.errors import CompanionError, Failure
from companion.support.loops import LoopThread
from companion.support.secrets import DASHSCOPE_API_KEY, Secrets, Source
from companion.support.settings import FILE_NAME, LoadedSettings, Settings, TalkMode, read_settings
from companion.ui.main_window import MainWindow
from companion.ui.settings.dialog import SettingsDialog
from tests.helpers.app_fakes import FakeHotkey, RecordingSession
from tests.helpers.secrets import FakeStore
from tests.helpers.ui_look import find

OpenSettings = Callable[[], SettingsDialog]


class Desks:
    """Both desks, what they reported, and the settings dialog."""

    def __init__(self, folder: Path, loop: LoopThread, window: MainWindow) -> None:
        self.reports: list[tuple[Failure, str]] = []
        self.store = FakeStore()
        self.secrets = Secrets({}, self.store)
        self._window = window
        self.parent = QObject()
        self.keys = SecretsDesk(self.secrets, loop, self._report, self.parent)
        loaded = LoadedSettings(Settings())
        self.settings = SettingsDesk(loaded, folder, loop, self._report, self.parent)

    def open(self) -> SettingsDialog:
        self.settings.open(self._window, self.keys)
        return find(self._window, "settings_dialog", SettingsDialog)

    def _report(self, failure: Failure, detail: str) -> None:
        self.reports.append((failure, detail))


@pytest.fixture
def desks(
    tmp_path: Path, loop: LoopThread, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Desks]:
    monkeypatch.setattr(settings_module, "REST_MS", 1)
    desks = Desks(tmp_path, loop, window)
    yield desks
    desks.parent.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def type_key(dialog: SettingsDialog, value: str) -> None:
    find(dialog, f"setting:{DASHSCOPE_API_KEY}", QLineEdit).setText(value)
    find(dialog, "setting:save_secrets").click()  # type: ignore[attr-defined]


def test_a_change_takes_effect_once_and_is_saved(
    desks: Desks, tmp_path: Path, qtbot: QtBot
) -> None:
    slider = find(desks.open(), "setting:volume", QSlider)
    with qtbot.waitSignal(desks.settings.changed) as changed:
        slider.setValue(10)
        slider.setValue(20)
    assert changed.args == [Settings(), Settings(volume=20)]
    qtbot.waitUntil(lambda: read_settings(tmp_path).settings.volume == 20)


@pytest.mark.behaviour("SET-033")
def test_a_change_is_on_disk_before_it_takes_effect(
    desks: Desks, tmp_path: Path, qtbot: QtBot
) -> None:
    desks.settings._rest.setInterval(600_000)
    with qtbot.assertNotEmitted(desks.settings.changed):
        find(desks.open(), "setting:volume", QSlider).setValue(15)
        qtbot.waitUntil(lambda: read_settings(tmp_path).settings.volume == 15, timeout=60_000)
    assert desks.settings.settings.volume == 15


@pytest.mark.behaviour("SET-045")
def test_settings_lie_in_the_players_folder_and_never_in_a_world(
    desks: Desks, tmp_path: Path, qtbot: QtBot
) -> None:
    world = tmp_path / "instance/saves/world"
    world.mkdir(parents=True)
    desks.settings.change(instance=str(tmp_path / "instance"), volume=5)
    qtbot.waitUntil(lambda: read_settings(tmp_path).settings.volume == 5, timeout=60_000)
    assert list((tmp_path / "instance").rglob("*")) == [world.parent, world]
    assert (tmp_path / FILE_NAME).is_file()


def test_a_full_disk_is_told_once_and_again_only_after_saving_worked(
    desks: Desks, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, full, written = settings_module.write_settings, [True], list[int]()

    def on_disk(folder: Path, settings: Settings) -> None:
        if full[0]:
            written.append(settings.volume)
            raise OSError(28, "No space left on device")
        write(folder, settings)
        written.append(settings.volume)

    monkeypatch.setattr(settings_module, "write_settings", on_disk)
    for volume, is_full in ((1, True), (2, True), (3, False), (4, True)):
        full[0] = is_full
        desks.settings.change(volume=volume)
        qtbot.waitUntil(lambda v=volume: written[-1:] == [v], timeout=60_000)
    told = (Failure.SETTINGS_NOT_SAVED, f"{FILE_NAME}: No space left on device")
    qtbot.waitUntil(lambda: desks.reports == [told, told], timeout=60_000)


def test_what_waits_to_be_saved_is_saved_at_the_end(desks: Desks, tmp_path: Path) -> None:
    find(desks.open(), "setting:volume", QSlider).setValue(30)
    desks.settings.flush()
    assert read_settings(tmp_path).settings.volume == 30


def test_a_late_writer_never_undoes_a_newer_setting(
    desks: Desks, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, go_on, write = threading.Event(), threading.Event(), settings_module.write_settings

    def slow_at_first(folder: Path, settings: Settings) -> None:
        if not first.is_set():
            first.set()
            threading.Timer(0.2, go_on.set).start()
            go_on.wait()
        write(folder, settings)

    monkeypatch.setattr(settings_module, "write_settings", slow_at_first)
    slider = find(desks.open(), "setting:volume", QSlider)
    slider.setValue(40)
    qtbot.waitUntil(first.is_set)
    slider.setValue(50)
    desks.settings.flush()
    assert read_settings(tmp_path).settings.volume == 50


def test_a_dragged_overlay_is_saved_and_begins_nothing_anew(
    desks: Desks, tmp_path: Path, qtbot: QtBot
) -> None:
    with qtbot.assertNotEmitted(desks.settings.changed, wait=30):
        desks.settings.move_overlay("HDMI-1", 40, 60)
    qtbot.waitUntil(lambda: read_settings(tmp_path).settings.overlay_position == (40, 60))


def test_settings_that_cannot_be_saved_are_told(
    desks: Desks, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(folder: Path, settings: Settings) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(settings_module, "write_settings", refuse)
    find(desks.open(), "setting:volume", QSlider).setValue(10)
    told = (Failure.SETTINGS_NOT_SAVED, f"{FILE_NAME}: No space left on device")
    qtbot.waitUntil(lambda: desks.reports == [told])


def test_a_stored_key_is_said_and_begins_ears_and_voice_anew(desks: Desks, qtbot: QtBot) -> None:
    dialog = desks.open()
    with qtbot.waitSignal(desks.keys.stored):
        type_key(dialog, "sk-1234567890")
    assert desks.store.values == {DASHSCOPE_API_KEY: "sk-1234567890"}
    qtbot.waitUntil(lambda: desks.keys.sources[DASHSCOPE_API_KEY] is Source.KEYRING)
    assert "keyring" in find(dialog, "setting:secret_answer", QLabel).text()


def test_without_a_keyring_a_key_serves_for_this_run_and_that_is_said(
    desks: Desks, qtbot: QtBot
) -> None:
    dialog = desks.open()
    desks.store.failure = Failure.NO_KEYRING
    with qtbot.waitSignal(desks.keys.stored):
        type_key(dialog, "sk-1234567890")
    assert desks.secrets.find(DASHSCOPE_API_KEY) == ("sk-1234567890", Source.THIS_RUN)
    answer = find(dialog, "setting:secret_answer", QLabel)
    qtbot.waitUntil(lambda: "no keyring" in answer.text())


def test_a_locked_keyring_keeps_nothing_and_begins_nothing_anew(desks: Desks, qtbot: QtBot) -> None:
    dialog = desks.open()
    desks.store.failure = Failure.KEYRING_LOCKED
    answer = find(dialog, "setting:secret_answer", QLabel)
    with qtbot.assertNotEmitted(desks.keys.stored, wait=30):
        type_key(dialog, "sk-1234567890")
        qtbot.waitUntil(lambda: "locked" in answer.text())
    desks.store.failure = None
    assert desks.secrets.find(DASHSCOPE_API_KEY) == (None, Source.NOWHERE)


def test_a_locked_keyring_is_no_refusal_of_a_key_nobody_typed(desks: Desks, qtbot: QtBot) -> None:
    desks.store.failure = Failure.KEYRING_LOCKED
    dialog = desks.open()
    field = find(dialog, f"setting:{DASHSCOPE_API_KEY}", QLineEdit)
    qtbot.waitUntil(lambda: "locked" in field.placeholderText())
    assert find(dialog, "setting:secret_answer", QLabel).text() == ""


def test_a_refusal_after_the_dialog_was_closed_is_told_elsewhere(
    desks: Desks, qtbot: QtBot
) -> None:
    dialog = desks.open()
    dialog.reject()
    desks.store.failure = Failure.KEYRING_LOCKED
    desks.keys.keep(DASHSCOPE_API_KEY, "sk-1234567890")
    told = (Failure.KEYRING_LOCKED, DASHSCOPE_API_KEY)
    qtbot.waitUntil(lambda: desks.reports == [told])


def test_a_key_can_be_forgotten(desks: Desks, qtbot: QtBot) -> None:
    desks.store.values[DASHSCOPE_API_KEY] = "sk-1234567890"
    with qtbot.waitSignal(desks.keys.stored):
        desks.keys.keep(DASHSCOPE_API_KEY, "")
    assert desks.store.values == {}


@pytest.fixture
def talk_key(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[TalkKey]:
    FakeHotkey.made, FakeHotkey.refusal = [], None
    monkeypatch.setattr(hotkey_module, "open_hotkey", FakeHotkey)
    key = TalkKey(RecordingSession(), QObject(qapp))  # type: ignore[arg-type]
    yield key
    key.stop()
    key.parent().deleteLater()


def calls(talk_key: TalkKey) -> list[tuple[object, ...]]:
    return talk_key._session.calls  # type: ignore[attr-defined,no-any-return]


def test_a_held_key_is_passed_on(talk_key: TalkKey) -> None:
    talk_key.watch("F8")
    FakeHotkey.made[0].hold(True)
    FakeHotkey.made[0].hold(False)
    ready = Part("key", Health.READY, "F8")
    assert calls(talk_key) == [("set_part", ready), ("talk_down",), ("talk_up",)]


def test_only_one_key_is_watched(talk_key: TalkKey) -> None:
    talk_key.watch("F8")
    talk_key.watch("F9")
    talk_key.stop()
    assert [key.is_watching for key in FakeHotkey.made] == [False, False]


def test_a_key_that_is_not_always_seen_is_limited_and_says_when(
    talk_key: TalkKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    def limited(key: str, on_change: OnChange, **_: object) -> FakeHotkey:
        return FakeHotkey(key, on_change, "hotkey.limit_taken")

    monkeypatch.setattr(hotkey_module, "open_hotkey", limited)
    talk_key.watch("F8")
    part = Part("key", Health.LIMITED, "F8", None, "hotkey.limit_taken")
    assert calls(talk_key) == [("set_part", part)]


def test_a_key_that_is_refused_says_why_and_another_can_be_chosen(talk_key: TalkKey) -> None:
    FakeHotkey.refusal = CompanionError(Failure.KEY_UNAVAILABLE, "%hotkey.taken%")
    talk_key.watch("F8")
    FakeHotkey.refusal = None
    talk_key.watch("F9")
    failed = Part("key", Health.FAILED, "F8", Failure.KEY_UNAVAILABLE, "%hotkey.taken%")
    assert calls(talk_key) == [
        ("set_part", failed),
        ("set_part", Part("key", Health.READY, "F9")),
    ]


@pytest.mark.parametrize("mode", [TalkMode.HOLD, TalkMode.TOGGLE])
def test_who_locks_the_screen_is_not_heard_any_longer_and_is_heard_again_later(
    talk_key: TalkKey, mode: TalkMode
) -> None:
    talk_key.watch("F8", mode)
    key = FakeHotkey.made[0]
    key.hold(True)
    if mode is TalkMode.TOGGLE:
        key.hold(False)
    talk_key.let_go()
    key.hold(False)  # where it was still down
    assert [call[0] for call in calls(talk_key)[1:]] == ["talk_down", "talk_up"]
    key.hold(True)
    assert calls(talk_key)[-1] == ("talk_down",)


def test_nobody_listens_for_locks_once_the_key_is_given_up(talk_key: TalkKey) -> None:
    talk_key.watch("F8")
    talk_key.stop()
    assert [away._thread._thread for away in talk_key._away] == [None] * len(talk_key._away)


def test_a_key_held_by_a_command_ends_with_the_lock_too(talk_key: TalkKey) -> None:
    talk_key.remote.down()
    talk_key.let_go()
    assert [call[0] for call in calls(talk_key)] == ["talk_down", "talk_up"]
