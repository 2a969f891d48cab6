"""Writing steps of one task: intent, effect, receipt, and none of them twice."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, assert_never

from companion.engine.storage.receipt import Begun, Replay, Step, Unknown
from companion.engine.storage.store import PlayerStore
from companion.engine.tools.registry import AnyTool
from companion.engine.tools.tool import ToolRefusedError
from companion.support.errors import CompanionError, Failure
from companion.support.loops import spawn


class Writing:
    """Guards what a task changes. On the engine's loop.

    Attributes:
        done: Steps that were done or replayed.
        unsettled: Id of the tool whose effect is under way; "" when none is.
    """

    def __init__(self, store: PlayerStore, check: Callable[[], None]) -> None:
        """Store what is given.

        Args:
            store: Where receipts are kept.
            check: Raises once the task may not go on.
        """
        self.done = 0
        self.unsettled = ""
        self._store = store
        self._check = check

    async def once(self, tool: AnyTool, step: Step, effect: Callable[[], Awaitable[Any]]) -> Any:
        """Do a step, or give what it came to before.

        Raises:
            CompanionError: EFFECT_UNKNOWN, INPUT_CHANGED or STORAGE_...; or what the effect raises
                where that is certain.
        """
        match await self._store.begin(step):
            case Replay(result):
                self.done += 1
                return tool.type.decode_result(result)
            case Unknown():
                raise CompanionError(Failure.EFFECT_UNKNOWN, tool.type.id)
            case Begun():
                self._check()
                return await self._act(tool, step, effect)
            case never:
                assert_never(never)

    async def _act(self, tool: AnyTool, step: Step, effect: Callable[[], Awaitable[Any]]) -> Any:
        """Have the effect, and its receipt whatever happens to the task meanwhile."""
        self.unsettled = tool.type.id
        try:
            result = await effect()
            done = self._store.done(step, tool.type.encode_result(result))
            await asyncio.shield(spawn(done, "receipt"))
        except ToolRefusedError:
            await self._withdraw(step)
            self.unsettled = ""
            raise
        except Exception as error:
            if tool.idempotent:
                raise
            raise CompanionError(Failure.EFFECT_UNKNOWN, tool.type.id) from error
        self.unsettled = ""
        self.done += 1
        return result

    async def _withdraw(self, step: Step) -> None:
        """Forget an intent; where that fails, it stays unknown, which is never wrong."""
        with contextlib.suppress(CompanionError):
            await self._store.update(lambda change: change.withdraw(step))
