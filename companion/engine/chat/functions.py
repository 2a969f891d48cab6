"""What the model may ask for in free chat: actions of the player's features, and read-only tools.

The list is made for one request and one player. That the model asks for something permits nothing:
the call is looked up here, judged like a stranger's, and judged again where it runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from companion.engine.execution.selection import Selection
from companion.engine.execution.workflow import AnyWorkflow
from companion.engine.models.model import Function, FunctionCall
from companion.engine.tools.registry import AnyTool
from companion.support.errors import CompanionError, Failure

MOST_ARGUMENT_CHARACTERS = 8_192
EXPLICIT = " (only when asked for in so many words)"


@dataclass(frozen=True, slots=True)
class Functions:
    """The functions of one request, by name; an action and a tool never share one."""

    actions: dict[str, AnyWorkflow]
    tools: dict[str, AnyTool]

    @property
    def reading(self) -> Functions:
        """Those that only read: all that is left once text from outside was looked at."""
        actions = {name: flow for name, flow in self.actions.items() if flow.is_read_only}
        return Functions(actions, self.tools)

    @property
    def told(self) -> tuple[Function, ...]:
        """What the model is told of them."""
        actions = (
            Function(name, flow.description + _explicit(flow), flow.schema)
            for name, flow in self.actions.items()
        )
        tools = (
            Function(name, tool.reasoning or "", tool.type.schema)
            for name, tool in self.tools.items()
        )
        return (*actions, *tools)


def functions_of(
    flows: Iterable[AnyWorkflow], tools: Sequence[AnyTool], but: Iterable[str]
) -> Functions:
    """What a player's features offer.

    Args:
        flows: Their workflows. Those that only buttons may start stay out: nothing is paid, drawn
            or handed in because a model says so (CHAT-004).
        tools: Read-only tools offered for reasoning.
        but: Actions that are left out, such as free chat itself.
    """
    left_out = set(but)
    return Functions(
        {flow.id: flow for flow in flows if flow.id not in left_out and _is_for_models(flow)},
        {tool.type.id: tool for tool in tools if not tool.writes},
    )


def arguments_of(call: FunctionCall) -> dict[str, Any]:
    """The arguments of a call as JSON values.

    Raises:
        CompanionError: INVALID_INPUT.
    """
    if len(call.arguments) > MOST_ARGUMENT_CHARACTERS:
        raise CompanionError(Failure.INVALID_INPUT, "arguments are too long")
    try:
        return msgspec.json.decode(call.arguments or "{}", type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise CompanionError(Failure.INVALID_INPUT, "arguments are no JSON object") from error


def _is_for_models(flow: AnyWorkflow) -> bool:
    is_offered = flow.interactive and bool(flow.description)
    return is_offered and flow.routing.selection is not Selection.STRUCTURED_ONLY


def _explicit(flow: AnyWorkflow) -> str:
    return EXPLICIT if flow.routing.selection is Selection.EXPLICIT_ONLY else ""
