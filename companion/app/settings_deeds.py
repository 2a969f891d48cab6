"""What the settings can have done: devices looked for, a check of ears and voice, an export."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox

from companion.app.settings_desk import SettingsDesk
from companion.app.speech_check import Check, found_devices
from companion.language.translations import Translations
from companion.support.atomic import write_atomically
from companion.support.autostart import Autostart, autostart, starting_command
from companion.support.errors import CompanionError
from companion.support.loops import LoopThread, patiently
from companion.support.settings import Settings
from companion.ui.sentences import failure_sentence
from companion.ui.settings.deeds import Deeds

if TYPE_CHECKING:
    from companion.ui.settings.dialog import SettingsDialog

logger = logging.getLogger(__name__)


class SettingsDeeds(QObject):
    """Serves one dialog. GUI thread; what takes time is done elsewhere.

    Args:
        settings: The player's.
        check: The check of ears and voice.
        loop: Where the work goes.
        on_first_start: Opens the first start.
        system: The list of what the system starts.
    """

    _devices = Signal(object, object)
    _offered = Signal(str)
    _told = Signal(str, bool)

    def __init__(
        self,
        settings: SettingsDesk,
        check: Check,
        loop: LoopThread,
        on_first_start: Callable[[], None],
        parent: QObject,
        system: Autostart | None = None,
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._check = check
        self._loop = loop
        self._on_first_start = on_first_start
        self._system = system or autostart()
        self._dialog: SettingsDialog | None = None
        self._texts = Translations("en_us", {})
        self._devices.connect(self._show_devices)
        self._offered.connect(self._show_offer)
        self._told.connect(self._show_told)

    def deeds(self, texts: Translations) -> Deeds:
        """For one dialog, which `serve` is told of next."""
        self._texts = texts
        return Deeds(
            starts_with_system=self._system.is_on(),
            autostart=self._start_with_system,
            first_start=self._begin_anew,
            export=self._export,
            offer=lambda: self._do(self._offer()),
            verify=lambda: self._do(self._verify()),
        )

    def serve(self, dialog: SettingsDialog) -> None:
        """Answer to this dialog from now on, and find out which devices there are."""
        self._dialog = dialog
        dialog.finished.connect(self._forget)
        self._do(self._find_devices())

    def _forget(self) -> None:
        self._dialog = None

    def _do(self, work: Any) -> None:
        self._loop.submit(work).add_done_callback(_log_fault)

    async def _find_devices(self) -> None:
        self._devices.emit(*await patiently(found_devices, "devices"))

    async def _offer(self) -> None:
        try:
            self._offered.emit(await self._check.offer(self._settings.settings, self._texts))
        except CompanionError as error:
            self._told.emit(failure_sentence(error.failure, error.detail, self._texts), False)

    async def _verify(self) -> None:
        try:
            self._told.emit(*await self._check.verify(self._settings.settings, self._texts))
        except CompanionError as error:
            self._told.emit(failure_sentence(error.failure, error.detail, self._texts), False)

    def _start_with_system(self, on: bool) -> None:  # noqa: FBT001 - a switch's callback
        try:
            self._system.set(starting_command() if on else None)
        except OSError as error:
            logger.warning("the system's list was not changed: %s", error)
            self._say(self._texts.text("ui.settings.autostart.failed", reason=str(error.strerror)))

    def _begin_anew(self) -> None:
        """The first start is a page of the window behind the dialog."""
        if self._dialog is not None:
            self._dialog.close()
        self._on_first_start()

    def _export(self) -> None:
        title = self._texts.text("ui.settings.export.choose")
        path, _ = QFileDialog.getSaveFileName(self._dialog, title, "companion-settings.json")
        if path:
            self._say(exported(self._settings.settings, Path(path), self._texts))

    def _say(self, words: str) -> None:
        box = QMessageBox(self._dialog)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setWindowTitle(self._texts.text("ui.name"))
        box.setText(words)
        box.open()

    def _show_devices(self, microphones: tuple[str, ...], speakers: tuple[str, ...]) -> None:
        if self._dialog is not None:
            self._dialog.devices_known(microphones, speakers)

    def _show_offer(self, price: str) -> None:
        if self._dialog is not None:
            self._dialog.check_offered(price)

    def _show_told(self, answer: str, is_well: bool) -> None:  # noqa: FBT001 - a signal's value
        if self._dialog is not None:
            self._dialog.check_told(answer, is_well=is_well)


def exported(settings: Settings, path: Path, texts: Translations) -> str:
    """Write the settings to a file; returns the sentence that says what came of it.

    There is no secret among settings: keys and tokens are in the keyring.
    """
    try:
        write_atomically(path, msgspec.json.format(msgspec.json.encode(settings), indent=2))
    except OSError as error:
        return texts.text("ui.settings.export.failed", reason=str(error.strerror))
    return texts.text("ui.settings.export.done", path=str(path))


def _log_fault(done: Future[Any]) -> None:
    if not done.cancelled() and (fault := done.exception()):
        logger.error("a deed of the settings failed", exc_info=fault)
