"""`ItemTextures`: the PNG that shows an item, out of a Minecraft folder."""

from __future__ import annotations

from pathlib import Path

from companion.games.icons.models import Located, located, texture_of
from companion.games.icons.png import png_size
from companion.games.icons.sources import Archives, archives_of, minecraft_folder


class ItemTextures:
    """Reads textures when they are asked for. Blocks on the disk; one thread at a time.

    The first question looks through the names in all archives: about a second for 300 mods.

    Args:
        folder: An instance, or its `.minecraft`; one that is missing has no textures.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._archives: Archives | None = None

    def item(self, identifier: str) -> bytes | None:
        """The PNG of an item, possibly a strip of frames; None where the game has none."""
        found = texture_of(identifier, self._read)
        return self._png(found) if found is not None else None

    def texture(self, name: str) -> bytes | None:
        """The PNG of a texture such as `minecraft:gui/toasts`."""
        found = located(name)
        return self._png(found) if found is not None else None

    def close(self) -> None:
        """Let go of the archives."""
        if self._archives is not None:
            self._archives.close()
            self._archives = None

    def _png(self, place: Located) -> bytes | None:
        data = self._read(place[0], f"textures/{place[1].removesuffix('.png')}.png")
        return data if data is not None and png_size(data) is not None else None

    def _read(self, namespace: str, path: str) -> bytes | None:
        if self._archives is None:
            self._archives = Archives(archives_of(minecraft_folder(self._folder)))
        return self._archives.read(namespace, path)
