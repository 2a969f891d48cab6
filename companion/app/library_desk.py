"""Hot reload: templates and packs that change are shown at once, without a restart. GUI thread."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from companion.cards.library import CardLibrary, keep_library
from companion.cards.watching import LibraryWatcher, watch_library
from companion.support.settings import Settings

logger = logging.getLogger(__name__)

_Key = tuple[str, tuple[str, ...]]
"""Locale and resource packs."""


class LibraryDesk(QObject):
    """Watches the files of the library in use. GUI thread; files are read on the watcher's own.

    Args:
        show: Draws cards, and holds what is said against them, by the library as it is now.
    """

    _came = Signal(object, object)

    def __init__(self, show: Callable[[CardLibrary], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._show = show
        self._key: _Key | None = None
        self._watcher: LibraryWatcher | None = None
        self._came.connect(self._take)

    def use(self, settings: Settings) -> None:
        """Watch the templates and packs of the settings; `load_library` gives them anew."""
        key = (settings.locale, settings.resource_packs)
        if key == self._key:
            return
        self.end()
        self._key = key
        packs = tuple(map(Path, settings.resource_packs))
        self._watcher = watch_library(
            settings.locale, packs, lambda library: self._came.emit(key, library)
        )

    def end(self) -> None:
        """Watch no more; what is being read is dropped."""
        watcher, self._watcher, self._key = self._watcher, None, None
        if watcher is not None:
            watcher.leave()

    def _take(self, key: _Key, library: CardLibrary) -> None:
        if key == self._key:
            logger.info("templates were read anew")
            keep_library(*key, library)
            self._show(library)
