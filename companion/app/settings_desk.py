"""The settings while the program runs: shown, changed, saved at once; what they do follows."""

from __future__ import annotations

import asyncio
import logging
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from companion.app.secrets_desk import Report, SecretsDesk
from companion.cards.library import load_library
from companion.support.errors import Failure
from companion.support.loops import LoopThread
from companion.support.settings import FILE_NAME, LoadedSettings, Settings, write_settings
from companion.ui.settings.deeds import Deeds

if TYPE_CHECKING:
    from companion.ui.settings.dialog import SettingsDialog

logger = logging.getLogger(__name__)

REST_MS = 700
"""A change takes effect once nothing changed for this long; it is saved at once."""


class SettingsDesk(QObject):
    """Keeps the player's settings. GUI thread.

    Args:
        loaded: As they were read; a broken file is never overwritten.
        folder: Where they are saved.
        loop: Its worker threads do the writing.
        report: Told when they could not be saved; any thread.
    """

    changed = Signal(object, object)
    """Settings before and now."""

    def __init__(
        self,
        loaded: LoadedSettings,
        folder: Path,
        loop: LoopThread,
        report: Report,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.settings = loaded.settings
        self._used = loaded.settings
        self._shown = loaded.settings
        self._writable = loaded.writable
        self._folder = folder
        self._loop = loop
        self._report = report
        self._writing = threading.Lock()
        self._is_writing = False
        self._is_told = False
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._take_effect)

    def open(
        self, parent: QWidget, secrets: SecretsDesk, deeds: Deeds | None = None
    ) -> SettingsDialog:
        """Show the dialog."""
        from companion.ui.settings.dialog import SettingsDialog, SettingsPage

        page = SettingsPage(self.settings, self._writable, secrets.sources, deeds or Deeds())
        texts = load_library(self.settings.locale).translations
        self._shown = self.settings
        dialog = SettingsDialog(page, texts, self._choose, secrets.keep, parent)
        secrets.serve(dialog)
        dialog.open()
        return dialog

    def move_overlay(self, screen: str, left: int, top: int) -> None:
        """Keep where the player dragged the overlay to; it is there already."""
        places = {**self.settings.overlay_places, screen: (left, top)}
        self.note(overlay_position=(left, top), overlay_places=places)

    def note(self, **values: Any) -> None:
        """Keep what has taken effect already."""
        self._used = msgspec.structs.replace(self._used, **values)
        self._change(msgspec.structs.replace(self.settings, **values))

    def change(self, **values: Any) -> None:
        """Change settings from elsewhere than the dialog, with the same effect."""
        self._change(msgspec.structs.replace(self.settings, **values))

    def flush(self) -> None:
        """Save what waits or could not be saved, at the end of the program; blocks for one file."""
        if self._rest.isActive() or self._is_writing or self._is_told:
            self._rest.stop()
            self._write()

    def _choose(self, chosen: Settings) -> None:
        """Take what the dialog changed; it does not know what happened outside it meanwhile."""
        before, self._shown = self._shown, chosen
        changed = {
            name: getattr(chosen, name)
            for name in chosen.__struct_fields__
            if getattr(chosen, name) != getattr(before, name)
        }
        self._change(msgspec.structs.replace(self.settings, **changed))

    def _change(self, settings: Settings) -> None:
        self.settings = settings
        self._rest.start()
        if not self._is_writing:
            self._is_writing = True
            self._loop.submit(asyncio.to_thread(self._write))

    def _take_effect(self) -> None:
        before, self._used = self._used, self.settings
        if before != self.settings:
            self.changed.emit(before, self.settings)

    def _write(self) -> None:
        """Save the settings of this moment: a writer that comes late never undoes a newer one."""
        if not self._writable:
            return
        with self._writing:
            self._is_writing = False  # what changes from here on is another write
            try:
                write_settings(self._folder, self.settings)
            except OSError as error:
                logger.warning("the settings were not saved: %s", error)
                self._tell_unsaved(error)
            else:
                self._is_told = False

    def _tell_unsaved(self, error: OSError) -> None:
        """Once, until saving works again: a slider makes dozens of changes."""
        told, self._is_told = self._is_told, True
        if not told:
            self._report(Failure.SETTINGS_NOT_SAVED, f"{FILE_NAME}: {error.strerror}")
