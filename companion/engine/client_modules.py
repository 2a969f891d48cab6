"""The world's modules as a client gets them: ids, orders, rights; no parameters, no catalogs."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.engine.modules.definition import ModuleEntry
from companion.protocol.responses import ClientModule

MOST = 512
"""More modules with pages than any workbench shows."""
_HIGHEST = 2**53


def client_modules(
    entries: Mapping[str, ModuleEntry], has_module: Callable[[str], bool]
) -> tuple[ClientModule, ...]:
    """Those with a half on the client, by id (PROTO-054).

    Args:
        entries: Of the world.
        has_module: Whether a module is on for this player now.
    """
    named = [(name, entry) for name, entry in sorted(entries.items()) if entry.client][:MOST]
    return tuple(
        ClientModule(
            name,
            entry.client or "",
            max(-_HIGHEST, min(entry.order, _HIGHEST)),
            has_module(name),
        )
        for name, entry in named
    )
