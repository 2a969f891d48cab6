"""Keys typed into the settings: to the keyring on a worker thread, and the answer back."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal

from companion.support.errors import Failure, SecretError
from companion.support.loops import LoopThread
from companion.support.secrets import KNOWN, Secrets, Source
from companion.ui.settings.dialog import SettingsDialog

logger = logging.getLogger(__name__)


class SecretsDesk(QObject):
    """Asks and fills the keyring for the settings dialog. GUI thread; the work is elsewhere."""

    stored = Signal()
    """A key changed, so ears and voice are to be chosen anew."""
    _answered = Signal(str, object, object)

    def __init__(self, secrets: Secrets, loop: LoopThread, parent: QObject) -> None:
        super().__init__(parent)
        self._secrets = secrets
        self._loop = loop
        self._dialog: SettingsDialog | None = None
        self._sources: dict[str, Source] = {}
        self._answered.connect(self._show)

    @property
    def sources(self) -> Mapping[str, Source]:
        """Where each key comes from, as far as it is known."""
        return dict(self._sources)

    def serve(self, dialog: SettingsDialog) -> None:
        """Answer to this dialog from now on, and find out where the keys come from."""
        self._dialog = dialog
        dialog.finished.connect(self._forget)
        self._loop.submit(asyncio.to_thread(self._look))

    def keep(self, name: str, value: str) -> None:
        """Store a key, or forget it when nothing was typed."""
        self._loop.submit(asyncio.to_thread(self._keep, name, value))

    def _forget(self) -> None:
        self._dialog = None

    def _look(self) -> None:
        for name in KNOWN:
            try:
                self._answered.emit(name, self._secrets.source(name), None)
            except SecretError as error:
                self._answered.emit(name, Source.NOWHERE, error.failure)

    def _keep(self, name: str, value: str) -> None:
        try:
            if value:
                self._secrets.set(name, value)
            else:
                self._secrets.delete(name)
            self._answered.emit(name, self._secrets.source(name), None)
        except SecretError as error:
            if value and error.failure is Failure.NO_KEYRING:
                self._secrets.keep_for_this_run(name, value)
            self._answered.emit(name, Source.THIS_RUN, error.failure)
        self.stored.emit()

    def _show(self, name: str, source: Source, failure: Failure | None) -> None:
        self._sources[name] = source
        if self._dialog is None:
            return
        if failure:
            self._dialog.secret_refused(name, failure)
        else:
            self._dialog.secret_stored(name, source)
