"""Who has ended says nothing more: another client's state is on the screen by then."""

from __future__ import annotations

from companion.client.events import PartChanged
from companion.client.state import EMPTY, ClientState, Health, Part
from companion.client.store import Store


def test_what_comes_late_to_a_store_that_has_ended_is_published_no_more() -> None:
    seen: list[ClientState] = []
    store = Store(EMPTY, seen.append)
    store.dispatch(PartChanged(Part("engine", Health.READY)))
    store.end()
    store.dispatch(PartChanged(Part("engine", Health.FAILED)))
    assert [state.parts for state in seen] == [(Part("engine", Health.READY),)]
