"""The program behind the first start: it works with the real settings, key, devices and folders."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject

from companion.app.hotkey import TalkKey
from companion.app.secrets_desk import SecretsDesk
from companion.app.settings_desk import SettingsDesk
from companion.app.speech_check import found_devices
from companion.client.first_start.launchers import find_games
from companion.support.loops import LoopThread, patiently
from companion.support.settings import Settings
from companion.ui.pages.first_start_desk import FirstStartDesk


class FirstStart(FirstStartDesk):
    """Looks for devices and folders on the loop's worker threads. GUI thread.

    Args:
        settings: The player's.
        key: The talk key, which is proved by the system's own way of seeing it.
        secrets: Where keys of services go.
        loop: Does the work.
        on_settings: Opens the settings at a page.
    """

    def __init__(
        self,
        settings: SettingsDesk,
        key: TalkKey,
        secrets: SecretsDesk,
        loop: LoopThread,
        on_settings: Callable[[str], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._key = key
        self._secrets = secrets
        self._loop = loop
        self._on_settings = on_settings
        key.rehearsed.connect(self.key_moved)
        secrets.kept.connect(self.secret_kept)
        secrets.refused.connect(self.secret_refused)

    @property
    def settings(self) -> Settings:
        """The settings of the moment."""
        return self._settings.settings

    def change(self, **values: Any) -> None:
        """Change settings; they are saved and take effect a moment later."""
        self._settings.change(**values)

    def rehearse(self, *, on: bool) -> None:
        """Have the talk key only tell of itself from now on, or talk again."""
        self._key.rehearse(on=on)

    def find_microphones(self) -> None:
        """Look for microphones; `microphones_came` follows."""
        self._loop.submit(self._find_microphones())

    def find_games(self) -> None:
        """Look for game folders; `games_came` follows."""
        self._loop.submit(self._find_games())

    def keep_secret(self, name: str, value: str) -> None:
        """Store a key; `secret_kept` or `secret_refused` follows."""
        self._secrets.keep(name, value)

    def open_settings(self, page: str) -> None:
        """Open the settings at one of their pages."""
        self._on_settings(page)

    async def _find_microphones(self) -> None:
        microphones, _ = await patiently(found_devices, "devices")
        self.microphones_came.emit(microphones)

    async def _find_games(self) -> None:
        self.games_came.emit(await patiently(find_games, "game folders"))
