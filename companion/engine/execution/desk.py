"""The desk where requests are taken: one at a time a player, each with a deadline, none twice."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Awaitable, Coroutine
from dataclasses import dataclass
from typing import Any, Protocol, assert_never

import msgspec

from companion.engine.execution.failures import AgentFailure, failure_of
from companion.engine.execution.player import Player
from companion.engine.execution.result import AgentResult, Status, error, succeeded
from companion.engine.execution.task import Peer, Task
from companion.language.phrase import Phrase, phrase
from companion.protocol.cards.update import ShowCard
from companion.protocol.requests import (
    CardAction,
    Chat,
    Control,
    ControlAction,
    Request,
)
from companion.protocol.responses import Outcome, Reply, State
from companion.support.clock import Clock
from companion.support.errors import CompanionError, Failure
from companion.support.loops import spawn

logger = logging.getLogger(__name__)

Interactive = Chat | CardAction
"""Requests that run, one at a time a player."""


_OUTCOMES = {
    Status.SUCCEEDED: Outcome.SUCCEEDED,
    Status.FAILED: Outcome.FAILED,
    Status.PARTIALLY_SUCCEEDED: Outcome.PARTIAL,
}
_CODES = {str(Failure.BUSY): Outcome.BUSY, str(Failure.CANCELLED): Outcome.CANCELLED}


@dataclass(frozen=True, slots=True)
class Response:
    """What came of a request.

    Attributes:
        action: Identifier of the action that was understood; "" for none.
    """

    action: str
    result: AgentResult


class Responder(Protocol):
    """What knows the answers.

    Attributes:
        deadline_s: How long an answer may take.
    """

    deadline_s: float

    def respond(self, request: Interactive, player: Player, peer: Peer) -> Awaitable[Response]:
        """Answer a request."""
        ...

    def cancel(self, player: Player) -> None:
        """End what is being answered for a player; late effects have none (ENG-018)."""
        ...

    def state(self, player: Player, locale: str) -> Awaitable[State]:
        """What the client may know."""
        ...


class Desk:
    """Takes one player's requests from any number of connections. On the engine's loop."""

    def __init__(self, responder: Responder, player: Player, clock: Clock) -> None:
        self._responder = responder
        self._player = player
        self._clock = clock

    @property
    def player(self) -> Player:
        """Whose desk it is."""
        return self._player

    def take(self, request: Request, peer: Peer) -> None:
        """Start a request, refuse it, or answer it from the record; returns at once."""
        known = self._player.requests.find(request.request)
        if known is not None:
            self._repeat(known, request, peer)
            return
        task = self._player.requests.add(request, peer)
        match request:
            case Control():
                self._control(task, request.action)
            case Chat() | CardAction():
                self._interact(task, request)
            case _ as never:
                assert_never(never)

    def stop(self) -> None:
        """End what runs with CANCELLED (ENG-010)."""
        if self._player.running:
            self._stop(self._player.running)

    def _repeat(self, known: Task, request: Request, peer: Peer) -> None:
        if known.request != request:
            peer.refuse(request.request, Failure.INVALID_INPUT)
        elif known.reply is None:
            known.peer = peer
            peer.accept(request.request, max(0.0, known.deadline - self._clock.monotonic()))
        else:
            known.answer_again(peer)

    def _interact(self, task: Task, request: Interactive) -> None:
        running = self._player.running
        if running and not running.peer.is_open:
            self._stop(running)  # nobody waits for it any more
        elif running:
            self._finish(task, _refused(Failure.BUSY))
            return
        self._player.running = task
        self._start(task, self._answer(task, request))

    def _control(self, task: Task, action: ControlAction) -> None:
        match action:
            case ControlAction.CANCEL:
                self._cancel(task)
            case ControlAction.STATE:
                self._start(task, self._state(task))
            case _ as never:
                assert_never(never)

    def _start(self, task: Task, work: Coroutine[Any, Any, None]) -> None:
        deadline_s = self._responder.deadline_s
        task.deadline = self._clock.monotonic() + deadline_s
        task.peer.accept(task.request.request, deadline_s)
        task.runner = spawn(work, f"request {task.request.request}")

    def _cancel(self, task: Task) -> None:
        running = self._player.running
        if running:
            self._stop(running)
        key = "engine.control.cancelled" if running else "engine.control.nothing_runs"
        self._finish(task, Response("", succeeded(phrase(key))))

    def _stop(self, running: Task) -> None:
        """Answer CANCELLED now; what its thread still does has no effect (ENG-018)."""
        if running.runner:
            running.runner.cancel()
        self._responder.cancel(self._player)
        self._finish(running, _refused(Failure.CANCELLED))

    async def _answer(self, task: Task, request: Interactive) -> None:
        response = _refused(Failure.MODULE_FAILED)
        try:
            async with asyncio.timeout(self._responder.deadline_s):
                response = await self._responder.respond(request, self._player, task.peer)
        except TimeoutError:
            self._responder.cancel(self._player)
            response = _refused(Failure.DEADLINE_EXCEEDED)
        except CompanionError as cause:
            logger.warning("request %s failed: %s", request.request, cause.failure)
            response = Response("", error(failure_of(cause)))
        except Exception as cause:  # noqa: BLE001 - a request that breaks, breaks alone
            logger.error("request %s broke: %s", request.request, _where(cause))
        self._finish(task, response)

    async def _state(self, task: Task) -> None:
        try:
            async with asyncio.timeout(self._responder.deadline_s):
                state = await self._responder.state(self._player, task.peer.locale)
        except TimeoutError:
            self._finish(task, _refused(Failure.DEADLINE_EXCEEDED))
        except Exception as cause:  # noqa: BLE001 - the connection goes on without this state
            logger.error("state %s broke: %s", task.request.request, _where(cause))
            self._finish(task, _refused(Failure.INTERNAL))
        else:
            task.finish(_for_request(state, task))

    def _finish(self, task: Task, response: Response) -> None:
        if task.reply is not None:
            return  # cancelled meanwhile
        if self._player.running is task:
            self._player.running = None
        task.finish(_reply(task, response, self._player))


def _reply(task: Task, response: Response, player: Player) -> Reply:
    """The reply to a request; a silent result ends it without a word (ENG-055)."""
    result = response.result
    return Reply(
        request=task.request.request,
        generation=task.peer.generation,
        outcome=_CODES.get(result.code) or _OUTCOMES[result.status],
        text=Phrase() if result.silent else result.text,
        spoken=() if result.silent else result.spoken,
        cards=()
        if result.silent
        else tuple(ShowCard(player.show(card), card) for card in result.cards),
        code=result.code,
        action=response.action,
    )


def _refused(failure: Failure) -> Response:
    return Response("", error(AgentFailure.of(failure)))


def _for_request(state: State, task: Task) -> State:
    return msgspec.structs.replace(state, request=task.request.request)


def _where(error: Exception) -> str:
    """Type and place of an error; its words may quote the player, so they stay out of the log."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} at {frame.filename.rpartition('/')[2]}:{frame.lineno}"
