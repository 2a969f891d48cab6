"""`system-agent.json`: what tasks may spend, and nothing else (SET-003)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, ClassVar

import msgspec

from companion.engine.config.kinds import Count, Identifier
from companion.engine.config.values import Config, Reader, Reading
from companion.engine.config.zone import COMPUTER, day_in, read_zone

Override = Mapping[str, Any]
"""Some or all fields of an execution policy, by their names in JSON."""


def read_policies(value: Any) -> Reading:
    """Keep every override that is an object under an identifier; one bad entry drops no other (G6).

    Its fields are kept as they are: `engine/policies.py` lays them over a module's own policy.

    Raises:
        ValueError: There is no mapping at all.
    """
    good: dict[str, Override] = {}
    faults: list[str] = []
    for name, entry in msgspec.convert(value, dict[str, Any]).items():
        try:
            override = msgspec.convert(entry, dict[str, Any])
            good[msgspec.convert(name, Identifier)] = override
        except msgspec.ValidationError as error:
            faults.append(f"{name[:128]!r}: {error}")
    return Reading(good, tuple(faults))


class AgentConfig(Config, frozen=True, kw_only=True, rename="camel"):
    """What tasks may spend.

    Attributes:
        policies: Module id to the fields that replace those of its default policy.
        routing_policy: The same for the model call that routes.
        model_concurrency: Model calls at once in the whole engine; counts from the next start.
        daily_model_calls: Model calls of one player in one day.
        time_zone: Where the day turns.
    """

    FILE_NAME: ClassVar[str] = "system-agent.json"
    RESTART: ClassVar[frozenset[str]] = frozenset({"model_concurrency"})
    READERS: ClassVar[Mapping[str, Reader]] = {
        "policies": read_policies,
        "time_zone": read_zone,
    }

    policies: Mapping[str, Override] = {}
    routing_policy: Mapping[str, Any] = {}
    model_concurrency: Annotated[int, msgspec.Meta(ge=1, le=1024)] = 8
    daily_model_calls: Count = 200
    time_zone: str = COMPUTER

    def day(self, wall_s: float) -> date:
        """The day that quotas and sign-ins of this moment belong to."""
        return day_in(self.time_zone, wall_s)
