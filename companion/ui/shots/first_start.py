"""Pictures of the first start: each step, with an invented computer around it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtWidgets import QWidget

from companion.cards.library import CardLibrary
from companion.client.first_start.launchers import FoundGame
from companion.client.first_start.steps import Step
from companion.client.navigation import PageName, Wanted
from companion.client.no_commands import NoCommands
from companion.client.pairing import NO_PAIRING
from companion.client.state import ClientState, Health, Part
from companion.support.errors import Failure
from companion.support.settings import Settings
from companion.ui.main_window import MainWindow
from companion.ui.pages.desk import PageDesk
from companion.ui.pages.first_start_desk import FirstStartDesk
from companion.ui.shots import samples

LEVELS = (-50.0, -38.0, -30.0, -26.0, -24.0) * 4


class PicturedStart(FirstStartDesk):
    """Settings that stand at a step."""

    def __init__(self, step: Step, locale: str, desk: PageDesk) -> None:
        super().__init__(desk)
        self._settings = Settings(first_start=step.value, locale=locale, instance="/games/atm")

    @property
    def settings(self) -> Settings:
        """The settings of the picture."""
        return self._settings

    def change(self, **values: Any) -> None:
        """Nothing is saved."""


class PicturedDesk(PageDesk):
    """A desk with a first start."""

    def __init__(self, step: Step, locale: str) -> None:
        super().__init__()
        self._start = PicturedStart(step, locale, self)

    @property
    def first_start(self) -> FirstStartDesk:
        """The pictured one."""
        return self._start


def first_start(step: Step, library: CardLibrary, *, missing: bool = False) -> QWidget:
    """The window at a step.

    Args:
        step: Which.
        library: Templates and texts.
        missing: Whether microphone, key and server are all missing.
    """
    locale = library.translations.locale
    desk = PicturedDesk(step, locale)
    window = MainWindow(library, NoCommands(), desk)
    desk.setParent(window)
    state = replace(_state(locale, step), wanted=Wanted(1, PageName.FIRST_START))
    window.show_state(replace(state, parts=_broken(), server="x") if missing else state)
    start = desk.first_start
    start.microphones_came.emit(("USB microphone", "Webcam"))
    start.games_came.emit(_games())
    start.key_moved.emit(True)
    start.key_moved.emit(False)
    for dbfs in LEVELS:
        window.show_level(dbfs)
    return window


def _state(locale: str, step: Step) -> ClientState:
    if step is Step.READY:
        return replace(samples.over_the_game(locale), voice=ClientState().voice)
    server = "x" if step is Step.SERVER else ""
    state = samples.everything(locale)
    pairing = state.pairing if step is Step.SERVER else NO_PAIRING
    return ClientState(locale, parts=samples.parts(), server=server, pairing=pairing)


def _broken() -> tuple[Part, ...]:
    return (
        Part("key", Health.FAILED, "F8", Failure.KEY_UNAVAILABLE, "%hotkey.taken%"),
        Part("microphone", Health.FAILED, "", Failure.NO_MICROPHONE),
        *(part for part in samples.parts() if part.name in ("ears", "voice")),
        Part("engine", Health.FAILED, "", Failure.SERVER_REFUSED),
    )


def _games() -> tuple[FoundGame, ...]:
    return (
        FoundGame("All the Mods 11", "CurseForge", "/games/atm", has_quests=True),
        FoundGame("Craftoria", "Prism Launcher", "/games/craftoria", has_quests=True),
        FoundGame("Minecraft", "Minecraft", "/games/own", has_quests=False),
    )
