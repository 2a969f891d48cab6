"""Which client modules there are: ours, one line each, and those that extensions bring.

An installed package adds its own through the entry point group `companion.client`, whose objects
are functions that take the `ClientModules` and call `register`. One that fails, fails alone.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator

from companion.client.contributions import (
    chat,
    connection,
    dismissal,
    first_start,
    help_entry,
    history,
    items,
    pinned,
    quests,
    settings,
    usage,
    views,
    voices,
    web_search,
    why,
)
from companion.client.contributions.contribution import ClientModule

logger = logging.getLogger(__name__)

GROUP = "companion.client"

BUILT_IN: dict[str, ClientModule] = {
    "system:chat": chat.Chat(),
    "system:settings": settings.SettingsEntry(),
    "system:voices": voices.Voices(),
    "system:dismissal": dismissal.Dismissal(),
    "system:views": views.Views(),
    "system:quests": quests.Quests(),
    "system:items": items.Items(),
    "system:web_search": web_search.WebSearch(),
    "system:help": help_entry.Help(),
    "system:history": history.History(),
    "system:pinned": pinned.Pinned(),
    "system:usage": usage.Usage(),
    "system:connection": connection.ConnectionEntry(),
    "system:why": why.Why(),
    "system:first_start": first_start.FirstStart(),
}


class ClientModules:
    """Client modules by id, in the order they were registered."""

    def __init__(self, modules: Iterable[tuple[str, ClientModule]] | None = None) -> None:
        self._modules = dict(BUILT_IN.items() if modules is None else modules)

    def register(self, name: str, module: ClientModule) -> None:
        """Add a client module.

        Raises:
            ValueError: The id is taken.
        """
        if name in self._modules:
            raise ValueError(f"client module {name} is there already")
        self._modules[name] = module

    def __iter__(self) -> Iterator[tuple[str, ClientModule]]:
        return iter(tuple(self._modules.items()))


def with_extensions(modules: ClientModules) -> ClientModules:
    """Let installed packages add theirs."""
    import importlib.metadata  # 20 ms, after the window

    for point in importlib.metadata.entry_points(group=GROUP):
        try:
            add: Callable[[ClientModules], None] = point.load()
            add(modules)
        except Exception:
            logger.exception("client extension %s is left out", point.name)
    return modules
