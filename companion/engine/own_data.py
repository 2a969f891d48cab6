"""What players may see and choose of what is kept of them: preferences, usage, conversation.

None of it is a task of the engine: it calls no feature and no model, and two of these may run
beside a task.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Iterator
from decimal import Decimal

import msgspec

from companion.engine.execution.result import AgentResult, decode_result
from companion.engine.execution.task import Peer
from companion.engine.players import PlayerIdentity
from companion.engine.runtime import Runtime
from companion.engine.storage.conversation import Turn
from companion.engine.storage.record import Preferences
from companion.engine.storage.store import Transaction
from companion.engine.usage.counters import C, ModelCount
from companion.engine.usage.pricing import Money
from companion.engine.usage.report import Line, check_may_see, report
from companion.language.phrase import phrase
from companion.protocol.requests import (
    Control,
    ControlAction,
    Request,
    SetPreferences,
    UsageRequest,
)
from companion.protocol.responses import (
    AssistantTurn,
    History,
    Outcome,
    Reply,
    ServerMessage,
    Usage,
    Used,
    UsedOf,
    UserTurn,
)
from companion.support.errors import CompanionError, Failure
from companion.support.loops import spawn

logger = logging.getLogger(__name__)

MOST_TURNS = 200
"""Of the conversation, in one answer (decisions.md, G24)."""
DEADLINE_S = 10.0


class OwnData:
    """Answers such requests. On the engine's loop."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime

    def take(self, request: Request, player: PlayerIdentity, peer: Peer) -> bool:
        """Begin to answer; returns at once.

        Returns:
            False for a request that is none of these.
        """
        match request:
            case SetPreferences():
                work = self._set_preferences(request, player, peer)
            case UsageRequest():
                work = self._usage(request, player)
            case Control(action=ControlAction.CLEAR):
                work = self._clear(request, player, peer)
            case Control(action=ControlAction.HISTORY):
                work = self._history(request, player)
            case _:
                return False
        peer.accept(request.request, DEADLINE_S)
        spawn(_answered(request, work, peer), "own data")
        return True

    async def _set_preferences(
        self, request: SetPreferences, player: PlayerIdentity, peer: Peer
    ) -> ServerMessage:
        chosen = Preferences(request.external, request.free_chat, request.history)
        store = self._runtime.world.store.view(player.uuid)
        await store.update(lambda data: _prefer(data, chosen))
        await self._runtime.presence.refresh(player.uuid)
        return _done(request, peer, "access.preferences")

    async def _usage(self, request: UsageRequest, player: PlayerIdentity) -> ServerMessage:
        own = str(player.uuid)
        about = None if request.everyone else own
        check_may_see(own, about, is_operator=player.is_operator)
        ledger = self._runtime.world.usage
        if ledger is None:
            raise CompanionError(Failure.STORAGE_UNAVAILABLE, "usage is not counted yet")
        seen = report(ledger.snapshot(), self._runtime.world.prices, about)
        return Usage(
            open=True,
            models=tuple(_used(line) for line in seen.models.lines),
            searches=tuple(_used(line) for line in seen.searches.lines),
            model_currency=_currency(seen.models.total_cost),
            search_currency=_currency(seen.searches.total_cost),
            is_whole=seen.models.is_whole and seen.searches.is_whole,
            request=request.request,
        )

    async def _clear(self, request: Control, player: PlayerIdentity, peer: Peer) -> ServerMessage:
        await self._runtime.world.store.clear_conversation(player.uuid)
        return _done(request, peer, "access.conversation_cleared")

    async def _history(self, request: Control, player: PlayerIdentity) -> ServerMessage:
        store = self._runtime.world.store.view(player.uuid)
        turns = await store.history(decode_result, MOST_TURNS)
        return History(request.request, tuple(entry for turn in turns for entry in _entries(turn)))


async def _answered(request: Request, work: Awaitable[ServerMessage], peer: Peer) -> None:
    try:
        async with asyncio.timeout(DEADLINE_S):
            peer.send(await work)
    except CompanionError as error:
        logger.info("request %s: %s", request.request, error.failure)
        peer.refuse(request.request, error.failure)
    except TimeoutError:
        peer.refuse(request.request, Failure.DEADLINE_EXCEEDED)
    except Exception as error:  # noqa: BLE001 - a request that breaks, breaks alone
        logger.error("request %s broke: %s", request.request, type(error).__name__)
        peer.refuse(request.request, Failure.INTERNAL)


def _prefer(data: Transaction, chosen: Preferences) -> None:
    data.set_record(msgspec.structs.replace(data.record(), preferences=chosen))


def _done(request: Request, peer: Peer, key: str) -> Reply:
    return Reply(request.request, peer.generation, Outcome.SUCCEEDED, phrase(key))


def _entries(turn: Turn[AgentResult]) -> Iterator[UserTurn | AssistantTurn]:
    if turn.user is not None:
        yield UserTurn(turn.request, turn.at, turn.user)
    if turn.result is not None and not turn.result.silent:
        kept = turn.result
        yield AssistantTurn(turn.request, turn.at, kept.text, kept.spoken, kept.cards, kept.code)


def _used(line: Line[C]) -> UsedOf:
    return UsedOf(
        line.player,
        line.source,
        _counted(line.today, line.today_cost),
        _counted(line.total, line.total_cost),
    )


def _counted(count: C, cost: Money | None) -> Used:
    price = msgspec.UNSET if cost is None else _decimal(cost.amount)
    if isinstance(count, ModelCount):
        return Used(**msgspec.structs.asdict(count), cost=price)
    return Used(calls=count.calls, cost=price)


def _decimal(amount: Decimal) -> str:
    """Without exponent, for every client to read."""
    return f"{amount:f}"


def _currency(cost: Money | None) -> str:
    return cost.currency if cost else ""
