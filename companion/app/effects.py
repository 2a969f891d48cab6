"""What changed settings do to the running program; only what they concern is begun anew."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QApplication

from companion.app.hotkey import TalkKey
from companion.app.overlay_desk import OverlayDesk
from companion.app.session import Session
from companion.app.tray_desk import TrayDesk
from companion.cards.library import load_library
from companion.support.settings import Settings
from companion.ui.application import chosen_look, program_font, wear
from companion.ui.main_window import MainWindow

LOOKS = frozenset({"theme", "text_size", "reduced_motion"})
OVERLAY = frozenset({"overlay_position", "overlay_places", "overlay_key", "overlay_route"})
SOUNDS = frozenset({"notice_sounds", "notice_volume"})
HERE = frozenset(
    {"talk_key", "talk_mode", "volume", "lane_volumes", "close_to_tray", "first_start"}
)
RESTART_FREE = LOOKS | OVERLAY | SOUNDS | HERE
"""Settings that the running client does not depend on."""


@dataclass(frozen=True, slots=True)
class Effects:
    """Carries changes to the parts of the windowed companion. GUI thread.

    Attributes:
        restart: Begins a new client.
    """

    application: QApplication
    session: Session
    key: TalkKey
    window: MainWindow
    overlay: OverlayDesk
    tray: TrayDesk
    restart: Callable[[], None]

    def use(self, before: Settings, now: Settings) -> None:
        """Act on changed settings."""
        changed = {
            name for name in now.__struct_fields__ if getattr(before, name) != getattr(now, name)
        }
        if changed & {"talk_key", "talk_mode"}:
            self.key.watch(now.talk_key, now.talk_mode)
        if changed & {"volume", "lane_volumes"}:
            self.session.set_volume(now.volume, now.lane_volumes)
        if changed & {"locale", "resource_packs"}:
            self._speak_another_language(now)
        if changed & LOOKS:
            self._wear(now)
        self._use_overlay(changed)
        if "close_to_tray" in changed:
            self.tray.keep(keeps=now.close_to_tray)
        if changed - RESTART_FREE:
            self.restart()

    def _use_overlay(self, changed: set[str]) -> None:
        if "overlay_position" in changed:
            self.overlay.replace()
        if "overlay_route" in changed:
            self.overlay.follow_route()
        if changed & {"overlay_key", "talk_key"}:  # one key is not for both
            self.overlay.watch_key()

    def _wear(self, settings: Settings) -> None:
        wear(self.application, chosen_look(settings))

    def _speak_another_language(self, settings: Settings) -> None:
        self.application.setFont(program_font(settings.locale))
        self._wear(settings)
        library = load_library(settings.locale, settings.resource_packs)
        self.window.use_library(library)
        self.tray.say(library.translations)
        self.overlay.replace()
