"""From a request of the wire to a task of the engine, and back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from companion.engine.answer import failed
from companion.engine.choosing import Choosing
from companion.engine.execution.desk import Interactive, Response
from companion.engine.execution.failures import AgentFailure
from companion.engine.execution.interactive import InteractiveExecutor
from companion.engine.execution.player import Player
from companion.engine.execution.request import Asked
from companion.engine.execution.result import AgentResult, error
from companion.engine.execution.task import Peer
from companion.engine.presence import Presence
from companion.language.phrase import phrase
from companion.protocol.requests import CardAction, Chat
from companion.protocol.responses import State
from companion.support.errors import Failure

StateOf = Callable[[Player, str], Awaitable[State]]


class EngineResponder:
    """Implements `Responder`. On the engine's loop.

    Attributes:
        deadline_s: How long an answer may take.
    """

    def __init__(
        self,
        executor: InteractiveExecutor,
        choosing: Choosing,
        presence: Presence,
        state: StateOf,
        system: str,
    ) -> None:
        """Store what is given.

        Args:
            executor: Runs tasks.
            choosing: Knows what words were taken for.
            presence: Knows who is there and has what.
            state: What a client may know.
            system: The system that an unbound player is told to ask for.
        """
        self.deadline_s = 30.0
        self._executor = executor
        self._choosing = choosing
        self._presence = presence
        self._state = state
        self._system = system

    async def respond(self, request: Interactive, player: Player, peer: Peer) -> Response:
        """Run a request through the engine.

        Raises:
            CompanionError: It cannot be known what the player has.
        """
        if isinstance(request, CardAction) and not player.cards.is_current(request.card):
            return Response(request.action, failed(Failure.OUTDATED_CARD))
        await self._presence.arrived(player.uuid)
        result = await self._executor.submit(_asked(request, player, peer))
        understood = self._choosing.understood(request.request)
        return Response(understood or _action(request), self._guided(result, player))

    def cancel(self, player: Player) -> None:
        """End what runs for a player."""
        self._executor.cancel(player.uuid)

    async def state(self, player: Player, locale: str) -> State:
        """What the client may know."""
        return await self._state(player, locale)

    def _guided(self, result: AgentResult, player: Player) -> AgentResult:
        """Tell an unbound player who has to type what (decisions.md, Binding)."""
        if result.code != Failure.NOT_BOUND or not self._system:
            return result
        guest = self._presence.guest(player.uuid)
        name = guest.identity.name if guest else ""
        text = phrase("engine.unbound", system=self._system, player=name or "…")
        return error(AgentFailure(str(Failure.NOT_BOUND), text))


def _asked(request: Interactive, player: Player, peer: Peer) -> Asked:
    match request:
        case Chat():
            return Asked(request.request, player.uuid, peer.locale, words=request.text)
        case CardAction():
            return Asked(
                request.request,
                player.uuid,
                peer.locale,
                action=request.action,
                arguments=request.arguments,
            )


def _action(request: Interactive) -> str:
    return request.action if isinstance(request, CardAction) else ""
