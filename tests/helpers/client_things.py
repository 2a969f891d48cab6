"""Things a client's state is made of, for tests."""

from __future__ import annotations

from companion.protocol.command_tree import CommandNode
from companion.protocol.requests import Mode
from companion.protocol.responses import ClientModule, Entitlement, State


def engine(
    *modules: ClientModule, tree: tuple[CommandNode, ...] = (), open_quests: int = 12
) -> State:
    """An engine's account of itself."""
    return State(
        "World",
        "Alex",
        "demo",
        16,
        open_quests,
        True,
        entitlement=entitlement(),
        tree=tree,
        modules=modules,
    )


def entitlement(
    modes: tuple[Mode, ...] = (Mode.AUTO, Mode.LOCAL),
    *,
    external: bool = True,
    free_chat: bool = False,
    history: bool = True,
) -> Entitlement:
    """What a player has."""
    return Entitlement("system:system", modes, external, free_chat, history)
