"""The policies in force: a feature's own, with what the operator wrote laid over it (G6).

They are put together where a task begins, from the configuration as it is then (SET-021).
"""

from __future__ import annotations

import msgspec

from companion.engine.config.agent import AgentConfig
from companion.engine.config.kinds import MOST
from companion.engine.execution.policy import FAST, ROUTING, ExecutionPolicy, merged

_LENIENT = msgspec.structs.replace(FAST, ttl_millis=MOST)
"""To judge an entry's own fields: how they agree with a module's deadline shows when it is used."""


def policy_of(agent: AgentConfig, module: str, default: ExecutionPolicy) -> ExecutionPolicy:
    """The policy of a module (ENG-032)."""
    return merged(default, agent.policies.get(module, {}))[0]


def routing_policy(agent: AgentConfig, default: ExecutionPolicy = ROUTING) -> ExecutionPolicy:
    """The policy of the model call that routes (ENG-033)."""
    return merged(default, agent.routing_policy)[0]


def policy_faults(agent: AgentConfig) -> tuple[str, ...]:
    """Fields of overrides that keep their defaults, for the log and the operator."""
    overrides = {**agent.policies, "routingPolicy": agent.routing_policy}
    return tuple(
        f"{name}: {fault}"
        for name, override in overrides.items()
        for fault in merged(_LENIENT, override)[1]
    )
