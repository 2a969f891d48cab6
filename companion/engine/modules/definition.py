"""What data files say: module instances, and systems made of them.

`data/<namespace>/system/system_module/<path>.json`::

    {"order": 80, "server": {"type": "system:signin", "rewards": ["#system:default"]},
     "client": "system:signin"}

`data/<namespace>/system/system/<path>.json`::

    {"name": "system.example.name", "description": "system.example.description",
     "modules": ["example:daily", {"module": "#example:extras",
                                   "condition": {"type": "system:has_system"}}]}

Definitions are values: no player, world or running thing is ever kept in one (MOD-076).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from companion.protocol.limits import Identifier

IdOrTag = Annotated[
    str, msgspec.Meta(pattern=r"^#?[a-z0-9_.-]+:[a-z0-9_./-]+$(?!\n)", max_length=129)
]
"""`namespace:path`, or `#namespace:path` for a tag."""


class ModuleEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One configured instance of a module type.

    Attributes:
        order: Display order in the client, higher first; anything that is no number counts as 0.
        server: `type` and that type's parameters beside it; None for a client-only entry.
        client: The client's half; None for a server-only entry.
    """

    order: int = 0
    server: Mapping[str, Any] | None = None
    client: Identifier | None = None


class ModuleReference(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A module or a tag of them, and when it is on.

    Attributes:
        module: Instance id or tag.
        condition: A condition object; None for always.
    """

    module: IdOrTag
    condition: Mapping[str, Any] | None = None


class SystemDefinition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player can be bound to.

    Attributes:
        name, description: Keys of the language resources.
        modules: What it is made of.
    """

    name: str
    description: str
    modules: tuple[ModuleReference, ...] = ()


def read_entry(data: bytes) -> ModuleEntry:
    """Read a module instance.

    Raises:
        ValueError: The file is no such entry.
    """
    fields = _object(data)
    if type(fields.get("order", 0)) is not int:
        del fields["order"]
    return msgspec.convert(fields, ModuleEntry)


def read_system(data: bytes) -> SystemDefinition:
    """Read a system; a bare id or tag stands for a reference without a condition.

    Raises:
        ValueError: The file is no system.
    """
    fields = _object(data)
    listed = fields.get("modules", [])
    if isinstance(listed, list):
        fields["modules"] = [{"module": one} if isinstance(one, str) else one for one in listed]
    return msgspec.convert(fields, SystemDefinition)


def _object(data: bytes) -> dict[str, Any]:
    try:
        return msgspec.json.decode(data, type=dict[str, Any])
    except (RecursionError, UnicodeError) as error:
        raise ValueError("the file is no readable JSON") from error
