"""Which link reads which game. A new link is one folder and one line of `open_link`."""

from __future__ import annotations

from pathlib import Path

from companion.games.demo.link import DemoLink
from companion.games.instance.link import InstanceLink
from companion.games.link import Link


def open_link(instance: Path | None) -> Link:
    """Open a Minecraft folder, or the demo world.

    Nothing is read yet: a folder that is missing or broken says so with the first question.

    Args:
        instance: Instance folder, its `.minecraft`, a server folder or the quest folder itself;
            None for the demo world.
    """
    return DemoLink() if instance is None else InstanceLink(instance)
