"""Free speech that steps in for paid speech while the books refuse it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from companion.support.errors import CompanionError, Failure

logger = logging.getLogger(__name__)

OnInstead = Callable[[CompanionError | None], None]
"""Told on the loop that free speech has stepped in, and why; then None when paid speech is back."""

STEPS_ASIDE = (Failure.SPEECH_CAP_REACHED, Failure.SPEECH_LEDGER_BROKEN)


def unheard(reason: CompanionError | None) -> None:
    """Nobody wants to know."""


class Speech(Protocol):
    """Ears or a voice."""

    async def warm_up(self) -> None:
        """Load what it needs."""
        ...

    async def close(self) -> None:
        """Let it go."""
        ...


S = TypeVar("S", bound=Speech)


class FreeInstead(Generic[S]):
    """Made when it is first needed; tells of each change between paid and free once. One loop."""

    def __init__(
        self, make: Callable[[], S], on_instead: OnInstead, refused: type[CompanionError]
    ) -> None:
        """Store what is given; nothing is made.

        Args:
            make: Makes the free ears or the free voice.
            on_instead: Told of each change.
            refused: What is raised, with the books' reason, where nothing free can step in.
        """
        self._make = make
        self._on_instead = on_instead
        self._refused = refused
        self._made: S | None = None
        self._is_free = False

    async def take(self, reason: CompanionError, paid: str) -> S:
        """Have the free one, loaded.

        Args:
            reason: Why the books refuse.
            paid: Id of what it steps in for.

        Raises:
            CompanionError: Of the type that was given: this reason is none to step aside for, or
                there is nothing free.
        """
        try:
            made = await self._loaded(reason)
        except CompanionError as error:
            logger.debug("nothing free: %s", error)
            raise self._refused(reason.failure, reason.detail) from error
        logger.info("free speech instead of %s: %s", paid, reason)
        self._turn(reason)
        return made

    def leave(self) -> None:
        """Paid speech is back."""
        self._turn(None)

    async def close(self) -> None:
        """Let go what was made."""
        if self._made is not None:
            await self._made.close()

    async def _loaded(self, reason: CompanionError) -> S:
        if reason.failure not in STEPS_ASIDE:
            raise reason
        if self._made is None:
            made = self._make()
            await made.warm_up()
            self._made = made
        return self._made

    def _turn(self, reason: CompanionError | None) -> None:
        is_free = reason is not None
        if is_free is not self._is_free:
            self._is_free = is_free
            self._on_instead(reason)
