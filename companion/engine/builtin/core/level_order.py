"""`/system ai`: what of AI a player, or everyone without a level of their own, may have."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.engine.access.ai_access import AiLevels
from companion.engine.access.identity import Executor
from companion.engine.access.levels import AiLevel
from companion.engine.access.operators import require_administration
from companion.engine.access.order import Lines, Order
from companion.engine.access.target import anyone
from companion.engine.served import Served, names_online
from companion.language.phrase import phrase
from companion.support.errors import CompanionError, Failure

DEFAULT = "default"


def level_order(served: Callable[[], Served]) -> Order:
    """The command (PERM-001, PERM-002)."""

    async def run(executor: Executor, words: Sequence[str]) -> Lines:
        require_administration(executor)
        levels = served().levels
        if words[:1] == [DEFAULT]:
            return await _default(levels, words[1:])
        player = anyone(executor, words[:1], served().online())
        if len(words) > 1:
            chosen = None if words[1] == DEFAULT else _level(words[1])
            await levels.set(player.id, chosen)
        return (phrase("access.ai", player=player.name, level=levels.of(player.id)),)

    def suggests(before: Sequence[str]) -> Sequence[str]:
        match before:
            case []:
                return (DEFAULT, *names_online(served()))
            case [name]:
                return tuple(AiLevel) if name == DEFAULT else (*AiLevel, DEFAULT)
            case _:
                return ()

    return Order(run, f"ai PLAYER|default [{'|'.join(AiLevel)}]", suggests)


async def _default(levels: AiLevels, words: Sequence[str]) -> Lines:
    if words:
        await levels.set_default(_level(words[0]))
    return (phrase("access.ai_default", level=levels.default),)


def _level(word: str) -> AiLevel:
    try:
        return AiLevel(word.casefold())
    except ValueError:
        raise CompanionError(Failure.AI_LEVEL_UNKNOWN, word[:32]) from None
