"""Templates that change while the companion runs are shown and heard by, without a restart."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from companion.app import library_desk
from companion.app.library_desk import LibraryDesk
from companion.cards import library as library_module
from companion.cards.library import CardLibrary, load_library
from companion.cards.watching import LibraryWatcher
from companion.support.settings import Settings
from companion.ui.main_window import MainWindow
from tests.helpers import ui_states as states
from tests.helpers.ui_look import find, texts

WAIT_MS = 60_000
NOTE = '{"nodes": [{"type": "heading", "text": "Mine: {title}"}]}'


class StillWatcher:
    """Hands over what the test wants, when it wants it."""

    def __init__(self) -> None:
        self.left = False

    def leave(self) -> None:
        self.left = True

    def stop(self) -> None:
        self.left = True


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """What was watched: locale, packs, who is told, and the watcher."""
    calls: list[tuple[object, ...]] = []

    def watch(locale: str, packs: tuple[Path, ...], told: object) -> LibraryWatcher:
        calls.append((locale, packs, told, StillWatcher()))
        return calls[-1][3]  # type: ignore[return-value]

    monkeypatch.setattr(library_desk, "watch_library", watch)
    monkeypatch.setattr(library_module, "_kept", {})
    return calls


@pytest.mark.behaviour("CARD-031")
def test_a_pack_that_an_author_edits_is_seen_in_the_running_window(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library_module, "_kept", {})
    file = tmp_path / "cards/system/quest_detail.json"
    file.parent.mkdir(parents=True)
    file.write_text('{"nodes": []}')
    desk = LibraryDesk(window.use_library)
    desk.use(Settings(resource_packs=(str(tmp_path),)))
    window.show_state(states.conversation())
    box = find(window, "send:text", QLineEdit)
    box.setText("half a sen")
    file.write_text(NOTE)
    qtbot.waitUntil(lambda: any("Mine:" in text for text in texts(window)), timeout=WAIT_MS)
    desk.end()

    assert find(window.centralWidget(), "send:text", QLineEdit).text() == "half a sen"


def test_whoever_asks_for_the_library_gets_the_new_one(
    watched: list[tuple[object, ...]], qtbot: QtBot
) -> None:
    shown: list[CardLibrary] = []
    desk = LibraryDesk(shown.append)
    desk.use(Settings())
    new = library_module.read_library("en_us")
    watched[0][2](new)  # type: ignore[operator]
    qtbot.waitUntil(lambda: bool(shown), timeout=WAIT_MS)

    assert shown == [new]
    assert load_library("en_us") is new


def test_what_was_read_for_settings_that_changed_is_dropped(
    watched: list[tuple[object, ...]], qtbot: QtBot
) -> None:
    shown: list[CardLibrary] = []
    desk = LibraryDesk(shown.append)
    desk.use(Settings())
    desk.use(Settings(locale="zh_cn"))
    for _, _, told, _ in watched:
        told(library_module.read_library("zh_cn"))  # type: ignore[operator]
    qtbot.waitUntil(lambda: bool(shown), timeout=WAIT_MS)

    assert [library.translations.locale for library in shown] == ["zh_cn"]
    assert [call[3].left for call in watched] == [True, False]  # type: ignore[attr-defined]


def test_the_same_settings_are_watched_once(watched: list[tuple[object, ...]]) -> None:
    desk = LibraryDesk(lambda library: None)
    desk.use(Settings())
    desk.use(Settings(volume=3))
    desk.end()

    assert len(watched) == 1
