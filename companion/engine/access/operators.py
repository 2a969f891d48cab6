"""Who is an operator, and what only operators may do (G18, BIND-010).

To add a source of operators: an object with `operators()`, named where the engine is put together.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol
from uuid import UUID

import msgspec

from companion.engine.access.identity import Executor, Origin, PlayerId
from companion.support.bounded import read_bounded
from companion.support.errors import CompanionError, Failure

logger = logging.getLogger(__name__)

OPERATOR_LEVEL = 2
"""Game masters and above; what the game asks for its own commands of this kind."""
SERVER_PRIVILEGE = "server"
MAX_OPS_BYTES = 1 << 20


class OperatorSource(Protocol):
    """Names operators. May look at a file: on a worker where that matters."""

    def operators(self) -> Collection[UUID]:
        """The operators it knows at this moment."""
        ...


class Operators:
    """Joins the sources; asked anew every time, so that a demotion counts at once."""

    def __init__(self, sources: Sequence[OperatorSource]) -> None:
        self._sources = tuple(sources)

    def is_operator(self, player: UUID) -> bool:
        """Whether any source names the player."""
        return any(player in source.operators() for source in self._sources)

    def executor(self, origin: Origin, player: PlayerId) -> Executor:
        """The player as somebody who gives an order now."""
        return Executor(origin, player, self.is_operator(player.id))


class Named:
    """Operators that a configuration or the start of the engine names."""

    def __init__(self, current: Callable[[], Collection[UUID]]) -> None:
        self._current = current

    def operators(self) -> Collection[UUID]:
        """Those named now."""
        return self._current()


class Privileged:
    """Luanti players who hold the `server` privilege, as the link reports them."""

    def __init__(self, current: Callable[[], Mapping[UUID, Collection[str]]]) -> None:
        self._current = current

    def operators(self) -> Collection[UUID]:
        """Those with the privilege now."""
        players = self._current().items()
        return frozenset(player for player, held in players if SERVER_PRIVILEGE in held)


class OpsFile:
    """A Minecraft server's `ops.json`, read again when it changes.

    A file that is being rewritten or broken leaves the last good list in force.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._stamp: tuple[int, int] | None = None
        self._known: frozenset[UUID] = frozenset()

    def operators(self) -> Collection[UUID]:
        """Those of level 2 and up; nobody while there is no file."""
        try:
            status = self._path.stat()
        except OSError:
            self._stamp, self._known = None, frozenset()
            return self._known
        stamp = (status.st_mtime_ns, status.st_size)
        if stamp != self._stamp:
            self._read(stamp)
        return self._known

    def _read(self, stamp: tuple[int, int]) -> None:
        try:
            self._known = operators_in(read_bounded(self._path, MAX_OPS_BYTES + 1))
            self._stamp = stamp
        except (OSError, ValueError) as error:
            logger.warning("%s not read, the last list stays: %s", self._path.name, error)


def operators_in(data: bytes) -> frozenset[UUID]:
    """Read the text of an `ops.json`; an entry that makes no sense makes nobody an operator.

    Raises:
        ValueError: It is no list.
    """
    if len(data) > MAX_OPS_BYTES:
        raise ValueError(f"more than {MAX_OPS_BYTES} bytes")
    try:
        entries = msgspec.json.decode(data, type=list[Any])
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    return frozenset(player for entry in entries if (player := _operator(entry)))


def require_operator(executor: Executor) -> None:
    """Let operators pass.

    Raises:
        CompanionError: OPERATOR_ONLY.
    """
    if not executor.is_operator:
        raise CompanionError(Failure.OPERATOR_ONLY)


def require_administration(executor: Executor) -> None:
    """Let operators pass who stand in the game or at the console.

    No message of a client and no model reaches what this guards, whoever the player is (PROTO-056).

    Raises:
        CompanionError: ONLY_IN_GAME or OPERATOR_ONLY.
    """
    if executor.origin is Origin.CLIENT:
        raise CompanionError(Failure.ONLY_IN_GAME)
    require_operator(executor)


def _operator(entry: Any) -> UUID | None:
    try:
        return UUID(entry["uuid"]) if entry["level"] >= OPERATOR_LEVEL else None
    except (TypeError, KeyError, ValueError, AttributeError):
        return None
