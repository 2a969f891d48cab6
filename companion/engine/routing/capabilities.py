"""What a model may choose from, and what its answer means (ROUTE-022, ROUTE-054).

The answer is a stranger's: an id is looked up among what was offered in this very request, and
arguments are judged by the action's own type. Nothing else in it counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import msgspec

from companion.engine.execution.selection import Selection
from companion.engine.routing.decision import AgentAction
from companion.engine.routing.local import HasAction
from companion.engine.routing.route import Route
from companion.engine.tools.schema import Schema, schema_of
from companion.support.errors import CompanionError, Failure

CLARIFY = "clarify"
"""Id of the choice to ask back."""
MAX_ARGUMENTS = 16 * 1024
"""Characters of arguments that are looked at."""
MOST_EXAMPLES = 3


class Capability(msgspec.Struct, frozen=True, rename="camel"):
    """One entry of the catalog.

    Attributes:
        capability_id: The action's identifier.
        input_schema: JSON Schema of its arguments, made from its type.
        explicit_only: To be chosen only when the request surely means it; else `clarify`. The model
            judges that from the request; likeness to examples says nothing about it (ROUTE-019).
        examples: A few sentences that mean it.
    """

    capability_id: str
    description: str
    input_schema: Schema
    explicit_only: bool = False
    examples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a model chose.

    Attributes:
        capability_id: By its own words.
        arguments: JSON as it wrote it; may be no JSON at all.
    """

    capability_id: str
    arguments: str = "{}"


ASK_BACK = Proposal(CLARIFY)


@dataclass(frozen=True, slots=True)
class RoutingQuestion:
    """What a model is asked.

    Attributes:
        words: The player's.
        capabilities: The catalog of this request; `clarify` may be answered besides.
    """

    words: str
    capabilities: Sequence[Capability]


class RoutingModel(Protocol):
    """Who is asked when nothing else decides; at most once a request."""

    async def choose(self, question: RoutingQuestion) -> Proposal:
        """Choose.

        Raises:
            CompanionError: It cannot.
        """
        ...


def catalog(routes: Iterable[Route], has_action: HasAction) -> tuple[Capability, ...]:
    """What a model may choose for a player now."""
    return tuple(
        Capability(
            route.action,
            route.description,
            schema_of(route.input),
            route.selection is Selection.EXPLICIT_ONLY,
            (*route.profile.english[:MOST_EXAMPLES], *route.profile.chinese[:MOST_EXAMPLES]),
        )
        for route in routes
        if route.for_models and has_action(route.action)
    )


def decode(proposal: Proposal, selectable: Mapping[str, Route]) -> AgentAction | None:
    """Judge what a model chose.

    Args:
        proposal: As it came; may be anything.
        selectable: Action to route of exactly what was offered.

    Returns:
        The action with judged arguments; None when the model asks back.

    Raises:
        CompanionError: MODEL_GARBLED; nothing may follow from the answer.
    """
    if proposal.capability_id == CLARIFY:
        return None
    route = selectable.get(proposal.capability_id)
    if route is None:
        raise CompanionError(Failure.MODEL_GARBLED, "not one of the choices")
    if len(proposal.arguments) > MAX_ARGUMENTS:
        raise CompanionError(Failure.MODEL_GARBLED, "too much")
    try:
        arguments = msgspec.json.decode(proposal.arguments or "{}", type=dict[str, object])
        return AgentAction(route.action, route.read(arguments, lax=False), arguments)
    except (msgspec.DecodeError, UnicodeError, RecursionError, CompanionError) as error:
        raise CompanionError(Failure.MODEL_GARBLED, "arguments that do not fit") from error
