"""Which link reads which game. A new link is one folder and one line of `open_link`."""

from __future__ import annotations

from pathlib import Path

from companion.games.demo.link import DemoLink
from companion.games.link import Link
from companion.support.errors import Failure, LinkError


def open_link(instance: Path | None) -> Link:
    """Open a Minecraft folder, or the demo world for None."""
    if instance is None:
        return DemoLink()
    raise LinkError(Failure.QUESTS_MISSING, f"{instance}: no reader for folders yet")
