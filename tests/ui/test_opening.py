"""The window is seen before what is slow: nothing of it is imported, and nothing done is lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from companion.app import opening as module
from companion.app.opening import Opening
from companion.client.navigation import PageName
from companion.support.settings import Settings
from companion.ui.pages.desk import PageDesk

ROOT = Path(__file__).resolve().parents[2]
SLOW = (
    "asyncio",
    "companion.app.window",
    "companion.cards.binding",
    "companion.cards.template",
    "companion.cards.view",
    "companion.client.client",
    "companion.speech",
    "companion.ui.cards",
    "companion.ui.chat_log",
    "companion.ui.overlay",
    "companion.ui.settings",
    "httpx",
    "keyring",
    "numpy",
    "onnxruntime",
    "openai",
    "pypdf",
    "pypinyin",
    "sounddevice",
    "websockets",
    "Xlib",
)
"""What the first frame must not wait for."""

_FIRST_FRAME = """
import json, sys
from companion.commands import window
from companion.app.opening import Opening
def seen(opening):
    import linecache, os
    print(json.dumps(sorted([*sys.modules, *linecache.cache])), flush=True)
    os._exit(0)
Opening.go_on = seen
window.run(__import__("argparse").Namespace(instance=None, locale=None, minimized=False))
"""


_BEHIND_THE_WINDOW = """
import asyncio, importlib, json, sys
from companion.app.opening import AHEAD
from companion.app.parts import client_parts, real_devices
from companion.client.core import Core
from companion.client.state import EMPTY
from companion.client.store import Store
from companion.speech.apart import keep_apart
from companion.support.secrets import NoStore, Secrets
from companion.support.settings import Settings

async def client():
    parts = client_parts(Settings(), Secrets({}, NoStore()), real_devices(Settings()))
    store = Store(EMPTY, lambda state: None)
    Core(parts, store, asyncio.get_running_loop(), lambda level: None, lambda turn: None)

keep_apart()
for name in AHEAD:
    importlib.import_module(name)
asyncio.run(client())
print(json.dumps(sorted(sys.modules)))
"""
HEAVY = (
    "companion.engine",
    "companion.ui.settings.dialog",
    "ctranslate2",
    "httpx",
    "keyring",
    "numpy",
    "onnxruntime",
    "openai",
    "pypdf",
    "tokenizers",
)
"""What only the engine, the models or an opened page need: the window's memory is without it."""


@pytest.fixture
def opening(qapp: QApplication, qtbot: QtBot) -> Opening:
    one = Opening(Settings())
    qtbot.addWidget(one.window)
    return one


def imported(code: str, folder: Path) -> set[str]:
    """What a process has imported that prints it and ends."""
    folders = {"COMPANION_CONFIG": str(folder), "COMPANION_CACHE": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **folders, "QT_QPA_PLATFORM": "offscreen"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return set(json.loads(done.stdout))


def test_the_first_frame_waits_for_nothing_slow(tmp_path: Path) -> None:
    loaded = imported(_FIRST_FRAME, tmp_path)
    assert "companion.ui.main_window" in loaded
    assert [name for name in SLOW if name in loaded] == []


def test_no_source_is_read_for_the_first_frame(tmp_path: Path) -> None:
    loaded = imported(_FIRST_FRAME, tmp_path)
    assert [name for name in loaded if name.endswith("main_window.py")] == []


def test_a_window_with_its_client_has_nothing_heavy_in_it(tmp_path: Path) -> None:
    loaded = imported(_BEHIND_THE_WINDOW, tmp_path)
    assert "companion.client.core" in loaded
    assert [name for name in HEAVY if name in loaded] == []


def test_what_comes_next_is_imported_after_the_first_frame(
    opening: Opening, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    happened: list[str] = []
    monkeypatch.setattr(module, "look_ahead", lambda library: happened.append("imported"))
    monkeypatch.setattr(module, "UNSEEN_MS", 600_000)  # only the first frame lets it go on
    opening.ready.connect(lambda: happened.append("ready"))
    opening.show()
    assert happened == []
    qtbot.waitUntil(lambda: happened == ["imported", "ready"], timeout=60_000)


def test_a_window_that_nobody_sees_goes_on_all_the_same(
    opening: Opening, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "look_ahead", lambda library: None)
    with qtbot.waitSignal(opening.ready, timeout=60_000):
        opening.go_on()
    assert not opening.window.isVisible()


def test_what_cannot_be_imported_keeps_nobody_waiting(
    opening: Opening, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "AHEAD", ("companion.no_such_module",))
    with qtbot.waitSignal(opening.ready, timeout=60_000):
        opening.go_on()


def test_a_page_that_was_opened_at_once_gets_the_program_that_came_later(opening: Opening) -> None:
    opening.window.show_page(PageName.CONNECTION)
    asked: list[str] = []

    class Desk(PageDesk):
        @property
        def servers(self):
            asked.append("servers")
            return super().servers

    opening.window.use_desk(Desk(opening))
    assert opening.window.page is PageName.CONNECTION
    assert asked
