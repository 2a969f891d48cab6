"""The actions of an engine and who provides each; fixed once the engine starts (ENG-004)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from companion.engine.execution.workflow import AnyWorkflow, judged
from companion.engine.tools.registry import ToolRegistry
from companion.support.errors import CompanionError, Failure

_IDENTIFIER = re.compile(r"[a-z0-9_.-]+:[a-z0-9_./-]+")

HasModule = Callable[[str], bool]
"""Whether a module instance is enabled for the player in question."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One instance's way to do an action; `owner` is "" for infrastructure."""

    owner: str
    workflow: AnyWorkflow


class WorkflowCatalog:
    """Actions, their input types and their providers. On the engine's loop."""

    def __init__(self, tools: ToolRegistry) -> None:
        self._tools = tools
        self._inputs: dict[str, type[msgspec.Struct]] = {}
        self._candidates: dict[str, dict[str, AnyWorkflow]] = {}
        self._commands: dict[str, str] = {}
        self._rejections: dict[str, Mapping[str, tuple[str, ...]]] = {}
        self._is_frozen = False

    def declare(self, action: str, kind: type[msgspec.Struct]) -> None:
        """Make an action's input type known; a workflow of another type is refused later.

        Raises:
            ValueError: The identifier is none or taken, or the type serves another action already.
            TypeError: The type accepts unknown fields or has no schema.
        """
        self._check_open()
        if not _IDENTIFIER.fullmatch(action):
            raise ValueError(f"{action!r} is no identifier")
        if self._inputs.get(action, kind) is not kind:
            raise ValueError(f"{action} has another input type")
        if any(known is kind and other != action for other, known in self._inputs.items()):
            raise ValueError(f"{kind.__name__} serves another action than {action}")
        self._inputs[action] = kind

    def is_declared(self, action: str) -> bool:
        """Whether an action's input type is known."""
        return action in self._inputs

    def withdraw(self, action: str) -> None:
        """Forget a declaration that nobody used."""
        if action not in self._candidates:
            self._inputs.pop(action, None)

    def register(self, owner: str, workflow: AnyWorkflow) -> None:
        """Add a workflow with its tools, commands and sentences, all or nothing (MOD-050).

        Raises:
            ValueError: What is wrong with it.
            TypeError: Its input type has no schema.
        """
        self._check_open()
        self._check_input(workflow)
        _check_lists(workflow)
        self._check_commands(workflow)
        self._check_contract(owner, workflow)
        self._tools.add(owner, workflow.tools)
        self._candidates.setdefault(workflow.id, {})[owner] = workflow
        self._commands.update(dict.fromkeys(_folded(workflow), workflow.id))

    def reject(self, name: str, examples: Mapping[str, tuple[str, ...]]) -> None:
        """Add sentences that mean no action; they have no entry point.

        Raises:
            ValueError: An action has this name, or the name is taken.
        """
        self._check_open()
        if name in self._candidates or name in self._inputs or name in self._rejections:
            raise ValueError(f"{name} is taken")
        self._rejections[name] = examples

    def freeze(self) -> None:
        """Take nothing more.

        Raises:
            ValueError: A workflow lists an optional tool that writes.
        """
        for action, candidates in self._candidates.items():
            for kind in (kind for flow in candidates.values() for kind in flow.optional):
                if any(tool.writes for _, tool in self._tools.exporters(kind)):
                    raise ValueError(f"{action}: optional {kind.id} writes")
        self._is_frozen = True
        self._tools.freeze()

    @property
    def is_frozen(self) -> bool:
        """Whether the engine started."""
        return self._is_frozen

    @property
    def rejections(self) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
        """Names of what is no action, and its sentences by locale."""
        return self._rejections

    @property
    def commands(self) -> Mapping[str, str]:
        """Command names in lower case, and the action of each."""
        return self._commands

    def declared(self) -> tuple[AnyWorkflow, ...]:
        """One workflow an action, however many instances provide it (MOD-046)."""
        return tuple(flows[min(flows)] for _, flows in sorted(self._candidates.items()))

    def declaration(self, action: str) -> AnyWorkflow | None:
        """The one of an action; None for one that nobody has."""
        flows = self._candidates.get(action)
        return flows[min(flows)] if flows else None

    def has(self, action: str) -> bool:
        """Whether anybody provides an action."""
        return action in self._candidates

    def available(self, has_module: HasModule) -> tuple[Candidate, ...]:
        """Who would do each action for a player now."""
        chosen = (self.choose(action, has_module) for action in sorted(self._candidates))
        return tuple(candidate for candidate in chosen if candidate)

    def choose(self, action: str, has_module: HasModule) -> Candidate | None:
        """The first provider, by id, that is enabled and has the tools it needs (MOD-048)."""
        for owner, workflow in sorted(self._candidates.get(action, {}).items()):
            is_enabled = not owner or has_module(owner)
            if is_enabled and self._has_tools(owner, workflow, has_module):
                return Candidate(owner, workflow)
        return None

    def provider(self, action: str, owner: str) -> Candidate | None:
        """An instance's own way to do an action."""
        workflow = self._candidates.get(action, {}).get(owner)
        return Candidate(owner, workflow) if workflow else None

    def read(self, action: str, arguments: Mapping[str, object], *, lax: bool = False) -> Any:
        """Judge the arguments of an action.

        Raises:
            CompanionError: INVALID_INPUT; nobody provides it, or they do not fit.
        """
        if action not in self._candidates:
            raise CompanionError(Failure.INVALID_INPUT, "unknown action")
        try:
            return judged(self._inputs[action], arguments, lax=lax)
        except (msgspec.ValidationError, RecursionError) as error:
            raise CompanionError(Failure.INVALID_INPUT, action) from error

    def _check_open(self) -> None:
        if self._is_frozen:
            raise ValueError("the engine runs: nothing is added any more")

    def _check_input(self, workflow: AnyWorkflow) -> None:
        if workflow.id not in self._inputs:
            raise ValueError(f"{workflow.id} was not declared")
        if self._inputs[workflow.id] is not workflow.input:
            raise ValueError(f"{workflow.id} was declared with another input type")
        _ = workflow.schema

    def _check_commands(self, workflow: AnyWorkflow) -> None:
        for name in _folded(workflow):
            if self._commands.get(name, workflow.id) != workflow.id:
                raise ValueError(f"{workflow.id}: the command {name} is taken")

    def _check_contract(self, owner: str, workflow: AnyWorkflow) -> None:
        others = self._candidates.get(workflow.id, {})
        if owner in others:
            raise ValueError(f"{owner or 'the core'} provides {workflow.id} already")
        if any(other.contract != workflow.contract for other in others.values()):
            raise ValueError(f"{workflow.id}: its providers disagree on what it is")

    def _has_tools(self, owner: str, workflow: AnyWorkflow, has_module: HasModule) -> bool:
        return all(
            any(not other or has_module(other) for other, _ in self._tools.exporters(kind))
            for kind in workflow.required
            if self._tools.own(owner, kind) is None
        )


def _folded(workflow: AnyWorkflow) -> tuple[str, ...]:
    return tuple(name.casefold() for name in workflow.routing.commands)


def _check_lists(workflow: AnyWorkflow) -> None:
    allowed = workflow.allowlist
    if both := allowed.required & allowed.optional:
        names = ", ".join(sorted(kind.id for kind in both))
        raise ValueError(f"{workflow.id}: {names} cannot be required and optional")
    if workflow.routing.shortcut and not workflow.is_read_only:
        raise ValueError(f"{workflow.id} writes: it cannot be a shortcut")
    if any(tool.writes for tool in workflow.tools) and workflow.policy.write_steps == 0:
        raise ValueError(f"{workflow.id} has tools that write and may not write")
