"""Pictures of items while the program runs: the player's own game first, then the server's."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from companion.client.commands import ClientCommands
from companion.client.orders import FetchIcon
from companion.client.server_icons import ServerIcons
from companion.client.state import ClientState
from companion.games.icons.png import png_size
from companion.games.icons.textures import ItemTextures
from companion.support.settings import Settings
from companion.ui.bridge import StateBridge
from companion.ui.item_textures import GameIcons, Textures, end_game, icons_of_the_game, show_game

STOP_DEADLINE_S = 1.0
"""For letting go of the game's files when the program ends."""
MOST_LACKING = 512
_PLAIN = re.compile(r"[A-Za-z0-9-]{1,64}")


class TexturesInTurn:
    """Implements `KeepingTextures` over a game's folder and a server's icons. One thread."""

    def __init__(self, game: ItemTextures | None, server: ServerIcons | None) -> None:
        self._sources: tuple[Textures, ...] = tuple(one for one in (game, server) if one)
        self._server = server

    def item(self, identifier: str) -> bytes | None:
        """The PNG of an item from whoever has one."""
        found = (source.item(identifier) for source in self._sources)
        return next((data for data in found if data is not None), None)

    def texture(self, name: str) -> bytes | None:
        """The PNG of a texture, likewise."""
        found = (source.texture(name) for source in self._sources)
        return next((data for data in found if data is not None), None)

    def keep(self, name: str, data: bytes) -> bool:
        """Keep what the server gave, if it is a texture."""
        if self._server is None or png_size(data) is None:
            return False
        self._server.keep(name, data)
        return True

    def close(self) -> None:
        """Let go of files."""
        for source in self._sources:
            source.close()


class IconDesk(QObject):
    """Shows the items of the folder in the settings and of the server in use. GUI thread.

    Args:
        application: Gets the pictures that its cards show.
        commands: The client; asked for icons that the player's own game lacks.
        bridge: Tells which server is in use, and which icons came.
        cache: Where icons of servers are kept, one folder a server.
    """

    def __init__(
        self,
        application: QApplication,
        commands: ClientCommands,
        bridge: StateBridge,
        cache: Path,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._application = application
        self._commands = commands
        self._cache = cache
        self._instance: str | None = None
        self._server = ""
        self._is_connected = False
        self._lacking: dict[str, None] = {}
        self._taken: set[str] = set()
        self._asks: GameIcons | None = None
        bridge.state_changed.connect(self._follow)

    def use(self, settings: Settings) -> None:
        """Show the game of the settings; nothing happens while it stays the same."""
        if settings.instance != self._instance:
            self._instance = settings.instance
            self._show()

    def end(self) -> bool:
        """Read nothing more; whether everything was let go of in time."""
        self._asks = None
        return end_game(self._application, STOP_DEADLINE_S)

    def _show(self) -> None:
        """Read from other places from now on; cards on the screen ask again by themselves."""
        self._lacking.clear()
        self._taken.clear()
        game = ItemTextures(Path(self._instance)) if self._instance else None
        place = self._cache / self._server
        server = ServerIcons(place) if _PLAIN.fullmatch(self._server) else None
        show_game(self._application, TexturesInTurn(game, server) if game or server else None)
        icons = icons_of_the_game()
        if isinstance(icons, GameIcons) and icons is not self._asks:
            self._asks = icons
            icons.lacking.connect(self._miss)

    def _miss(self, name: str) -> None:
        """The game has no such picture: the server may; the embedded engine reads the same game."""
        if self._server and len(self._lacking) < MOST_LACKING:
            self._lacking[name] = None
            self._commands.order(FetchIcon(name))

    def _follow(self, state: ClientState) -> None:
        if state.server != self._server and self._instance is not None:
            self._server = state.server
            self._show()
        is_connected = state.engine is not None
        if is_connected and not self._is_connected:
            for name in self._lacking:  # an ended connection forgot what was asked of it
                self._commands.order(FetchIcon(name))
        self._is_connected = is_connected
        for name in state.icons.keys() - self._taken:
            self._take(name, state.icons[name])

    def _take(self, name: str, data: bytes) -> None:
        self._taken.add(name)
        self._lacking.pop(name, None)
        if self._asks is not None:
            self._asks.take(name, data)
