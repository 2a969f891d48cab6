"""The policies in force: what features came with, and what an operator wrote over it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from companion.engine.execution.policy import ROUTING, ExecutionPolicy, merged
from companion.engine.execution.workflow import AnyWorkflow

logger = logging.getLogger(__name__)


class Policies(Protocol):
    """What an operator wrote; `AgentConfig` is one. Read anew for each task."""

    @property
    def policies(self) -> Mapping[str, Mapping[str, Any]]:
        """Action to the fields that replace those of its own policy."""
        ...

    @property
    def routing_policy(self) -> Mapping[str, Any]:
        """The same for routing."""
        ...


@dataclass(frozen=True, slots=True)
class NoPolicies:
    """An operator who changed nothing."""

    policies: Mapping[str, Mapping[str, Any]]
    routing_policy: Mapping[str, Any]


UNCHANGED = NoPolicies({}, {})


class PoliciesInForce:
    """Read anew for each task, so that a reload takes effect at once. On the engine's loop."""

    def __init__(self, policies: Callable[[], Policies]) -> None:
        self._policies = policies

    def of(self, workflow: AnyWorkflow) -> ExecutionPolicy:
        """The policy of a workflow now; a field that does not hold keeps its default."""
        override = self._policies().policies.get(workflow.id, {})
        return _reported(workflow.id, *merged(workflow.policy, override))

    def routing(self) -> ExecutionPolicy:
        """The policy of finding an action now."""
        return _reported("routing", *merged(ROUTING, self._policies().routing_policy))


def _reported(name: str, policy: ExecutionPolicy, faults: Iterable[str]) -> ExecutionPolicy:
    for fault in faults:
        logger.warning("policy of %s: %s; the default holds", name, fault)
    return policy
