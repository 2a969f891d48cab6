"""`system-access.json`: who may do what, and how players get in."""

from __future__ import annotations

from typing import Annotated, ClassVar
from uuid import UUID

import msgspec

from companion.engine.config.kinds import OptionalIdentifier
from companion.engine.config.values import Config


class AccessConfig(Config, frozen=True, kw_only=True, rename="camel"):
    """Access to a server's engine.

    Attributes:
        operators: Players who are operators besides those the game names (G18).
        grant_on_pair: System that a newly paired player is bound to; empty for none.
        command_prefix: What a chat line must begin with to be a command, on Minecraft (G19).
        connections_per_address: Open connections from one address; loopback is not counted.
        connections: Open connections in all.
    """

    FILE_NAME: ClassVar[str] = "system-access.json"

    operators: tuple[UUID, ...] = ()
    grant_on_pair: OptionalIdentifier = ""
    command_prefix: Annotated[str, msgspec.Meta(pattern=r"^[!#$.?;]\w{0,31}$(?!\n)")] = "!system"
    connections_per_address: Annotated[int, msgspec.Meta(ge=1, le=65_536)] = 32
    connections: Annotated[int, msgspec.Meta(ge=1, le=65_536)] = 4_096
