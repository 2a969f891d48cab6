"""Where the quests of a folder lie, and in which of FTB Quests' layouts.

The layout is seen from the files, never from a version somebody wrote down.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.support.errors import Failure, LinkError

_INSIDE = ("", ".minecraft", "minecraft", "overrides")
"""Where launchers put the game inside an instance; an unpacked modpack has `overrides`."""

_QUESTS = Path("config", "ftbquests", "quests")
_NORMAL = Path("config", "ftbquests", "normal")
_ROOT_MARKS = ("data.json5", "data.snbt", "file.snbt", "file.nbt", "chapters")


@dataclass(frozen=True, slots=True)
class QuestFolder:
    """A folder that holds quests.

    Attributes:
        root: The quest files.
        game: The game's own folder, with `mods`, `saves` and `kubejs` where they exist.
        classic: The layout of 1.12 (A); otherwise B, C, C' or D.
    """

    root: Path
    game: Path
    classic: bool


def find_quest_folder(folder: Path) -> QuestFolder:
    """Find the quests of an instance, a server, a `config` folder or a quest folder itself.

    Raises:
        LinkError: FOLDER_MISSING, QUESTS_MISSING or QUESTS_EMPTY; its detail is the folder.
        OSError: It may not be read.
    """
    if not folder.is_dir():
        raise LinkError(Failure.FOLDER_MISSING, str(folder))
    seen_empty: Path | None = None
    for root, game in _candidates(folder):
        if not root.is_dir():
            continue
        if (chapters := root / "chapters").is_dir():
            os.scandir(chapters).close()  # told here: looking for files passes over what is closed
            return QuestFolder(root, game, _is_classic(root))
        seen_empty = seen_empty or root
    if seen_empty is not None:
        raise LinkError(Failure.QUESTS_EMPTY, str(seen_empty))
    raise LinkError(Failure.QUESTS_MISSING, str(folder))


def _candidates(folder: Path) -> Iterator[tuple[Path, Path]]:
    """Quest folder and game folder, the most likely first."""
    for inside in _INSIDE:
        game = folder / inside
        yield game / _QUESTS, game
        yield game / _NORMAL, game
    if any((folder / mark).exists() for mark in _ROOT_MARKS):
        yield folder, _game_around(folder)
    for name in ("quests", "normal", "ftbquests/quests", "ftbquests/normal"):
        root = folder / name
        if root.parent.name == "ftbquests":
            yield root, _game_around(root)


def _game_around(root: Path) -> Path:
    """The folder that has `config/ftbquests/<root>` in it; a lone quest folder is its own."""
    parts = root.resolve().parts
    return root.parents[2] if parts[-3:-1] == ("config", "ftbquests") else root


def _is_classic(root: Path) -> bool:
    if (root / "data.json5").exists() or (root / "data.snbt").exists():
        return False
    if any((root / name).exists() for name in ("file.snbt", "file.nbt")):
        return True
    return any((root / "chapters" / f"index.{kind}").exists() for kind in ("snbt", "nbt"))
