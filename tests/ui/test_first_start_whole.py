"""From the first window to something useful, whatever is missing: eight real companions walked."""

from __future__ import annotations

import itertools
import socket
import uuid
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path

import msgspec
import pytest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from companion.app import hotkey as hotkey_module
from companion.app.parts import Devices
from companion.app.window import WindowedCompanion
from companion.client.first_start.steps import Step
from companion.client.servers import Server, Servers, token_name, write_servers
from companion.client.state import ClientState, Health
from companion.speech.audio.wav import WavMicrophone, WavSpeaker
from companion.speech.ledger.accounts import read_accounts
from companion.support.errors import AudioError, CompanionError, Failure
from companion.support.loops import LoopThread
from companion.support.secrets import Secrets
from companion.support.settings import LoadedSettings, read_settings
from companion.ui.pages.first_start.page import FirstStartPage
from tests.helpers.app_fakes import FakeHotkey, top_level
from tests.helpers.running_companion import QUIET, WAIT_MS, end
from tests.helpers.secrets import FakeStore
from tests.helpers.served_world import House, house
from tests.helpers.ui_look import find, texts

COMBINATIONS = list(itertools.product([True, False], repeat=3))
MOST_ACTIONS = 2


class NoMicrophone(WavMicrophone):
    """There is none, however often it is asked for."""

    def start(self, *_: object) -> None:
        raise AudioError(Failure.NO_MICROPHONE, "none")


class Newcomer:
    """A player whose companion opened for the first time, and what was pressed."""

    def __init__(self, companion: WindowedCompanion, qtbot: QtBot) -> None:
        self.companion = companion
        self.actions = 0
        self._qtbot = qtbot

    @property
    def state(self) -> ClientState:
        return self.companion._state

    @property
    def page(self) -> FirstStartPage:
        return find(top_level("window"), "page:first_start", FirstStartPage)

    def health(self, part: str) -> Health:
        return next((p.health for p in self.state.parts if p.name == part), Health.STARTING)

    def until(self, part: str, health: Health) -> None:
        self._qtbot.waitUntil(lambda: self.health(part) is health, timeout=WAIT_MS)

    def buttons(self) -> list[str]:
        """Names of the buttons that put a missing part right."""
        found = self.page.findChildren(QPushButton)
        return sorted(
            button.objectName().removeprefix("first:fix:")
            for button in found
            if button.objectName().startswith("first:fix:") and button.isVisible()
        )

    def press(self, name: str) -> None:
        self.actions += 1
        find(self.page, name, QPushButton).click()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, str]]:
    """A server that runs, and the token of a player who paired with it."""
    loop = LoopThread("served")
    loop.start()
    folder = tmp_path_factory.mktemp("served")
    rights = folder / "config/system/system-access.json"
    rights.parent.mkdir(parents=True)
    rights.write_text('{"grantOnPair": "system:default"}')
    stack = AsyncExitStack()

    async def begin() -> tuple[House, str]:
        one = await stack.enter_async_context(house(folder))
        return one, await one.token_of("Alex")

    yield loop.submit(begin()).result(60)
    loop.submit(stack.aclose()).result(60)
    loop.stop()


@contextmanager
def unused_port() -> Iterator[int]:
    """A port at which nobody listens for as long as it is kept."""
    with socket.socket() as kept:
        kept.bind(("127.0.0.1", 0))
        yield int(kept.getsockname()[1])


@contextmanager
def opened(
    companion: WindowedCompanion, application: QApplication, qtbot: QtBot
) -> Iterator[Newcomer]:
    companion.start()
    yield Newcomer(companion, qtbot)
    end([companion], application)


def joined(folder: Path, port: int, token: str) -> Secrets:
    """The list of servers with one in use, and the keyring that holds its token."""
    server = Server(uuid.uuid4(), "Theirs", f"ws://127.0.0.1:{port}/")
    write_servers(folder, Servers(str(server.id), (server,)))
    name = token_name(server.id, read_accounts(folder).current)
    return Secrets({}, FakeStore(**{name: token}))


