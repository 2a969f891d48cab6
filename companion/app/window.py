"""The windowed companion: everything behind the window that `opening.py` shows. GUI thread."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from companion.app.client_runner import ClientRunner
from companion.app.crash_desk import CrashDesk
from companion.app.effects import Effects
from companion.app.entrance import Entrance
from companion.app.extensions import Extensions
from companion.app.first_start_desk import FirstStart
from companion.app.hotkey import TalkKey
from companion.app.icon_desk import IconDesk
from companion.app.library_desk import LibraryDesk
from companion.app.notice_sounds import NoticeSounds
from companion.app.opening import Opening
from companion.app.overlay_desk import OverlayDesk
from companion.app.pages_desk import PagesDesk
from companion.app.parts import Devices
from companion.app.pins_desk import PinsDesk
from companion.app.secrets_desk import SecretsDesk
from companion.app.settings_deeds import SettingsDeeds
from companion.app.settings_desk import SettingsDesk
from companion.app.speech_check import Check
from companion.app.tray_desk import TrayDesk
from companion.cards.library import CardLibrary, load_library
from companion.client.first_start.steps import is_due
from companion.client.navigation import PageName
from companion.client.state import EMPTY, ClientState
from companion.support.errors import Failure
from companion.support.loops import LoopThread
from companion.support.paths import cache_folder
from companion.support.secrets import Secrets
from companion.support.settings import LoadedSettings, Settings

if TYPE_CHECKING:
    from companion.ui.settings.dialog import SettingsDialog

TOLD_FAULTS = 3
"""Faults of the settings that are named to the player; the log has them all."""


class WindowedCompanion(QObject):
    """Window, overlay, talk key and one client at a time.

    Args:
        application: The Qt application, dressed in its theme.
        loaded: Settings as they were read; what is wrong with them is told in the window.
        folder: Where they are saved.
        secrets: The system's keyring when None.
        make_devices: Gives microphone and speaker for each client; None the computer's own.
        opening: The window that is shown already; a new one when None.

    Attributes:
        crash: Tells what the run before left.
    """

    def __init__(
        self,
        application: QApplication,
        loaded: LoadedSettings,
        folder: Path,
        secrets: Secrets | None = None,
        make_devices: Callable[[], Devices] | None = None,
        opening: Opening | None = None,
    ) -> None:
        super().__init__(application)
        self._application = application
        self._secrets = secrets or Secrets()
        self._loop = LoopThread("client-io")
        opening = opening or Opening(loaded.settings)
        opening.setParent(self)
        self._bridge, self._session, self._window = opening.bridge, opening.session, opening.window
        self._settings = SettingsDesk(loaded, folder, self._loop, self._session.report, self)
        self._client = ClientRunner(
            self._loop,
            self._session,
            lambda: self._settings.settings,
            self._secrets,
            folder,
            make_devices,
        )
        self._key = TalkKey(self._session, self)
        self._entrance = Entrance(self._key, self)
        self._entrance.raised.connect(self._raise)
        self._secrets_desk = SecretsDesk(self._secrets, self._loop, self._session.report, self)
        self._secrets_desk.stored.connect(self._client.restart)
        library = load_library(loaded.settings.locale, loaded.settings.resource_packs)
        self._pages = PagesDesk(
            folder,
            self._secrets,
            self._loop,
            lambda: self._settings.settings,
            self._client.restart,
            self,
        )
        self._window.use_desk(self._pages)
        self._window.settings_wanted.connect(self._open_settings)
        self._state = EMPTY
        self._overlay = OverlayDesk(self._settings, self._session, self._bridge, self._window, self)
        self._tray = TrayDesk(application, library.translations, self)
        self._tray.show_wanted.connect(self._raise)
        self._tray.overlay_wanted.connect(self._overlay.switch)
        self._effects = Effects(
            application,
            self._session,
            self._key,
            self._window,
            self._overlay,
            self._tray,
            self._client.restart,
        )
        self._settings.changed.connect(self._effects.use)
        self._icons = IconDesk(
            application, self._session, self._bridge, cache_folder() / "icons", self
        )
        self._library = LibraryDesk(self._show_library, self)
        self._settings.changed.connect(self._use_files)
        self._sounds = NoticeSounds(
            self._bridge,
            lambda: self._settings.settings,
            lambda settings: self._client.devices_of(settings).speaker(),
            self._loop,
            self,
        )
        self._extensions = Extensions(self)
        self._extensions.came.connect(self._window.use_modules)
        self._pins = PinsDesk(folder, self._session, self._loop, self._bridge, self._pages, self)
        self._first_start = FirstStart(
            self._settings,
            self._key,
            self._secrets_desk,
            self._loop,
            self._open_settings_at,
            self,
        )
        self._serve_pages()
        self._is_first = is_due(loaded.settings.first_start, is_new=loaded.is_new)
        check = Check(self._secrets, folder, self._client.devices_of)
        self._deeds = SettingsDeeds(self._settings, check, self._loop, self._open_first_start, self)
        self.crash = CrashDesk(self._window, lambda: self._settings.settings)
        self._tell_faults(loaded)

    def _serve_pages(self) -> None:
        self._pages.serve_first_start(self._first_start)
        self._pages.serve_voices(
            lambda s: self._client.devices_of(s).speaker(), self._open_settings_at
        )
        self._secrets_desk.stored.connect(self._pages.look_again)
        self._settings.changed.connect(self._pages.look_again)

    def start(self, *, minimized: bool = False) -> None:
        """Show the window, then begin the rest as soon as it is painted.

        Args:
            minimized: Be in the tray, or in the task bar where there is none.
        """
        self._bridge.state_changed.connect(self._show_state)
        self._bridge.level_changed.connect(self._window.show_level)
        self._tray.begin(keeps=self._settings.settings.close_to_tray)
        if not minimized:
            self._window.show()
        elif not self._tray.is_there:
            self._window.showMinimized()
        self._entrance.open()
        self._loop.start()
        if self._is_first:
            self._open_first_start()
        QTimer.singleShot(0, self._begin)

    def stop(self) -> bool:
        """End everything in order; every step has a deadline.

        Returns:
            Whether all of it ended. Threads that hang in the system's hands would keep the
            process alive; it is the caller's to end it.
        """
        self._window.hide()
        self._overlay.end()
        self._tray.end()
        self._library.end()
        self._icons.end()
        self._entrance.close()
        self._key.stop()
        self._settings.flush()
        self._bridge.end()
        self._pins.end()
        return self._client.end()

    def _raise(self) -> None:
        if self._window.isMinimized():
            self._window.showNormal()
        self._window.show()
        self._window.raise_()
        self._window.activateWindow()

    def _show_state(self, state: ClientState) -> None:
        self._state = state
        self._window.show_state(state)

    def _tell_faults(self, loaded: LoadedSettings) -> None:
        if loaded.faults:
            failure = Failure.SETTING_INVALID if loaded.writable else Failure.SETTINGS_BROKEN
            self._session.report(failure, "; ".join(loaded.faults[:TOLD_FAULTS]))

    def _begin(self) -> None:
        self._client.restart()
        settings = self._settings.settings
        self._key.watch(settings.talk_key, settings.talk_mode)
        self._overlay.begin()
        self._extensions.look(self._loop)
        self._icons.use(settings)
        self._library.use(settings)
        self.crash.tell()

    def _use_files(self, _before: Settings, now: Settings) -> None:
        self._icons.use(now)
        self._library.use(now)

    def _show_library(self, library: CardLibrary) -> None:
        self._session.use_library(library)
        self._window.use_library(library)
        self._overlay.replace()

    def _open_settings(self) -> None:
        self._settings_opened()

    def _open_settings_at(self, page: str) -> None:
        self._settings_opened().show_page(page)

    def _settings_opened(self) -> SettingsDialog:
        texts = load_library(self._settings.settings.locale).translations
        deeds = self._deeds.deeds(texts)
        dialog = self._settings.open(self._window, self._secrets_desk, deeds)
        self._deeds.serve(dialog)
        dialog.finished.connect(self._window.settings_closed)
        return dialog

    def _open_first_start(self) -> None:
        self._window.show_page(PageName.FIRST_START)
