"""Module types whose workflows are made from a declaration (`engine/module.py`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from companion.engine.execution.workflow import AnyWorkflow
from companion.engine.module import Module
from companion.engine.modules.context import ModuleContext
from companion.engine.modules.kinds import SharedModule
from companion.engine.routing.examples import load_examples
from companion.engine.services import EXAMPLES
from companion.engine.tools.registry import AnyTool
from companion.support.resources import LOCALES


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


def shipped_examples() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """Action to locale to its shipped sentences."""
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for locale, file in zip(LOCALES, load_examples(), strict=True):
        for action, sentences in file.examples.items():
            found.setdefault(action, {})[locale] = sentences
    return found
