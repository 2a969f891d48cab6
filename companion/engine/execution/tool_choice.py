"""Who handles a tool for a task: its own module first, then whoever exports it and is enabled."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.execution.scope import Scope
from companion.engine.tools.registry import AnyTool, AnyToolType, ToolRegistry
from companion.support.errors import CompanionError, Failure

HasModule = Callable[[str], bool]
"""Whether a module instance is enabled for the task's player."""


def handler_of(
    kind: AnyToolType, scope: Scope, tools: ToolRegistry, has_module: HasModule
) -> tuple[str, AnyTool]:
    """Find the handler of a tool, and whose it is.

    Raises:
        CompanionError: NOT_PERMITTED where the task may not call it, TOOL_UNAVAILABLE where nobody
            that is enabled has it.
    """
    if kind in scope.tools.required:
        own = tools.own(scope.owner, kind)
        return (scope.owner, own) if own else _exporter(kind, tools, has_module)
    if kind in scope.tools.optional:
        owner, tool = _exporter(kind, tools, has_module)
        if tool.writes:
            raise CompanionError(Failure.NOT_PERMITTED, f"{kind.id} writes")
        return owner, tool
    if scope.tools.reasoning:
        for owner, tool in tools.for_reasoning():
            if tool.type is kind and has_module(owner):
                return owner, tool
    raise CompanionError(Failure.NOT_PERMITTED, f"{scope.action} does not list {kind.id}")


def _exporter(kind: AnyToolType, tools: ToolRegistry, has_module: HasModule) -> tuple[str, AnyTool]:
    for owner, tool in tools.exporters(kind):
        if has_module(owner):
            return owner, tool
    raise CompanionError(Failure.TOOL_UNAVAILABLE, kind.id)
