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
from companion.engine.execution.task import Finished, Peer, Task
from companion.language.phrase import Phrase, phrase
from companion.protocol.cards.update import CardUpdate, ReplaceCard, ShowCard
from companion.protocol.in_game import ShowInGame
from companion.protocol.pack import Asset, AssetRequest
from companion.protocol.requests import (
    CardAction,
    Chat,
    Control,
    ControlAction,
    Invoke,
    Request,
    SetPreferences,
    UsageRequest,
)
from companion.protocol.responses import History, Outcome, Reply, State, Usage
from companion.support.clock import Clock
from companion.support.errors import CompanionError, Failure
from companion.support.loops import spawn

logger = logging.getLogger(__name__)

Interactive = Chat | Invoke | CardAction
"""Requests that run, one at a time a player."""
Served = Control | SetPreferences | UsageRequest | AssetRequest | ShowInGame
"""Requests that are served beside what runs; each may be repeated without harm."""


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
    """What knows the answers."""

    def deadline_s(self, request: Request, player: Player) -> float:
        """How long an answer may take; it is announced."""
        ...

    def respond(self, request: Interactive, player: Player, task: Task) -> Awaitable[Response]:
        """Answer a request; what is written meanwhile goes to the peer that the task has then."""
        ...

    def cancel(self, player: Player) -> None:
        """End what is being answered for a player; late effects have none (ENG-018)."""
        ...

    def serve(
        self, request: Served, player: Player, locale: str
    ) -> Awaitable[State | History | Usage | Asset | Response]:
        """Serve a request that runs nothing; never CANCEL."""
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
        requests = self._player.requests
        if running := requests.running(request.request):
            self._repeat(running, request, peer)
            return
        if requests.has_ended(request.request):
            if not requests.answer_again(request, peer):
                peer.refuse(request.request, Failure.INVALID_INPUT)
            return
        task = requests.add(request, peer)
        match request:
            case Control(action=ControlAction.CANCEL):
                self._cancel(task)
            case Control() | SetPreferences() | UsageRequest() | AssetRequest() | ShowInGame():
                self._start(task, self._serve(task, request))
            case Chat() | Invoke() | CardAction():
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
        else:
            known.peer = peer
            peer.accept(request.request, max(0.0, known.deadline - self._clock.monotonic()))

    def _interact(self, task: Task, request: Interactive) -> None:
        running = self._player.running
        if running and not running.peer.is_open:
            self._stop(running)  # nobody waits for it any more
        elif running:
            self._finish(task, _refused(Failure.BUSY))
            return
        self._player.running = task
        if isinstance(request, CardAction):
            task.reserved = self._player.cards.reserve(request.card)
        self._start(task, self._answer(task, request))

    def _start(self, task: Task, work: Coroutine[Any, Any, None]) -> None:
        deadline_s = self._responder.deadline_s(task.request, self._player)
        task.limit_s = deadline_s
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
            async with asyncio.timeout(task.limit_s):
                response = await self._responder.respond(request, self._player, task)
        except TimeoutError:
            self._responder.cancel(self._player)
            response = _refused(Failure.DEADLINE_EXCEEDED)
        except CompanionError as cause:
            logger.warning("request %s failed: %s", request.request, cause.failure)
            response = Response("", error(failure_of(cause)))
        except Exception as cause:  # noqa: BLE001 - a request that breaks, breaks alone
            logger.error("request %s broke: %s", request.request, _where(cause))
        self._finish(task, response)

    async def _serve(self, task: Task, request: Served) -> None:
        """Serve a request, and forget it: asked again, it is served again."""
        served: State | History | Usage | Asset | Response
        try:
            async with asyncio.timeout(task.limit_s):
                served = await self._responder.serve(request, self._player, task.peer.locale)
        except TimeoutError:
            served = _refused(Failure.DEADLINE_EXCEEDED)
        except CompanionError as cause:
            logger.warning("request %s failed: %s", request.request, cause.failure)
            served = Response("", error(failure_of(cause)))
        except Exception as cause:  # noqa: BLE001 - the connection goes on without this answer
            logger.error("request %s broke: %s", request.request, _where(cause))
            served = _refused(Failure.INTERNAL)
        task.finish(self._addressed(served, task))
        self._player.requests.forget(request.request)

    def _addressed(
        self, served: State | History | Usage | Asset | Response, task: Task
    ) -> Finished:
        if isinstance(served, Response):
            return _reply(task, served, self._player)
        return msgspec.structs.replace(served, request=task.request.request)

    def _finish(self, task: Task, response: Response) -> None:
        if task.is_over:
            return  # cancelled meanwhile
        if self._player.running is task:
            self._player.running = None
        reply = _reply(task, response, self._player)
        self._player.requests.end(task, reply)
        task.finish(reply)


def _reply(task: Task, response: Response, player: Player) -> Reply:
    """The reply to a request; a silent result ends it without a word (ENG-055)."""
    result = response.result
    return Reply(
        request=task.request.request,
        generation=task.peer.generation,
        outcome=_CODES.get(result.code) or _OUTCOMES[result.status],
        text=Phrase() if result.silent else result.text,
        spoken=() if result.silent else result.spoken,
        cards=_cards(task, result, player),
        code=result.code,
        action=response.action,
    )


def _cards(task: Task, result: AgentResult, player: Player) -> tuple[CardUpdate, ...]:
    """New cards; of a silent result the pressed card, in a new revision and without a word."""
    if not result.silent:
        return tuple(ShowCard(player.show(card), card) for card in result.cards)
    if task.reserved is None or not result.cards or not player.cards.revise(task.reserved):
        return ()
    return (ReplaceCard(task.reserved, result.cards[0]),)


def _refused(failure: Failure) -> Response:
    return Response("", error(AgentFailure.of(failure)))


def _where(error: Exception) -> str:
    """Type and place of an error; its words may quote the player, so they stay out of the log."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} at {frame.filename.rpartition('/')[2]}:{frame.lineno}"
