"""Every action as routing sees it: declared ones, and workflows that extensions bring."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from companion.engine.execution.workflow import AnyWorkflow
from companion.engine.module import Action
from companion.engine.routing.command import AgentCommand
from companion.engine.routing.examples import ExampleFile
from companion.engine.routing.profile import RoutingProfile
from companion.engine.routing.route import Route, routes_of


def all_routes(
    actions: Sequence[Action], flows: Iterable[AnyWorkflow], files: tuple[ExampleFile, ...]
) -> tuple[Route, ...]:
    """Routes of a world.

    Args:
        actions: Declared by built-in features; first, in their order.
        flows: One workflow of every action.
        files: Shipped sentences.

    Raises:
        ValueError: A sentence is in the wrong language.
    """
    declared = routes_of(actions, files)
    known = {route.action for route in declared}
    return (*declared, *(_route(flow) for flow in flows if flow.id not in known))


def _route(flow: AnyWorkflow) -> Route:
    routing = flow.routing
    chinese, english = (routing.examples.get(locale, ()) for locale in ("zh_cn", "en_us"))
    profile = (
        RoutingProfile.read(routing.extract, chinese, english)
        if routing.extract
        else RoutingProfile.hints(chinese, english)
    )
    takes_none = not msgspec.structs.fields(flow.input)
    named = AgentCommand.literal(flow.id, flow.description, *routing.commands)
    return Route(
        flow.id,
        flow.input,
        flow.description,
        profile,
        routing.selection,
        flow.interactive,
        flow.policy.write_steps,
        any(tool.writes for tool in flow.tools),
        (named,) if routing.commands and takes_none else (),
        routing.shortcut,
        routing.choice,
    )
