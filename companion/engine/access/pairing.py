"""Pairing codes: five guesses among a million, and few codes an hour (G17).

Two desks, by who sees the code. `CodesInGame`: the game shows it to the player alone, the companion
enters it. `CodesInCompanion`: the companion shows it, the player types it as a private command that
the game authenticates. Neither reads a clock, opens a socket or speaks to a game: its caller does.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar
from uuid import UUID

from companion.engine.access.address import address_key
from companion.engine.access.identity import PlayerId
from companion.engine.access.window import SlidingWindow
from companion.protocol.limits import PAIRING_CODE_DIGITS
from companion.support.errors import CompanionError, Failure

CODE_IN_GAME_S = 120.0
CODE_IN_COMPANION_S = 300.0
TRIES = 5
HOUR_S = 3600.0
PER_ADDRESS_AN_HOUR = 20
"""Codes asked for; and as many wrong ones entered."""
PER_NAME_AN_HOUR = 6
"""Codes shown to one player, who did not ask for most of them when it is an attack."""
MOST_OPEN = 256
"""Codes good at the same time; guessing one of them stays below 5 tries x 256 in a million."""

A = TypeVar("A")
Draw = Callable[[], str]


def draw_code() -> str:
    """Six digits that nobody can foresee."""
    return f"{secrets.randbelow(10**PAIRING_CODE_DIGITS):0{PAIRING_CODE_DIGITS}}"


@dataclass(slots=True)
class _Open(Generic[A]):
    """A code that is good until it was used, missed five times, or ran out."""

    who: A
    code: str
    ends: float
    wrong: int = 0


class _Desk(Generic[A]):
    """What both desks share: open codes by attempt, and limits. On the engine's loop."""

    def __init__(self, lifetime_s: float, draw: Draw) -> None:
        self.lifetime_s = lifetime_s
        self._draw = draw
        self._open: dict[UUID, _Open[A]] = {}
        self._by_address = SlidingWindow[str](PER_ADDRESS_AN_HOUR, HOUR_S)

    def check(self, address: str, now: float) -> None:
        """Let an address pass that may still ask.

        Raises:
            CompanionError: PAIRING_LIMITED.
        """
        if self._by_address.is_full(address_key(address), now) or len(self._open) >= MOST_OPEN:
            raise CompanionError(Failure.PAIRING_LIMITED)

    def missed(self, address: str, now: float) -> None:
        """Count a question that led to no code, such as one for a player who is not there."""
        self._by_address.add(address_key(address), now)

    def drop(self, attempt: UUID) -> None:
        """Forget the code of an attempt whose connection ended."""
        self._open.pop(attempt, None)

    def expire(self, now: float) -> tuple[UUID, ...]:
        """Forget codes that ran out; their attempts may be told."""
        gone = tuple(attempt for attempt, code in self._open.items() if code.ends <= now)
        for attempt in gone:
            del self._open[attempt]
        return gone

    def _issue(self, attempt: UUID, who: A, address: str, now: float) -> str:
        self.expire(now)
        self._open.pop(attempt, None)
        self.check(address, now)
        self._by_address.add(address_key(address), now)
        code = self._unused_code()
        self._open[attempt] = _Open(who, code, now + self.lifetime_s)
        return code

    def _unused_code(self) -> str:
        used = {open_code.code for open_code in self._open.values()}
        while (code := self._draw()) in used:
            pass
        return code


class CodesInGame(_Desk[PlayerId]):
    """For games in which the engine can show a player something that nobody else sees."""

    def __init__(self, draw: Draw = draw_code) -> None:
        super().__init__(CODE_IN_GAME_S, draw)
        self._by_player = SlidingWindow[UUID](PER_NAME_AN_HOUR, HOUR_S)
        self._wrong = SlidingWindow[str](PER_ADDRESS_AN_HOUR, HOUR_S)

    def ask(self, attempt: UUID, player: PlayerId, address: str, now: float) -> str:
        """Make the code to show to the player in the game.

        Args:
            attempt: Of one connection; a second code of it replaces the first.
            player: Who is online under the name that was given.
            address: The peer's.
            now: Seconds on the caller's monotonic clock.

        Raises:
            CompanionError: PAIRING_LIMITED.
        """
        if self._by_player.is_full(player.id, now):
            raise CompanionError(Failure.PAIRING_LIMITED)
        code = self._issue(attempt, player, address, now)
        self._by_player.add(player.id, now)
        return code

    def enter(self, attempt: UUID, code: str, address: str, now: float) -> PlayerId:
        """Take the code that was read in the game; a right one is used up.

        Returns:
            Whose companion this is from now on.

        Raises:
            CompanionError: PAIRING_CODE_WRONG, PAIRING_EXPIRED after the last try or the time, or
                PAIRING_LIMITED.
        """
        self.expire(now)
        key = address_key(address)
        if self._wrong.is_full(key, now):
            self.drop(attempt)
            raise CompanionError(Failure.PAIRING_LIMITED)
        asked = self._open.get(attempt)
        if asked is None:
            raise CompanionError(Failure.PAIRING_EXPIRED)
        if _is_same(asked.code, code):
            del self._open[attempt]
            return asked.who
        self._wrong.add(key, now)
        asked.wrong += 1
        if asked.wrong >= TRIES:
            del self._open[attempt]
            raise CompanionError(Failure.PAIRING_EXPIRED)
        raise CompanionError(Failure.PAIRING_CODE_WRONG)


class CodesInCompanion(_Desk[None]):
    """For games whose players have a private, authenticated command."""

    def __init__(self, draw: Draw = draw_code) -> None:
        super().__init__(CODE_IN_COMPANION_S, draw)
        self._wrong = SlidingWindow[UUID](TRIES, CODE_IN_COMPANION_S)

    def ask(self, attempt: UUID, address: str, now: float) -> str:
        """Make the code to show in the companion.

        Raises:
            CompanionError: PAIRING_LIMITED.
        """
        return self._issue(attempt, None, address, now)

    def typed(self, code: str, player: PlayerId, now: float) -> UUID:
        """Take the code that a player typed in the game; a right one is used up.

        Returns:
            The attempt whose companion is the player's from now on.

        Raises:
            CompanionError: PAIRING_CODE_WRONG, or PAIRING_LIMITED after five wrong ones.
        """
        self.expire(now)
        if self._wrong.is_full(player.id, now):
            raise CompanionError(Failure.PAIRING_LIMITED)
        # Every open code is looked at, so that the time taken says nothing about any.
        right = [attempt for attempt, made in self._open.items() if _is_same(made.code, code)]
        if not right:
            self._wrong.add(player.id, now)
            raise CompanionError(Failure.PAIRING_CODE_WRONG)
        del self._open[right[0]]
        return right[0]


def _is_same(code: str, said: str) -> bool:
    """Compare in a time that does not depend on how much is right."""
    return hmac.compare_digest(code.encode(), said.encode(errors="replace"))
