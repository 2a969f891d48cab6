"""The one reference to the client's state (CLIENT-002)."""

from __future__ import annotations

from collections.abc import Callable

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

    def dispatch(self, *events: Event) -> None:
        """Apply events in order; listeners see the last state, not those between."""
        before = self.state
        for event in events:
            self.state = reduce(self.state, event)
        if self.state is not before:
            self._on_state(self.state)
