"""What the engine tells of a player's world: commands, rights, modules."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

import msgspec

from companion.language.phrase import Phrase
from companion.protocol.command_tree import CommandNode
from companion.protocol.limits import Identifier
from companion.protocol.requests import Mode


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command the input box completes."""

    name: str
    does: Phrase


class Entitlement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player has here in the end, and nothing of who decided it (PERM-006).

    Attributes:
        system: The bound system; empty for none.
        modes: What the send box offers, in this order; empty hides the choice.
        external, free_chat, history: The player's own preferences.
        name, description: Of the system, as keys of the language resources (BIND-018); a pack
            without translations has plain text there. Empty where the world does not define it.
        operator: Whether the player administers this world; what that allows is judged anew at
            each request.
    """

    system: str
    modes: tuple[Mode, ...]
    external: bool
    free_chat: bool
    history: bool
    name: str = ""
    description: str = ""
    operator: bool = False


class ClientModule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A module of the world that has a half on the client (PROTO-054).

    Attributes:
        id: Of the configuration.
        client: Which half; an id that nobody here knows only means that its page is missing.
        order: Higher first in the workbench.
        enabled: Whether this player may use it now.
    """

    id: Identifier
    client: Identifier
    order: Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)] = 0
    enabled: bool = True


class State(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:state", tag_field="type"
):
    """What the client may know of the engine.

    Attributes:
        request: The request it answers; absent when the engine sends it unasked.
        world: Name of the world or modpack.
        player: Name of the player, or empty where it is unknown.
        link: Id of the link: `demo`, `instance`.
        quests: How many quests a fresh player may see.
        open: How many are open for this player.
        progress_known: False on a folder without a save.
        commands: What the input box completes.
        faults: What of the quest book could not be read, as sentences.
        entitlement: What the player has; absent while it is not known.
        tree: The commands the player may use now, for completion and help; sent again with the
            state whenever that changes (ROUTE-035).
        modules: Modules with a half on the client; absent from engines that do not tell.
    """

    world: str
    player: str
    link: str
    quests: int
    open: int
    progress_known: bool
    commands: tuple[Command, ...] = ()
    faults: tuple[Phrase, ...] = ()
    request: UUID | msgspec.UnsetType = msgspec.UNSET
    entitlement: Entitlement | msgspec.UnsetType = msgspec.UNSET
    tree: tuple[CommandNode, ...] | msgspec.UnsetType = msgspec.UNSET
    modules: tuple[ClientModule, ...] | msgspec.UnsetType = msgspec.UNSET
