"""The windowed companion: window first, then everything that takes time. GUI thread."""

from __future__ import annotations

import logging
from pathlib import Path

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from companion.app.hotkey import TalkKey
from companion.app.parts import client_parts, real_devices
from companion.app.secrets_desk import SecretsDesk
from companion.app.session import Session
from companion.app.settings_desk import SettingsDesk
from companion.cards.library import load_library
from companion.cards.theme import load_theme
from companion.client.parts import ClientParts
from companion.support.loops import LoopThread
from companion.support.secrets import Secrets
from companion.support.settings import LoadedSettings, Settings
from companion.ui.application import program_font, use_theme
from companion.ui.bridge import StateBridge
from companion.ui.main_window import MainWindow
from companion.ui.overlay import Overlay

logger = logging.getLogger(__name__)

STOP_DEADLINE_S = 15.0

RESTART_FREE = frozenset({"overlay_position", "talk_key"})
"""Settings that the running client does not depend on."""


class WindowedCompanion(QObject):
    """Window, overlay, talk key and one client at a time.

    Args:
        application: The Qt application.
        loaded: Settings as they were read.
        folder: Where they are saved.
    """

    def __init__(self, application: QApplication, loaded: LoadedSettings, folder: Path) -> None:
        super().__init__(application)
        self._application = application
        self._secrets = Secrets()
        self._loop = LoopThread("client-io")
        self._bridge = StateBridge(self)
        self._session = Session(
            self._loop, self._bridge.state_changed.emit, self._bridge.level_changed.emit
        )
        self._settings = SettingsDesk(loaded, folder, self._loop, self)
        self._settings.changed.connect(self._use)
        self._key = TalkKey(self._session, self)
        self._secrets_desk = SecretsDesk(self._secrets, self._loop, self)
        self._secrets_desk.stored.connect(self._restart)
        library = load_library(loaded.settings.locale)
        self._window = MainWindow(library, self._session)
        self._window.settings_wanted.connect(self._open_settings)
        self._overlay = self._new_overlay()

    def start(self) -> None:
        """Show the window, then begin the rest as soon as it is painted."""
        use_theme(self._application, load_theme().tokens())
        for signal, show in (
            (self._bridge.state_changed, self._window.show_state),
            (self._bridge.level_changed, self._window.show_level),
        ):
            signal.connect(show)
        self._window.show()
        self._loop.start()
        QTimer.singleShot(0, self._begin)

    def stop(self) -> None:
        """End everything in order; every step has a deadline."""
        self._key.stop()
        self._settings.flush()
        try:
            self._loop.submit(self._session.stop()).result(STOP_DEADLINE_S)
            self._loop.stop()
        except TimeoutError:
            logger.exception("not everything ended in time")
        self._overlay.close()

    def _begin(self) -> None:
        self._restart()
        self._key.watch(self._settings.settings.talk_key)

    def _restart(self) -> None:
        self._loop.submit(self._session.run(self._make_parts))

    def _make_parts(self) -> ClientParts:
        return client_parts(self._settings.settings, self._secrets, real_devices())

    def _use(self, before: Settings, now: Settings) -> None:
        """Act on changed settings; only what they concern is begun anew."""
        changed = {
            name for name in now.__struct_fields__ if getattr(before, name) != getattr(now, name)
        }
        if "talk_key" in changed:
            self._key.watch(now.talk_key)
        if "locale" in changed:
            self._speak_another_language(now.locale)
        if "overlay_position" in changed:
            self._replace_overlay()
        if changed - RESTART_FREE:
            self._restart()

    def _speak_another_language(self, locale: str) -> None:
        self._application.setFont(program_font(locale))
        self._window.use_library(load_library(locale))
        self._replace_overlay()

    def _new_overlay(self) -> Overlay:
        settings = self._settings.settings
        overlay = Overlay(
            load_library(settings.locale),
            self._session,
            settings.overlay_position,
            self._settings.move_overlay,
        )
        self._bridge.state_changed.connect(overlay.show_state)
        self._bridge.level_changed.connect(overlay.show_level)
        return overlay

    def _replace_overlay(self) -> None:
        before = self._overlay
        self._overlay = self._new_overlay()
        before.hide()
        before.deleteLater()

    def _open_settings(self) -> None:
        self._settings.open(self._window, self._secrets_desk)
