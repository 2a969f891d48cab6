"""Waits for a client's state without sleeping."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from companion.client.client import Client
from companion.client.state import ClientState, Part
from companion.client.turn import TurnRecord
from tests.helpers.speech_fakes import FakeMouth

DEADLINE_S = 30.0


class Watched:
    """A running client, its states and its turns."""

    def __init__(self, mouth: FakeMouth) -> None:
        self.mouth = mouth
        self.turns: list[TurnRecord] = []
        self.states: list[ClientState] = []
        self.client: Client
        self._changed = asyncio.Event()

    @property
    def state(self) -> ClientState:
        return self.client.state

    @property
    def log(self) -> list[str]:
        return [entry.words.key or entry.words.text for entry in self.state.entries]

    def see(self, state: ClientState) -> None:
        self.states.append(state)
        self._changed.set()

    def part(self, name: str) -> Part:
        return next(part for part in self.state.parts if part.name == name)

    async def until(self, is_so: Callable[[ClientState], object]) -> ClientState:
        """Wait for a state; fails after half a minute."""
        async with asyncio.timeout(DEADLINE_S):
            while not is_so(self.state):
                self._changed.clear()
                await self._changed.wait()
        return self.state
