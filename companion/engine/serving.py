"""Requests that run nothing: the state, the conversation, preferences, usage."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import assert_never
from uuid import UUID

import msgspec

from companion.engine.execution.desk import Response, Served
from companion.engine.execution.player import Player
from companion.engine.execution.result import AgentResult, decode_result, succeeded
from companion.engine.presence import Presence
from companion.engine.storage.conversation import Turn
from companion.engine.storage.record import Preferences
from companion.engine.storage.store import Transaction
from companion.engine.usage.report import check_may_see
from companion.engine.usage_message import usage_message
from companion.engine.world import World
from companion.language.phrase import phrase
from companion.protocol.in_game import ShowInGame
from companion.protocol.pack import Asset, AssetRequest
from companion.protocol.requests import Control, ControlAction, SetPreferences, UsageRequest
from companion.protocol.responses import AssistantTurn, History, State, Usage, UserTurn
from companion.support.errors import CompanionError, Failure
from companion.support.json_bytes import json_bytes

MOST_TURNS = 50
"""Turns of one history message (CHAT-008)."""
MOST_BYTES = 2 << 20
"""Of such a message: the oldest turns are left out until it fits into a frame with room."""


@dataclass(frozen=True, slots=True)
class Around:
    """What serving needs of the engine.

    Attributes:
        state: What a client may know.
        is_bound: Whether a player has a system.
        permissions_changed: Told after a preference changed what a player may have.
        asset: Finds an icon.
        in_game: Shows a line in the game.
    """

    world: World
    presence: Presence
    state: Callable[[Player, str], Awaitable[State]]
    is_bound: Callable[[UUID], bool]
    permissions_changed: Callable[[UUID], None]
    asset: Callable[[AssetRequest], Awaitable[Asset]]
    in_game: Callable[[ShowInGame, UUID], Awaitable[None]]


class Serving:
    """Serves them. On the engine's loop."""

    def __init__(self, around: Around) -> None:
        self._around = around

    async def serve(
        self, request: Served, player: Player, locale: str
    ) -> State | History | Usage | Asset | Response:
        """Serve one request.

        Raises:
            CompanionError: With the reason to tell.
        """
        match request:
            case Control(action=ControlAction.STATE):
                await self._known(player)
                return await self._around.state(player, locale)
            case UsageRequest():
                return self._usage(request, player)
            case AssetRequest():
                return await self._around.asset(request)
            case ShowInGame():
                await self._around.in_game(request, player.uuid)
                return Response("", succeeded(phrase("engine.control.shown_in_game")))
            case Control() | SetPreferences():
                await self._around.presence.arrived(player.uuid)
                if not self._around.is_bound(player.uuid):
                    raise CompanionError(Failure.NOT_BOUND)
                return await self._kept(request, player)
            case never:
                assert_never(never)

    async def _known(self, player: Player) -> None:
        """Wait until it is known what a player has; where it cannot be, the state says less."""
        with contextlib.suppress(CompanionError):
            await self._around.presence.arrived(player.uuid)

    async def _kept(self, request: Control | SetPreferences, player: Player) -> History | Response:
        """What reads or changes the player's data."""
        store = self._around.world.store
        match request:
            case SetPreferences():
                chosen = Preferences(request.external, request.free_chat, request.history)
                await store.view(player.uuid).update(lambda data: _prefer(data, chosen))
                if not chosen.history:
                    await store.forget_turns(player.uuid)
                self._around.presence.prefers(player.uuid, chosen)
                self._around.permissions_changed(player.uuid)
                return Response("", succeeded(phrase("engine.control.preferences")))
            case Control(action=ControlAction.CLEAR):
                await store.clear_conversation(player.uuid)
                return Response("", succeeded(phrase("engine.control.cleared")))
            case Control():
                turns = await store.view(player.uuid).history(decode_result, MOST_TURNS)
                return History(request.request, _entries(turns))

    def _usage(self, request: UsageRequest, player: Player) -> Usage:
        about = None if request.everyone else str(player.uuid)
        is_operator = self._around.presence.is_operator(player.uuid)
        check_may_see(str(player.uuid), about, is_operator=is_operator)
        names = {about: ""} if about else self._around.presence.names()
        return usage_message(self._around.world.report(about), names, opens=request.open)


def _prefer(data: Transaction, chosen: Preferences) -> None:
    data.set_record(msgspec.structs.replace(data.record(), preferences=chosen))


def _entries(turns: tuple[Turn[AgentResult], ...]) -> tuple[UserTurn | AssistantTurn, ...]:
    """The latest turns that fit, oldest first."""
    kept: list[tuple[UserTurn | AssistantTurn, ...]] = []
    left = MOST_BYTES
    for turn in reversed(turns):
        entry = tuple(_entry(turn))
        left -= len(json_bytes(entry))
        if left < 0:
            break
        kept.append(entry)
    return tuple(one for entry in reversed(kept) for one in entry)


def _entry(turn: Turn[AgentResult]) -> Iterator[UserTurn | AssistantTurn]:
    if turn.user:
        yield UserTurn(turn.request, turn.at, turn.user)
    if turn.result and not turn.result.silent:
        said = turn.result
        yield AssistantTurn(turn.request, turn.at, said.text, said.spoken, said.cards, said.code)
