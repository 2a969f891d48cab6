"""From a request of the wire to a task of the engine, and back."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from companion.engine.access.levels import AiMode
from companion.engine.answer import failed
from companion.engine.choosing import Choosing
from companion.engine.execution.desk import Interactive, Response, Served
from companion.engine.execution.failures import AgentFailure
from companion.engine.execution.interactive import InteractiveExecutor
from companion.engine.execution.player import Player
from companion.engine.execution.request import Asked
from companion.engine.execution.result import AgentResult, error
from companion.engine.execution.task import Task
from companion.engine.presence import Presence
from companion.engine.services import Viewer
from companion.engine.serving import Serving
from companion.language.phrase import phrase
from companion.protocol.limits import MAX_DEADLINE_S
from companion.protocol.pack import Asset
from companion.protocol.requests import CardAction, Chat, Invoke, Mode, Request
from companion.protocol.responses import History, Partial, State, Usage
from companion.support.errors import Failure

PLAIN_S = 30.0
"""Of an answer that asks no model."""
THINKING_S = 65.0
"""Of one that may: what it leads to may reason for a minute."""


@dataclass(frozen=True, slots=True)
class Terms:
    """On which answers are given.

    Attributes:
        ttl_s: How long an action may take.
        system: The system that an unbound player is told to ask for.
        answered: Told of each player who is about to get an answer; starts what comes after it.
    """

    ttl_s: Callable[[str], float]
    system: str
    answered: Callable[[UUID], None]


class EngineResponder:
    """Implements `Responder`. On the engine's loop."""

    def __init__(
        self,
        executor: InteractiveExecutor,
        choosing: Choosing,
        presence: Presence,
        serving: Serving,
        terms: Terms,
    ) -> None:
        """Store what is given.

        Args:
            executor: Runs tasks.
            choosing: Knows what words were taken for.
            presence: Knows who is there and has what.
            serving: Serves what runs nothing.
            terms: On which answers are given.
        """
        self._executor = executor
        self._choosing = choosing
        self._presence = presence
        self._serving = serving
        self._terms = terms

    def deadline_s(self, request: Request, player: Player) -> float:
        """How long an answer may take."""
        match request:
            case Chat(mode=Mode.AUTO):
                return THINKING_S if self._presence.may_ask_model(player.uuid) else PLAIN_S
            case Chat(mode=Mode.REASON | Mode.FREE):
                return THINKING_S
            case Invoke() | CardAction():
                return min(MAX_DEADLINE_S, max(PLAIN_S, self._terms.ttl_s(request.action)))
            case _:
                return PLAIN_S

    async def respond(self, request: Interactive, player: Player, task: Task) -> Response:
        """Run a request through the engine.

        Raises:
            CompanionError: It cannot be known what the player has.
        """
        if isinstance(request, CardAction) and not player.cards.is_current(request.card):
            return Response(request.action, failed(Failure.OUTDATED_CARD))
        await self._presence.arrived(player.uuid)
        self._presence.check_system(player.uuid)
        if isinstance(request, Chat):
            looker = Viewer(player.uuid, task.peer.locale)
            await self._choosing.prepare(request.text, AiMode(request.mode), looker)
        result = await self._executor.submit(_asked(request, player, task))
        self._terms.answered(player.uuid)
        understood = self._choosing.understood(request.request)
        return Response(understood or _action(request), self._guided(result, player))

    def cancel(self, player: Player) -> None:
        """End what runs for a player."""
        self._executor.cancel(player.uuid)

    async def serve(
        self, request: Served, player: Player, locale: str
    ) -> State | History | Usage | Asset | Response:
        """Serve what runs nothing."""
        return await self._serving.serve(request, player, locale)

    def _guided(self, result: AgentResult, player: Player) -> AgentResult:
        """Tell an unbound player who has to type what (decisions.md, Binding)."""
        if result.code != Failure.NOT_BOUND or not self._terms.system:
            return result
        guest = self._presence.guest(player.uuid)
        name = guest.identity.name if guest else ""
        text = phrase("engine.unbound", system=self._terms.system, player=name or "…")
        return error(AgentFailure(str(Failure.NOT_BOUND), text))


def _asked(request: Interactive, player: Player, task: Task) -> Asked:
    asked = Asked(request.request, player.uuid, task.peer.locale, on_text=_stream(task))
    match request:
        case Chat():
            return dataclasses.replace(asked, words=request.text, mode=str(request.mode))
        case Invoke() | CardAction():
            return dataclasses.replace(
                asked, action=request.action, arguments=dict(request.arguments)
            )


def _stream(task: Task) -> Callable[[str], None]:
    """Send an answer while it is written, to whoever waits for it by then."""

    def on_text(text: str) -> None:
        if text and not task.is_over:
            peer = task.peer
            peer.send(Partial(task.request.request, peer.generation, text))

    return on_text


def _action(request: Interactive) -> str:
    return "" if isinstance(request, Chat) else request.action
