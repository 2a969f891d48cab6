"""`system-advancements.json`: what an advancement of the game sets off (SET-006)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from companion.engine.config.kinds import Identifier
from companion.engine.config.values import Config, Entry


class Rule(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """What one advancement does.

    Attributes:
        advancement_id: Of the game.
        action: A whole action: `moduleId` and its parameters at the same level (ADV-005).
    """

    advancement_id: Identifier
    action: Mapping[str, Any]

    def __post_init__(self) -> None:
        """Freeze, and refuse an action that names no module.

        Raises:
            ValueError: `moduleId` is missing or no identifier.
        """
        msgspec.convert(self.action.get("moduleId"), Identifier)
        super().__post_init__()


class AdvancementConfig(Config, frozen=True, kw_only=True, rename="camel"):
    """Rules by their own id, which event tasks are authorised by (ADV-006)."""

    FILE_NAME: ClassVar[str] = "system-advancements.json"

    rules: Mapping[Identifier, Rule] = {}
