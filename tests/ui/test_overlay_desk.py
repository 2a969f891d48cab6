"""The overlay's key and route while the program runs: what cannot be seen is said."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject, QRect
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from companion.app import hotkey as hotkey_module
from companion.app import overlay_desk as module
from companion.app.overlay_desk import OverlayDesk
from companion.client.hotkeys.hotkey import Purpose, Standing
from companion.client.hotkeys.lease import OnChange
from companion.client.state import Entry, Health, Part, Speaker
from companion.language.phrase import literal
from companion.support.errors import CompanionError, Failure
from companion.support.settings import OverlayRoute, Settings
from companion.ui.bridge import StateBridge
from tests.helpers.app_fakes import FakeHotkey, RecordingSession
from tests.helpers.client_things import engine

WAIT_MS = 60_000
Begin = Callable[..., "Rig"]


class Rig:
    """A desk over settings that a test chooses, and the parts that it told."""

    def __init__(self, parent: QObject, **chosen: object) -> None:
        self.session = RecordingSession()
        self.window = QWidget()
        self.bridge = StateBridge(parent)
        self.settings = SimpleNamespace(
            settings=Settings(**chosen),  # type: ignore[arg-type]
            move_overlay=lambda *_: None,
        )
        self.desk = OverlayDesk(
            self.settings,  # type: ignore[arg-type]
            self.session,  # type: ignore[arg-type]
            self.bridge,
            self.window,
            parent,
        )

    def end(self) -> None:
        self.desk.end()
        self.desk._overlay.deleteLater()
        self.window.deleteLater()

    @property
    def part(self) -> Part:
        """What was told last."""
        return self.session.calls[-1][1]  # type: ignore[return-value]


@pytest.fixture
def begin(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[Begin]:
    """Have a desk with these settings, and begin it."""

    def opened(key: str, on_change: OnChange, purpose: Purpose, **more: object) -> FakeHotkey:
        assert purpose is Purpose.OVERLAY
        return FakeHotkey(key, on_change, **more)  # type: ignore[arg-type]

    FakeHotkey.made, FakeHotkey.refusal = [], None
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr(hotkey_module, "open_hotkey", opened)
    parent, rigs = QObject(qapp), list[Rig]()

    def made(**chosen: object) -> Rig:
        rigs.append(Rig(parent, **chosen))
        rigs[-1].desk.begin()
        return rigs[-1]

    yield made
    for rig in rigs:
        rig.end()
    FakeHotkey.refusal = None
    parent.deleteLater()


def screens(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    """Have so many monitors."""
    here = QGuiApplication.primaryScreen()
    there = [here, *(object() for _ in range(count - 1))]
    seen = SimpleNamespace(screens=lambda: there, primaryScreen=lambda: here)
    monkeypatch.setattr(module, "QGuiApplication", seen)


def test_the_overlay_is_ready_where_nothing_is_in_its_way(begin: Begin) -> None:
    rig = begin(overlay_key="F9")
    assert rig.part == Part("overlay", Health.READY, "overlay")


def test_a_key_that_nobody_can_watch_is_told_and_not_only_logged(begin: Begin) -> None:
    FakeHotkey.refusal = CompanionError(Failure.KEY_UNAVAILABLE, "%hotkey.taken%")
    rig = begin(overlay_key="F9")
    assert rig.part == Part("overlay", Health.LIMITED, "overlay", None, "overlay.no_key")


def test_what_the_desktop_says_of_the_key_later_is_told(begin: Begin, qtbot: QtBot) -> None:
    rig = begin(overlay_key="F9")
    FakeHotkey.made[-1].stands(Standing("", "hotkey.limit_xwayland"))
    told = Part("overlay", Health.LIMITED, "overlay", None, "hotkey.limit_xwayland")
    qtbot.waitUntil(lambda: rig.part == told, timeout=WAIT_MS)


def test_an_answer_for_a_key_of_before_counts_for_nothing(begin: Begin) -> None:
    rig = begin(overlay_key="F9")
    rig.desk.watch_key()
    FakeHotkey.made[0].stands(Standing("", "hotkey.limit_xwayland"))
    assert rig.part.health is Health.READY


def test_the_talk_key_is_not_watched_twice_and_that_is_told(begin: Begin) -> None:
    rig = begin(overlay_key="F8")
    assert FakeHotkey.made == []
    assert rig.part == Part("overlay", Health.LIMITED, "overlay", None, "overlay.same_key")


def test_a_key_hides_the_overlay_before_anybody_chose_one(begin: Begin) -> None:
    rig = begin()
    assert [hotkey.key for hotkey in FakeHotkey.made] == ["F9"]
    rig.desk._overlay.want(True)
    rig.desk._key.pressed.emit()
    assert rig.desk._hidden


def test_a_second_screen_that_is_unplugged_is_told_and_so_is_its_return(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = begin(overlay_route=OverlayRoute.SECOND_SCREEN)
    monkeypatch.setattr(rig.desk, "_to_other_screen", lambda: None)
    told = []
    for count in (2, 1, 2):
        screens(monkeypatch, count)
        rig.desk._screens.changed.emit()
        told.append(rig.part.detail)
    assert told == ["", "overlay.one_screen", ""]


def test_a_desk_that_ended_follows_no_monitor(begin: Begin) -> None:
    rig = begin()
    QGuiApplication.primaryScreen().availableGeometryChanged.emit(QRect())
    rig.desk.end()
    rig.session.calls.clear()
    assert not rig.desk._screens.is_waiting
    rig.desk._screens.changed.emit()
    assert rig.session.calls == []


def test_without_another_screen_the_window_stays(begin: Begin) -> None:
    rig = begin(overlay_route=OverlayRoute.SECOND_SCREEN)
    assert rig.part == Part("overlay", Health.LIMITED, "second_screen", None, "overlay.one_screen")


def answered(rig: Rig, number: int, **more: object) -> None:
    """The companion said something more."""
    entry = Entry(number, Speaker.COMPANION, literal(f"answer {number}"))
    state = replace(rig.desk._state, engine=engine(), entries=(entry,), **more)  # type: ignore[arg-type]
    rig.bridge.state_changed.emit(state)


def in_game(rig: Rig) -> list[str]:
    """What the game was asked to show."""
    return [one[1].text for one in rig.session.calls if one[0] == "order"]  # type: ignore[attr-defined]


def test_answers_go_to_the_game_where_the_player_chose_that(begin: Begin) -> None:
    rig = begin(overlay_route=OverlayRoute.GAME)
    answered(rig, 1)
    assert in_game(rig) == ["answer 1"]
    assert rig.desk._overlay.isHidden()


def test_a_game_that_shows_nothing_is_told_and_the_voice_named_as_the_way(begin: Begin) -> None:
    rig = begin(overlay_route=OverlayRoute.GAME)
    answered(rig, 1, in_game=Failure.NOT_SHOWN_IN_GAME)
    assert rig.part == Part("overlay", Health.LIMITED, "voice", Failure.NOT_SHOWN_IN_GAME)
    answered(rig, 2, in_game=None)
    assert rig.part.words == "game"


def test_over_a_game_that_has_the_screen_for_itself_answers_go_into_the_game(begin: Begin) -> None:
    rig = begin()
    answered(rig, 1)
    rig.desk._fullscreen._look = lambda: True
    rig.desk._fullscreen.look()
    assert (rig.part.words, rig.part.detail) == ("game", "overlay.exclusive")
    answered(rig, 2)
    assert in_game(rig) == ["answer 2"]
    rig.desk._fullscreen._look = lambda: False
    rig.desk._fullscreen.look()
    assert rig.part.words == "overlay"
