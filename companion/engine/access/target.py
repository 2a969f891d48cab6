"""Whom an administrative command is about (BIND-003, BIND-010)."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from companion.engine.access.identity import Executor, PlayerId
from companion.support.errors import CompanionError, Failure


def target(executor: Executor, named: str, online: Sequence[PlayerId]) -> PlayerId:
    """Find the one player a command is about.

    Args:
        executor: Who gives the command.
        named: A name or id; empty for whoever gives the command.
        online: Players in the game now.

    Raises:
        CompanionError: ONE_PLAYER_NEEDED for a selector or several names; ORDER_INCOMPLETE for a
            console that names nobody; PLAYER_NOT_ONLINE.
    """
    if not named:
        if executor.player is None:
            raise CompanionError(Failure.ORDER_INCOMPLETE)
        return executor.player
    if named.startswith("@") or len(named.split()) != 1:
        raise CompanionError(Failure.ONE_PLAYER_NEEDED, named[:64])
    found = [player for player in online if _is(player, named)]
    if len(found) > 1:
        raise CompanionError(Failure.ONE_PLAYER_NEEDED, named[:64])
    if not found:
        raise CompanionError(Failure.PLAYER_NOT_ONLINE, named[:64])
    return found[0]


def anyone(executor: Executor, words: Sequence[str], online: Sequence[PlayerId]) -> PlayerId:
    """Find the player whom words name, who need not be there when an id does; else the executor.

    Raises:
        CompanionError: See `target`.
    """
    try:
        return PlayerId(UUID(words[0]), words[0])
    except (IndexError, ValueError):
        return target(executor, " ".join(words), online)


def _is(player: PlayerId, named: str) -> bool:
    return named.casefold() in (player.name.casefold(), str(player.id))
