"""The keys of cloud speech while the settings are open.

The keyring may wait for a person to unlock it, so it is asked on threads that nobody waits for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from companion.support.errors import Failure, SecretError
from companion.support.loops import LoopThread, patiently
from companion.support.secrets import KNOWN, Secrets, Source

if TYPE_CHECKING:
    from companion.ui.settings.dialog import SettingsDialog

Report = Callable[[Failure, str], None]
"""Tells the player of a failure, with its detail."""


class SecretsDesk(QObject):
    """Asks and fills the keyring for the settings dialog. GUI thread; the work is elsewhere.

    Args:
        secrets: The keyring and what stands before it.
        loop: Started before the dialog opens.
        report: Told of a refusal that comes after the dialog was closed.
    """

    stored = Signal()
    """A key changed, so ears and voice are to be chosen anew."""
    _known = Signal(str, object)
    _locked = Signal(str, object)
    kept = Signal(str, object)
    """A key was stored: its name and `Source`."""
    refused = Signal(str, object)
    """A key was not stored: its name and the `Failure`."""

    def __init__(
        self, secrets: Secrets, loop: LoopThread, report: Report, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._secrets = secrets
        self._loop = loop
        self._report = report
        self._dialog: SettingsDialog | None = None
        self._sources: dict[str, Source] = {}
        self._known.connect(self._show_known)
        self._locked.connect(self._show_locked)
        self.kept.connect(self._show_kept)
        self.refused.connect(self._show_refused)

    @property
    def sources(self) -> Mapping[str, Source]:
        """Where each key comes from, as far as it is known."""
        return dict(self._sources)

    def serve(self, dialog: SettingsDialog) -> None:
        """Answer to this dialog from now on, and find out where the keys come from."""
        self._dialog = dialog
        dialog.finished.connect(self._forget)
        self._loop.submit(patiently(self._look, "keyring"))

    def keep(self, name: str, value: str) -> None:
        """Store a key, or forget it when nothing was typed."""
        self._loop.submit(patiently(lambda: self._keep(name, value), "keyring"))

    def _forget(self) -> None:
        self._dialog = None

    def _look(self) -> None:
        for name in KNOWN:
            try:
                self._known.emit(name, self._secrets.source(name))
            except SecretError as error:
                self._locked.emit(name, error.failure)

    def _keep(self, name: str, value: str) -> None:
        try:
            self._store(name, value)
            self.kept.emit(name, self._secrets.source(name))
        except SecretError as error:
            self.refused.emit(name, error.failure)
            if not value or error.failure is not Failure.NO_KEYRING:
                return
            self._secrets.keep_for_this_run(name, value)
            self._known.emit(name, Source.THIS_RUN)
        self.stored.emit()

    def _store(self, name: str, value: str) -> None:
        if value:
            self._secrets.set(name, value)
        else:
            self._secrets.delete(name)

    def _show_known(self, name: str, source: Source) -> None:
        self._sources[name] = source
        if self._dialog is not None:
            self._dialog.secret_known(name, source)

    def _show_locked(self, name: str, failure: Failure) -> None:
        if self._dialog is not None:
            self._dialog.secret_locked(name, failure)

    def _show_kept(self, name: str, source: Source) -> None:
        self._sources[name] = source
        if self._dialog is not None:
            self._dialog.secret_stored(name, source)

    def _show_refused(self, name: str, failure: Failure) -> None:
        if self._dialog is not None:
            self._dialog.secret_refused(name, failure)
        else:
            self._report(failure, name)
