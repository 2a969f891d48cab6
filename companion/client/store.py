"""The one reference to the client's state (CLIENT-002)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from companion.client.events import Event
from companion.client.reducer import reduce
from companion.client.state import ClientState


class Store:
    """Holds the state and publishes every new one. Loop thread only.

    Args:
        state: The first state.
        on_state: Called with each state that differs from the one before.
    """

    def __init__(self, state: ClientState, on_state: Callable[[ClientState], None]) -> None:
        self.state = state
        self._on_state = on_state
        self._depth = 0
        self._published = state

    def dispatch(self, *events: Event) -> None:
        """Apply events in order; listeners see the last state, not those between."""
        with self.one_change():
            for event in events:
                self.state = reduce(self.state, event)

    def end(self) -> None:
        """Publish nothing more: what is late here would hide the state of whoever came after."""
        self._on_state = lambda state: None

    @contextmanager
    def one_change(self) -> Iterator[None]:
        """Publish what is dispatched within as one change, so that nothing flickers."""
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            if not self._depth and self.state is not self._published:
                self._published = self.state
                self._on_state(self.state)
