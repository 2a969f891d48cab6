"""The engine's side of a turn: one interactive request at a time, and what becomes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from uuid import UUID

from companion.client.events import CardPressed, RequestBegan, RequestEnded
from companion.client.heard_names import HeardNames
from companion.client.modes import current
from companion.client.store import Store
from companion.client.turn import Turn
from companion.protocol.cards.builder import ServerAction
from companion.protocol.cards.ref import CardRef
from companion.protocol.client_session import ClientSession
from companion.protocol.requests import MODULE, CallValue, Invoke
from companion.support.clock import Clock


@dataclass(frozen=True, slots=True)
class Pending:
    """The request under way and the turn it belongs to."""

    request: UUID
    turn: Turn


class Asking:
    """Sends requests and knows which turn waits for which. Loop thread only.

    Attributes:
        pending: The request under way.
        on_queued: Called when the session has something to write.
    """

    def __init__(
        self, session: ClientSession, store: Store, clock: Clock, heard_names: HeardNames
    ) -> None:
        self._session = session
        self._heard_names = heard_names
        self._store = store
        self._clock = clock
        self.pending: Pending | None = None
        self.on_queued: Callable[[], None] = lambda: None

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the pack, those first that a recogniser is least likely to know."""
        self._heard_names.take(self._session.lexicon)
        return self._heard_names.likely or self._session.lexicon

    def chat(self, text: str, turn: Turn) -> None:
        """Send words in the chosen mode; the caller has made sure that nothing is under way."""
        mode = current(self._store.state)
        self._begin(self._session.chat(text, self._clock.monotonic(), mode), turn)

    def invoke(self, action: str, arguments: Mapping[str, str], turn: Turn) -> None:
        """Ask for an action by its name; the caller has made sure that nothing is under way."""
        turn.action = action
        call: dict[str, CallValue] = {MODULE: action, **arguments}
        now = self._clock.monotonic()
        self._begin(self._session.ask(lambda one: Invoke(one, call), now), turn)

    def press(self, card: CardRef, action: ServerAction, turn: Turn) -> None:
        """Send a press on a card; the card waits."""
        turn.action = action.action
        request = self._session.press(card, action, self._clock.monotonic())
        self._store.dispatch(CardPressed(card))
        self._begin(request, turn)

    def cancel(self) -> None:
        """Give up what is under way; the session reports it as CANCELLED."""
        if self.pending is not None:
            self._session.cancel(self.pending.request, self._clock.monotonic())
            self.on_queued()

    def tell_heard(self, turn: Turn, sentences: int, *, is_whole: bool) -> None:
        """Tell the engine how much of its reply was heard; what the client said itself is ours."""
        if turn.request is not None:
            self._session.tell_heard(turn.request, sentences, is_whole=is_whole)
            self.on_queued()

    def is_pending(self, request: UUID) -> bool:
        """Whether this is the request under way."""
        return self.pending is not None and self.pending.request == request

    def answered_first(self, request: UUID, seconds: float) -> None:
        """Note when the request left and when the engine first reacted."""
        if self.pending is not None and self.pending.request == request:
            now = self._clock.monotonic()
            self.pending.turn.clock.mark("request_sent", now - seconds)
            self.pending.turn.clock.mark("first_answer", now)

    def ended(self, request: UUID) -> Turn | None:
        """End the waiting; the turn, if this was the request under way."""
        if self.pending is None or self.pending.request != request:
            return None
        turn, self.pending = self.pending.turn, None
        self._store.dispatch(RequestEnded())
        return turn

    def _begin(self, request: UUID, turn: Turn) -> None:
        self._heard_names.take(self._session.lexicon)
        self.pending = Pending(request, turn)
        if self._session.generation is not None:
            turn.clock.mark("request_sent", self._clock.monotonic())
        self._store.dispatch(RequestBegan())
        self.on_queued()
