"""Which pictures there are: name to what makes the window; the caller owns it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from PySide6.QtWidgets import QWidget

from companion.cards.library import CardLibrary
from companion.client.first_start.steps import Step
from companion.client.navigation import PageName, Wanted
from companion.client.no_commands import NoCommands
from companion.client.state import ClientState
from companion.client.voices_state import VoicesState
from companion.protocol.responses import View
from companion.ui.main_window import MainWindow
from companion.ui.overlay import Overlay
from companion.ui.pages.desk import PageDesk
from companion.ui.settings.dialog import PAGES as SETTINGS_PAGES
from companion.ui.shots import dialogs, samples, voices
from companion.ui.shots.first_start import first_start
from companion.ui.shots.overlays import PHASES, overlay

Make = Callable[[CardLibrary], QWidget]
_TALL_PX = 1400
"""Of a page whose foot is worth seeing."""


def _window(state: ClientState, library: CardLibrary) -> MainWindow:
    window = MainWindow(library, NoCommands())
    window.show_state(state)
    return window


def _conversation(library: CardLibrary) -> QWidget:
    return _window(samples.conversation(library.translations.locale), library)


def _welcome(library: CardLibrary) -> QWidget:
    state = samples.conversation(library.translations.locale)
    return _window(replace(state, entries=(), cards=()), library)


def _simple(library: CardLibrary) -> QWidget:
    state = samples.conversation(library.translations.locale)
    return _window(replace(state, view=View.SIMPLE), library)


def _toolbar(library: CardLibrary) -> QWidget:
    window = _window(samples.conversation(library.translations.locale), library)
    window.unfold("system:quests")
    return window


def _page(page: PageName, library: CardLibrary) -> QWidget:
    desk = PageDesk()
    window = MainWindow(library, NoCommands(), desk)
    desk.setParent(window)
    state = samples.everything(library.translations.locale)
    window.show_state(replace(state, wanted=Wanted(1, page)))
    desk.books_came.emit(samples.books())
    desk.servers_came.emit(samples.servers())
    window.show_level(-42.0)
    return window


def _voices(sample: Callable[[str], VoicesState], library: CardLibrary) -> QWidget:
    desk = voices.VoicesPictured()
    window = MainWindow(library, NoCommands(), desk)
    desk.setParent(window)
    locale = library.translations.locale
    state = samples.everything(locale)
    window.show_state(replace(state, wanted=Wanted(1, PageName.VOICES)))
    desk.voices.told.emit(sample(locale))
    window.resize(window.width(), _TALL_PX)
    return window


def _overlay(library: CardLibrary) -> QWidget:
    overlay = Overlay(library, NoCommands())
    overlay.show_state(samples.over_the_game(library.translations.locale))
    return overlay


SHOTS: Mapping[str, Make] = {
    "conversation": _conversation,
    "welcome": _welcome,
    "simple": _simple,
    "toolbar": _toolbar,
    "usage": partial(_page, PageName.USAGE),
    "history": partial(_page, PageName.HISTORY),
    "pinned": partial(_page, PageName.PINNED),
    "connection": partial(_page, PageName.CONNECTION),
    "why": partial(_page, PageName.WHY),
    "voices": partial(_voices, voices.voices),
    "voices_list": partial(_voices, voices.listed),
    "voices_keyless": partial(_voices, voices.keyless),
    "voices_making": partial(_voices, voices.making),
    "voices_uncertain": partial(_voices, voices.uncertain),
    "overlay": _overlay,
    **{f"overlay_{phase}": partial(overlay, phase) for phase in PHASES if phase != "idle"},
    "overlay_queued": partial(overlay, "queued"),
    **{f"settings_{page}": partial(dialogs.settings, page) for page in SETTINGS_PAGES},
    "crash": dialogs.crash,
    "tray": dialogs.tray,
    **{f"first_{step.value}": partial(first_start, step) for step in Step},
    "first_missing": partial(first_start, Step.TRY, missing=True),
}
