"""`system-agent.json`: what tasks may spend, and nothing else (SET-003)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, ClassVar

import msgspec

from companion.engine.config.kinds import MOST, Count, Identifier
from companion.engine.config.values import Config, Reader, Reading
from companion.engine.config.zone import COMPUTER, day_in, read_zone
from companion.engine.execution.policy import FAST, ROUTING, ExecutionPolicy, merged

Override = Mapping[str, Any]
"""Some or all fields of an execution policy, by their names in JSON."""


_LENIENT = msgspec.structs.replace(FAST, ttl_millis=MOST)
"""To judge an entry's own fields: how they agree with a module's deadline shows when it is used."""


def read_policies(value: Any) -> Reading:
    """Keep every override that is an object under an identifier; one bad entry drops no other (G6).

    Its fields are kept as they are: one that is no good leaves the module's own, and is told here.

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
            continue
        faults += [f"{name}: {fault}" for fault in merged(_LENIENT, override)[1]]
    return Reading(good, tuple(faults))


def read_policy(value: Any) -> Reading:
    """Keep one override, see `read_policies`.

    Raises:
        ValueError: It is no object.
    """
    override = msgspec.convert(value, dict[str, Any])
    return Reading(override, merged(_LENIENT, override)[1])


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
        "routing_policy": read_policy,
        "time_zone": read_zone,
    }

    policies: Mapping[str, Override] = {}
    routing_policy: Mapping[str, Any] = {}
    model_concurrency: Annotated[int, msgspec.Meta(ge=1, le=1024)] = 8
    daily_model_calls: Count = 200
    time_zone: str = COMPUTER

    def policy(self, module: str, default: ExecutionPolicy) -> ExecutionPolicy:
        """The policy of a module: its own, with what the operator wrote laid over it (ENG-032)."""
        return merged(default, self.policies.get(module, {}))[0]

    def routing(self, default: ExecutionPolicy = ROUTING) -> ExecutionPolicy:
        """The policy of the model call that routes (ENG-033)."""
        return merged(default, self.routing_policy)[0]

    def day(self, wall_s: float) -> date:
        """The day that quotas and sign-ins of this moment belong to."""
        return day_in(self.time_zone, wall_s)
