"""What installed packages contribute to the window, found off the GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from companion.client.contributions.registry import ClientModules, with_extensions
from companion.support.loops import LoopThread, patiently


class Extensions(QObject):
    """Looks once, after the window is there. GUI thread."""

    came = Signal(object)
    """All client modules, a `ClientModules`; ours and theirs."""

    def look(self, loop: LoopThread) -> None:
        """Have it told."""
        loop.submit(self._look())

    async def _look(self) -> None:
        self.came.emit(await patiently(lambda: with_extensions(ClientModules()), "extensions"))
