"""Players, a game, effects and disks for the tests of access."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from uuid import UUID

from companion.engine.access.identity import CONSOLE, Executor, Origin, PlayerId
from companion.support.errors import CompanionError, StorageError

ALEX = PlayerId(UUID(int=0xA1), "Alex")
STEVE = PlayerId(UUID(int=0x57), "Steve")
DAILY, NIGHTLY = "example:daily", "example:nightly"

GAME_OPERATOR = Executor(Origin.GAME, ALEX, is_operator=True)
CLIENT_OPERATOR = Executor(Origin.CLIENT, ALEX, is_operator=True)
GAME_PLAYER = Executor(Origin.GAME, ALEX)
EXECUTORS = {
    "console": CONSOLE,
    "operator in the game": GAME_OPERATOR,
    "operator in a companion": CLIENT_OPERATOR,
    "player in the game": GAME_PLAYER,
    "player in a companion": Executor(Origin.CLIENT, ALEX),
}


class Disk:
    """Keeps what is written; refuses on demand; waits until let go on demand."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.refuses = False
        self.open = asyncio.Event()
        self.open.set()

    @property
    def content(self) -> bytes | None:
        return self.written[-1] if self.written else None

    async def write(self, data: bytes) -> None:
        await self.open.wait()
        if self.refuses:
            raise StorageError("no room")
        self.written.append(data)


@dataclass
class AiEffectsLog:
    """Notes what a change of level does to whom, in order."""

    there: set[UUID] = field(default_factory=lambda: {ALEX.id, STEVE.id})
    calls: list[tuple[object, ...]] = field(default_factory=list)

    def online(self) -> set[UUID]:
        return self.there

    def cancel(self, player: UUID) -> None:
        self.calls.append(("cancel", player))

    def synchronise(self, player: UUID, level: object) -> None:
        self.calls.append(("synchronise", player, level))


class BindingLog:
    """Notes what bindings do to the rest of the engine, in order."""

    def __init__(self) -> None:
        self.calls: list[tuple[object, ...]] = []

    def invalidate(self, player: UUID) -> None:
        self.calls.append(("invalidate", player))

    def changed(self, player: UUID, change: str, system: str) -> None:
        self.calls.append((str(change), player, system))

    async def forget(self, player: UUID) -> None:
        self.calls.append(("forget", player))


class Game:
    """A game in which messages to one player are seen by that player alone."""

    def __init__(self, *players: PlayerId) -> None:
        self.players = list(players)
        self.seen: dict[UUID, list[str]] = {}
        self.looked_up: list[str] = []

    async def online(self, name: str) -> PlayerId | None:
        self.looked_up.append(name)
        return next((p for p in self.players if p.name.casefold() == name.casefold()), None)

    async def show_code(self, player: PlayerId, code: str, seconds: float) -> None:
        self.seen.setdefault(player.id, []).append(code)


class Codes:
    """Draws the codes it is given, then counts up from 000100."""

    def __init__(self, *codes: str) -> None:
        self._codes = list(codes)
        self._next = 100

    def __call__(self) -> str:
        if self._codes:
            return self._codes.pop(0)
        self._next += 1
        return f"{self._next:06}"


def failure_of(error: BaseException) -> str:
    """The code of an expected error."""
    assert isinstance(error, CompanionError)
    return str(error.failure)
