"""Scripts of a pack that may change recipes while the game runs: what they name, not what they do.

A script is a program, so nobody here knows what comes of it. That it names an item is all that can
be read honestly, and it is told wherever a recipe of that item is shown.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from pathlib import Path

from companion.games.ftbquests.files import files_below, regular_stamp
from companion.support.errors import LinkError

logger = logging.getLogger(__name__)

_SCRIPTS = (".js", ".ts", ".zs")
_ID = re.compile(r"[a-z0-9_.-]{1,64}:[a-z0-9_./-]{1,128}")
MOST_BYTES = 1 << 20
"""Of one script; a longer one names what its beginning names."""


def script_folders(game: Path) -> tuple[Path, ...]:
    """Where KubeJS and CraftTweaker keep scripts that run on a server."""
    return game / "kubejs" / "server_scripts", game / "scripts"


def scripts(game: Path) -> Iterator[Path]:
    """Every script; a folder with too many of them is left out."""
    for folder in script_folders(game):
        try:
            yield from files_below(folder, _SCRIPTS, deep=True) if folder.is_dir() else ()
        except LinkError as error:
            logger.warning("scripts below %s are not read: %s", folder.name, error)


def named_in_scripts(game: Path) -> frozenset[str]:
    """Ids that scripts write out."""
    found: set[str] = set()
    for path in scripts(game):
        if regular_stamp(path) is None:
            continue
        try:
            with path.open("rb") as file:
                text = file.read(MOST_BYTES).decode("utf-8", "replace")
        except OSError as error:
            logger.warning("script %s is not read: %s", path.name, error)
            continue
        found.update(_ID.findall(text))
    return frozenset(found)