def devices(microphone: bool) -> Devices:
    return Devices(WavMicrophone if microphone else NoMicrophone, WavSpeaker)


@pytest.mark.parametrize(("microphone", "key", "server"), COMBINATIONS)
def test_something_useful_is_two_actions_away_whatever_is_missing(
    microphone: bool,
    key: bool,
    server: bool,
    served: tuple[House, str],
    tmp_path: Path,
    qapp: QApplication,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    FakeHotkey.made, FakeHotkey.refusal = [], None
    monkeypatch.setattr(hotkey_module, "open_hotkey", FakeHotkey)
    if not key:
        FakeHotkey.refusal = CompanionError(Failure.KEY_UNAVAILABLE, "%hotkey.taken%")
    missing = [
        n
        for n, there in (("engine", server), ("key", key), ("microphone", microphone))
        if not there
    ]
    with unused_port() as nobody:
        secrets = joined(tmp_path, served[0].port if server else nobody, served[1])
        loaded = LoadedSettings(QUIET, is_new=True)
        one = WindowedCompanion(qapp, loaded, tmp_path, secrets, lambda: devices(microphone))
        with opened(one, qapp, qtbot) as player:
            walk(player, missing, qtbot)


def walk(player: Newcomer, missing: list[str], qtbot: QtBot) -> None:
    """From the first window on: see what is missing, put the server right, ask, see the card."""
    for part in ("engine", "key", "microphone"):
        player.until(part, Health.FAILED if part in missing else Health.READY)
    assert player.page.step is Step.LANGUAGE
    qtbot.waitUntil(lambda: player.buttons() == missing, timeout=WAIT_MS)

    player.press("first:fix:engine" if "engine" in missing else "first:next")
    assert player.page.step is Step.TRY
    sentence = find(player.page, "first:say:quests", QPushButton)
    qtbot.waitUntil(sentence.isEnabled, timeout=WAIT_MS)
    player.press("first:say:quests")

    qtbot.waitUntil(lambda: player.state.front is not None, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: "The companion answers:" in texts(player.page), timeout=WAIT_MS)
    assert player.actions <= MOST_ACTIONS


def test_an_empty_folder_opens_the_first_start_and_remembers_the_step(
    tmp_path: Path, qapp: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    FakeHotkey.made, FakeHotkey.refusal = [], None
    monkeypatch.setattr(hotkey_module, "open_hotkey", FakeHotkey)
    loaded = read_settings(tmp_path)
    quiet = LoadedSettings(QUIET, is_new=loaded.is_new)
    secrets = Secrets({}, FakeStore())
    one = WindowedCompanion(qapp, quiet, tmp_path, secrets, lambda: devices(True))
    with opened(one, qapp, qtbot) as player:
        find(player.page, "first:next", QPushButton).click()
    again = read_settings(tmp_path)

    assert loaded.is_new
    assert (again.settings.first_start, again.is_new) == (Step.TRY, False)


def test_a_key_that_is_rehearsed_talks_to_nobody_and_then_talks_again(
    tmp_path: Path, qapp: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    FakeHotkey.made, FakeHotkey.refusal = [], None
    monkeypatch.setattr(hotkey_module, "open_hotkey", FakeHotkey)
    settings = msgspec.structs.replace(QUIET, first_start="key")
    secrets = Secrets({}, FakeStore())
    one = WindowedCompanion(
        qapp, LoadedSettings(settings), tmp_path, secrets, lambda: devices(True)
    )
    heard: list[str] = []
    monkeypatch.setattr(one._session, "talk_down", lambda: heard.append("down"))
    with opened(one, qapp, qtbot) as player:
        qtbot.waitUntil(lambda: bool(FakeHotkey.made), timeout=WAIT_MS)
        for held in (True, False):
            FakeHotkey.made[-1].hold(held)
        qtbot.waitUntil(lambda: "F8 works." in texts(player.page), timeout=WAIT_MS)
        rehearsed = list(heard)
        find(player.page, "first:next", QPushButton).click()
        FakeHotkey.made[-1].hold(True)
        FakeHotkey.made[-1].hold(False)

    assert (rehearsed, heard) == ([], ["down"])
