"""Which module instance has which tool; fixed once the engine starts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.engine.tools.tool import I, O, Tool, ToolType

MENUS = frozenset({"operation", "command"})
"""Fields no input may have: one chooses among behaviours, the other is a console."""

AnyTool = Tool[Any, Any]
AnyToolType = ToolType[Any, Any]


class ToolRegistry:
    """Tools by owner and by type. On the engine's loop.

    An owner is the id of a module instance, or "" for infrastructure. Tools are never what a
    sentence is routed to: nothing here has a command, an example or a button.
    """

    def __init__(self) -> None:
        self._types: dict[str, AnyToolType] = {}
        self._own: dict[tuple[str, AnyToolType], AnyTool] = {}
        self._exported: dict[AnyToolType, dict[str, AnyTool]] = {}
        self._is_frozen = False

    def add(self, owner: str, tools: Iterable[AnyTool], *, exported: bool = False) -> None:
        """Register an owner's tools, all or none.

        Args:
            owner: Module instance.
            tools: Its tools; one that is there already is no news.
            exported: Whether workflows of other modules may put them on their lists.

        Raises:
            ValueError: Another type has the id, the owner has another handler for the type,
                handlers of the type disagree on what they are, an input is a menu of behaviours;
                or the engine runs already.
        """
        tools = tuple(tools)
        self.check(owner, tools)
        for tool in tools:
            self._types[tool.type.id] = tool.type
            self._own[owner, tool.type] = tool
            if exported:
                self._exported.setdefault(tool.type, {})[owner] = tool

    def check(self, owner: str, tools: Iterable[AnyTool]) -> None:
        """Look for conflicts and change nothing.

        Raises:
            ValueError: As `add`.
        """
        if self._is_frozen:
            raise ValueError("the engine runs: no more tools")
        offered: dict[str, AnyTool] = {}
        for tool in tools:
            self._check_one(owner, tool, offered.setdefault(tool.type.id, tool))

    def freeze(self) -> None:
        """Take no more tools."""
        self._is_frozen = True

    def type_of(self, tool_id: str) -> AnyToolType | None:
        """The type with this id."""
        return self._types.get(tool_id)

    def own(self, owner: str, kind: ToolType[I, O]) -> Tool[I, O] | None:
        """An owner's tool of a type."""
        return self._own.get((owner, kind))

    def exporters(self, kind: ToolType[I, O]) -> tuple[tuple[str, Tool[I, O]], ...]:
        """Who exports a type, in the order of their ids."""
        return tuple(sorted(self._exported.get(kind, {}).items()))

    def for_reasoning(self) -> tuple[tuple[str, AnyTool], ...]:
        """Owner and tool of what was offered to the reasoning loop, by tool id then owner."""
        offered = [
            (owner, tool) for (owner, _), tool in self._own.items() if tool.reasoning is not None
        ]
        return tuple(sorted(offered, key=lambda entry: (entry[1].type.id, entry[0])))

    def _check_one(self, owner: str, tool: AnyTool, first: AnyTool) -> None:
        if menus := MENUS & set(tool.type.input.__struct_fields__):
            raise ValueError(f"{tool.type.id}: {min(menus)} is no input; a tool does one thing")
        known = self._types.get(tool.type.id, first.type)
        if known is not tool.type:
            raise ValueError(f"{tool.type.id}: another tool type has this id")
        if self._own.get((owner, tool.type), first) is not tool:
            raise ValueError(f"{tool.type.id}: {owner or 'the core'} has another tool of this type")
        for (_, kind), other in self._own.items():
            if kind is tool.type and other.contract != tool.contract:
                raise ValueError(f"{tool.type.id}: its handlers disagree on what it may do")
