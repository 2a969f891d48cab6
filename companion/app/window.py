"""The windowed companion: window first, then everything that takes time. GUI thread."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from companion.app.hotkey import TalkKey
from companion.app.parts import Devices, chosen_engine, client_parts, real_devices
from companion.app.running import RAISE, Door
from companion.app.secrets_desk import SecretsDesk
from companion.app.session import Session
from companion.app.settings_desk import SettingsDesk
from companion.cards.library import load_library
from companion.client.parts import ClientParts
from companion.client.state import EMPTY, ClientState
from companion.support.errors import Failure
from companion.support.loops import LoopThread
from companion.support.secrets import Secrets
from companion.support.settings import LoadedSettings, Settings
from companion.ui.application import program_font
from companion.ui.bridge import StateBridge
from companion.ui.main_window import MainWindow
from companion.ui.overlay import Overlay

logger = logging.getLogger(__name__)

STOP_DEADLINE_S = 3.0
"""For the client with its engine, ears and voice."""
LOOP_DEADLINE_S = 1.0
"""For what is left of the loop."""
TOLD_FAULTS = 3
"""Faults of the settings that are named to the player; the log has them all."""

RESTART_FREE = frozenset({"overlay_position", "talk_key", "talk_mode", "volume", "lane_volumes"})
"""Settings that the running client does not depend on."""


class WindowedCompanion(QObject):
    """Window, overlay, talk key and one client at a time.

    Args:
        application: The Qt application, dressed in its theme.
        loaded: Settings as they were read; what is wrong with them is told in the window.
        folder: Where they are saved.
        secrets: The system's keyring when None.
        make_devices: Gives microphone and speaker for each client; None the computer's own.
    """

    _raised = Signal()

    def __init__(
        self,
        application: QApplication,
        loaded: LoadedSettings,
        folder: Path,
        secrets: Secrets | None = None,
        make_devices: Callable[[], Devices] | None = None,
    ) -> None:
        super().__init__(application)
        self._application = application
        self._secrets = secrets or Secrets()
        self._make_devices = make_devices
        self._folder = folder
        self._loop = LoopThread("client-io")
        self._bridge = StateBridge(self)
        self._session = Session(self._bridge.publish, self._bridge.level_changed.emit)
        self._settings = SettingsDesk(loaded, folder, self._loop, self._session.report, self)
        self._settings.changed.connect(self._use)
        self._key = TalkKey(self._session, self)
        self._door = Door(self._hear_from_outside)
        self._raised.connect(self._raise)
        self._secrets_desk = SecretsDesk(self._secrets, self._loop, self._session.report, self)
        self._secrets_desk.stored.connect(self._restart)
        library = load_library(loaded.settings.locale, loaded.settings.resource_packs)
        self._window = MainWindow(library, self._session)
        self._window.settings_wanted.connect(self._open_settings)
        self._state = EMPTY
        self._overlay = self._new_overlay()
        self._tell_faults(loaded)

    def start(self) -> None:
        """Show the window, then begin the rest as soon as it is painted."""
        self._bridge.state_changed.connect(self._show_state)
        self._bridge.level_changed.connect(self._window.show_level)
        self._window.show()
        self._door.open()
        self._loop.start()
        QTimer.singleShot(0, self._begin)

    def stop(self) -> bool:
        """End everything in order; every step has a deadline.

        Returns:
            Whether all of it ended. Threads that hang in the system's hands would keep the
            process alive; it is the caller's to end it.
        """
        self._window.hide()
        self._overlay.close()
        self._door.close()
        self._key.stop()
        self._settings.flush()
        return not self._loop.is_running or (self._client_ended() and self._loop_ended())

    def _hear_from_outside(self, word: str) -> None:
        """On the door's thread."""
        remote = self._key.remote
        told = {"talk down": remote.down, "talk up": remote.up, "talk toggle": remote.toggle}
        if word == RAISE:
            self._raised.emit()
        else:
            told[word]()

    def _raise(self) -> None:
        if self._window.isMinimized():
            self._window.showNormal()
        self._window.show()
        self._window.raise_()
        self._window.activateWindow()

    def _show_state(self, state: ClientState) -> None:
        self._state = state
        self._window.show_state(state)

    def _client_ended(self) -> bool:
        try:
            self._loop.submit(self._session.stop()).result(STOP_DEADLINE_S)
        except TimeoutError:
            logger.error("the client did not end in time")
            return False
        return True

    def _loop_ended(self) -> bool:
        try:
            self._loop.stop(LOOP_DEADLINE_S)
        except TimeoutError as error:
            logger.error("not everything ended in time: %s", error)
            return False
        return True

    def _tell_faults(self, loaded: LoadedSettings) -> None:
        if loaded.faults:
            failure = Failure.SETTING_INVALID if loaded.writable else Failure.SETTINGS_BROKEN
            self._session.report(failure, "; ".join(loaded.faults[:TOLD_FAULTS]))

    def _begin(self) -> None:
        self._restart()
        settings = self._settings.settings
        self._key.watch(settings.talk_key, settings.talk_mode)

    def _restart(self) -> None:
        self._loop.submit(self._session.run(self._make_parts))

    def _make_parts(self) -> ClientParts:
        settings = self._settings.settings
        devices = self._make_devices() if self._make_devices else real_devices(settings)
        at = chosen_engine(settings, self._secrets, self._folder)
        return client_parts(settings, self._secrets, devices, at=at)

    def _use(self, before: Settings, now: Settings) -> None:
        """Act on changed settings; only what they concern is begun anew."""
        changed = {
            name for name in now.__struct_fields__ if getattr(before, name) != getattr(now, name)
        }
        if changed & {"talk_key", "talk_mode"}:
            self._key.watch(now.talk_key, now.talk_mode)
        if changed & {"volume", "lane_volumes"}:
            self._session.set_volume(now.volume, now.lane_volumes)
        if changed & {"locale", "resource_packs"}:
            self._speak_another_language(now.locale)
        if "overlay_position" in changed:
            self._replace_overlay()
        if changed - RESTART_FREE:
            self._restart()

    def _speak_another_language(self, locale: str) -> None:
        self._application.setFont(program_font(locale))
        packs = self._settings.settings.resource_packs
        self._window.use_library(load_library(locale, packs))
        self._replace_overlay()

    def _new_overlay(self) -> Overlay:
        settings = self._settings.settings
        overlay = Overlay(
            load_library(settings.locale, settings.resource_packs),
            self._session,
            settings.overlay_position,
            self._settings.move_overlay,
        )
        self._bridge.state_changed.connect(overlay.show_state)
        self._bridge.level_changed.connect(overlay.show_level)
        return overlay

    def _replace_overlay(self) -> None:
        before = self._overlay
        self._bridge.state_changed.disconnect(before.show_state)
        self._bridge.level_changed.disconnect(before.show_level)
        before.close()
        before.deleteLater()
        self._overlay = self._new_overlay()
        self._overlay.show_state(self._state)

    def _open_settings(self) -> None:
        self._settings.open(self._window, self._secrets_desk)
