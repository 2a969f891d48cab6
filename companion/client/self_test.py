"""The self-test: a known sentence from the voice through ears and engine back to the voice.

It runs on the loop, beside nothing else; each station has a deadline, and the first that does not
do its part is named with its one reason. Where speech is paid for it costs what a turn costs: it
runs only when the player asks for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

from companion.client.self_test_state import SelfTest, Stop
from companion.client.turn import TurnRecord
from companion.language.similarity import likeness
from companion.support.errors import CompanionError, Failure

STATION_S = 60.0
"""A station that takes longer is given up; a first loading of models is within it."""
ALIKE = 0.6
"""How much of the sentence has to be understood; a voice heard by a recogniser is no person."""

T = TypeVar("T")
Moved = Callable[[SelfTest], None]


class SpeechChain(Protocol):
    """The voice and the ears of the player's settings, without speaker and microphone."""

    async def spoken(self, sentence: str, language: str) -> bytes:
        """A sentence as 16 kHz mono s16le.

        Raises:
            CompanionError: Why there is no voice.
        """
        ...

    async def heard(self, sound: bytes, language: str) -> str:
        """The words of a sound.

        Raises:
            CompanionError: Why there are none.
        """
        ...


async def run_self_test(
    chain: SpeechChain,
    sentence: str,
    language: str,
    ask: Callable[[str], Awaitable[TurnRecord]],
    moved: Moved,
) -> SelfTest:
    """Send the sentence around.

    Args:
        chain: Voice and ears.
        sentence: Known beforehand.
        language: `en` or `zh`.
        ask: Has the engine answer words, and waits for the end of that turn.
        moved: Told each station.

    Returns:
        Where it ended.
    """
    walk = _Walk(moved)
    try:
        sound = await walk.at(Stop.VOICE, chain.spoken(sentence, language))
        text = await walk.at(Stop.EARS, chain.heard(sound, language))
        walk.check(Stop.WORDS, likeness(text, sentence, language) >= ALIKE, Failure.NOT_UNDERSTOOD)
        record = await walk.at(Stop.SERVER, ask(sentence), passes=False)
        walk.check(Stop.SERVER, record.failure is None, record.failure)
        walk.check(Stop.SPEAKER, record.stages.first_sound >= 0, Failure.SPEECH_SILENT)
    except _StoppedError as stopped:
        return walk.end(stopped.at, stopped.reason)
    return walk.end(None, None)


class _StoppedError(Exception):
    def __init__(self, at: Stop, reason: Failure) -> None:
        super().__init__(at)
        self.at, self.reason = at, reason


class _Walk:
    """Counts the stations and tells of each."""

    def __init__(self, moved: Moved) -> None:
        self._moved = moved
        self._passed: tuple[Stop, ...] = ()
        moved(SelfTest(is_running=True))

    async def at(self, stop: Stop, work: Awaitable[T], *, passes: bool = True) -> T:
        try:
            async with asyncio.timeout(STATION_S):
                done = await work
        except TimeoutError:
            raise _StoppedError(stop, Failure.DEADLINE_EXCEEDED) from None
        except CompanionError as error:
            raise _StoppedError(stop, error.failure) from error
        if passes:
            self._pass(stop)
        return done

    def check(self, stop: Stop, is_well: bool, reason: Failure | None) -> None:  # noqa: FBT001
        if not is_well:
            raise _StoppedError(stop, reason or Failure.INTERNAL)
        self._pass(stop)

    def end(self, at: Stop | None, reason: Failure | None) -> SelfTest:
        test = SelfTest(False, self._passed, at, reason)
        self._moved(test)
        return test

    def _pass(self, stop: Stop) -> None:
        self._passed = (*self._passed, stop)
        self._moved(SelfTest(is_running=True, passed=self._passed))
