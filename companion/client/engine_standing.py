"""How the engine stands: one entry of the status line, and what the log says of it, once each."""

from __future__ import annotations

from collections.abc import Callable

from companion.client.digest import Digest
from companion.client.events import EngineGone, PartChanged, Said
from companion.client.reach import UNREACHABLE
from companion.client.state import Health, Part, Speaker
from companion.client.store import Store
from companion.language.phrase import phrase
from companion.protocol.responses import State
from companion.support.errors import Failure

GONE = UNREACHABLE | {
    Failure.CONNECTION_LOST,
    Failure.ENGINE_STOPPED,
    Failure.ENGINE_NOT_STARTED,
}
"""The engine is not there; told once until it is back."""

UNSIGNED = frozenset({Failure.NOT_PAIRED, Failure.DEVICE_REVOKED})
"""The server is there and does not know us; told once until it does."""


class EngineStanding:
    """Knows what was told of the engine. Loop thread only.

    Args:
        store: Has the status line and the log.
        report: Tells a failure in the log.

    Attributes:
        losses: How many connections were lost so far; tells one connection from the next.
    """

    def __init__(self, store: Store, report: Callable[[Failure, str], None]) -> None:
        self._store = store
        self._report = report
        self._digest = Digest()
        self._told: Failure | None = None
        self.losses = 0

    def connected(self) -> None:
        """It is there; whether it knows us is said later."""
        self.show(Health.READY)
        if self._told in UNSIGNED:
            return  # that it was not there was not the trouble
        if self.losses and self._told is not None:
            self._store.dispatch(Said(Speaker.NOTICE, phrase("client.engine.back")))
        self._told = None

    def described(self, engine: State) -> None:
        """It gave an account of itself, so it knows us; say in one line what was missed."""
        self._told = None
        for words in self._digest.after(engine):
            self._store.dispatch(Said(Speaker.NOTICE, words))

    def not_described(self, failure: Failure) -> None:
        """A server that does not know us says so; the page of servers is where to sign in."""
        if failure is Failure.NOT_PAIRED:
            self.show(Health.LIMITED, reason=failure)
            if self._told not in UNSIGNED:
                self._told = failure
                self._report(failure, "")

    def lost(self, failure: Failure, detail: str) -> None:
        """The connection ended."""
        self.losses += 1
        self._digest.lost(self._store.state.engine)
        self._store.dispatch(EngineGone())
        if failure is Failure.CONNECTION_LOST and self._is_unsigned():
            failure = Failure.NOT_PAIRED  # a server keeps no stranger for ever
        self.failed(failure, detail)

    def failed(self, failure: Failure, detail: str) -> None:
        """It could not be started or reached; told once until it is there again."""
        self.show(Health.FAILED, reason=failure, detail=detail)
        if failure is not self._told:
            self._told = failure
            self._report(failure, detail)

    def told(self, failure: Failure) -> None:
        """A turn has just failed over it: that is not said a second time."""
        self._told = failure if failure in GONE else self._told

    def quick(self, seconds: float) -> None:
        """It reacted to a request after this time."""
        if not self._is_unsigned():
            self.show(Health.READY, f"{seconds * 1000:.0f} ms")

    def logged_out(self) -> None:
        """What was before is another stay's."""
        self._digest = Digest()

    def show(
        self, health: Health, words: str = "", reason: Failure | None = None, detail: str = ""
    ) -> None:
        """Put it on the status line."""
        self._store.dispatch(PartChanged(Part("engine", health, words, reason, detail)))

    def _is_unsigned(self) -> bool:
        return any(part.reason in UNSIGNED for part in self._store.state.parts)
