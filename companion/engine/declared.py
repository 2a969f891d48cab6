"""Module types whose workflows are made from a declaration (`engine/module.py`)."""

from __future__ import annotations

from typing import ClassVar

from companion.engine.execution.workflow import AnyWorkflow
from companion.engine.module import Module
from companion.engine.modules.context import ModuleContext
from companion.engine.modules.kinds import SharedModule
from companion.engine.services import EXAMPLES
from companion.engine.tools.registry import AnyTool


class DeclaredModule(SharedModule, frozen=True):
    """A feature out of its declaration.

    Attributes:
        DECLARATION: Its actions, commands and help lines.
    """

    DECLARATION: ClassVar[Module]

    def tools(self, context: ModuleContext) -> tuple[AnyTool, ...]:
        """Every tool of the feature; the same objects at each call with one context."""
        return ()

    def workflows(self, context: ModuleContext) -> tuple[AnyWorkflow, ...]:
        """One workflow an action; each may call what it needs of the feature's tools."""
        examples, tools = context.get(EXAMPLES), self.tools(context)
        return tuple(
            action.workflow(
                examples.get(action.id, {}),
                tuple(tool for tool in tools if tool.type in action.needs),
            )
            for action in self.DECLARATION.actions
        )

    def exports(self, context: ModuleContext) -> tuple[AnyTool, ...]:
        """Tools of other features' workflows, and of the reasoning loop."""
        return tuple(tool for tool in self.tools(context) if tool.reasoning is not None)
