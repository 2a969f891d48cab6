"""One client at a time on the loop thread, replaced when settings change.

The window keeps one `Session` as its `ClientCommands` for as long as it lives; what is asked while
no client runs is done by the next one, and what was said stays to be read. It is there before the
window's first frame, so it imports a client only to run one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from companion.support.errors import Failure

if TYPE_CHECKING:
    import asyncio

    from companion.cards.library import CardLibrary
    from companion.client.client import Client
    from companion.client.orders import Order as Wish
    from companion.client.parts import ClientParts
    from companion.client.state import ClientState, Part
    from companion.client.turn import TurnRecord
    from companion.protocol.cards.builder import Action
    from companion.protocol.cards.ref import CardRef

Order: TypeAlias = "Callable[[Client], None]"
MAX_WAITING_ORDERS = 32
"""Orders kept while no client runs; more than a person gives in that moment."""


class Session:
    """Implements `ClientCommands` over whichever client runs. Any thread.

    Args:
        on_state: Called on the loop with each new state.
        on_level: Called on the loop with the loudness in dBFS.
        on_turn: Called on the loop when a turn is over.
    """

    def __init__(
        self,
        on_state: Callable[[ClientState], None],
        on_level: Callable[[float], None] = lambda dbfs: None,
        on_turn: Callable[[TurnRecord], None] = lambda record: None,
    ) -> None:
        self._callbacks = (on_state, on_level, on_turn)
        self._guard = threading.Lock()  # orders come from any thread
        self._client: Client | None = None
        self._before: ClientState | None = None
        self._waiting: list[Order] = []
        self._parts: dict[str, Part] = {}
        self._replacing: asyncio.Lock | None = None  # of the loop

    async def run(self, make_parts: Callable[[], ClientParts]) -> None:
        """End the client that runs and begin one of new parts; on the loop."""
        from companion.client.client import Client
        from companion.support.loops import patiently
        from companion.support.memory import give_back

        async with self._one_at_a_time():
            await self._end_client()
            await patiently(give_back, "memory")
            client = Client(make_parts(), *self._callbacks, self._before)
            await client.start()
            self._take_orders(client)

    async def stop(self) -> None:
        """End the client; on the loop."""
        async with self._one_at_a_time():
            await self._end_client()

    def _one_at_a_time(self) -> asyncio.Lock:
        import asyncio

        self._replacing = self._replacing or asyncio.Lock()
        return self._replacing

    async def _end_client(self) -> None:
        with self._guard:
            client, self._client = self._client, None
        if client:
            waited = client.state.waiting
            await client.stop()
            self._before = replace(client.state, waiting=waited)

    def _take_orders(self, client: Client) -> None:
        """From here on orders go to this client, those that waited first."""
        with self._guard:
            for part in self._parts.values():
                client.set_part(part)
            for order in self._waiting:
                order(client)
            self._waiting.clear()
            self._client = client

    def talk_down(self) -> None:
        """The talk key went down."""
        self._order(_talk_down)

    def talk_up(self) -> None:
        """The talk key went up; a hold that no client was there to hear is told of."""
        with self._guard:
            unheard = self._client is None and _talk_down in self._waiting
            if unheard:
                self._waiting.remove(_talk_down)
        if unheard:
            self.report(Failure.MICROPHONE_NOT_OPEN)
        else:
            self._order(lambda client: client.talk_up())

    def cancel(self) -> None:
        """Stop what runs."""
        self._order(lambda client: client.cancel())

    def send(self, text: str) -> None:
        """The player typed something."""
        self._order(lambda client: client.send(text))

    def press(self, card: CardRef, action: Action) -> None:
        """A button or row of a card was pressed."""
        self._order(lambda client: client.press(card, action))

    def order(self, order: Wish) -> None:
        """Anything else that is asked for in the interface."""
        self._order(lambda client: client.order(order))

    def turn_page(self, card: CardRef, page: int) -> None:
        """Show another page of a card."""
        self._order(lambda client: client.turn_page(card, page))

    def skip(self) -> None:
        """End what is being said and go on with what waits."""
        self._order(lambda client: client.skip())

    def set_volume(self, volume: int, lanes: Mapping[str, int]) -> None:
        """Make the voice louder or quieter; a client that comes later reads the settings."""
        with self._guard:
            if self._client:
                self._client.set_volume(volume, lanes)

    def use_library(self, library: CardLibrary) -> None:
        """Hold what is said against changed templates; a later client reads them itself."""
        with self._guard:
            if self._client:
                self._client.use_library(library)

    def set_part(self, part: Part) -> None:
        """Show how a part stands that the client does not run itself; kept for later clients."""
        with self._guard:
            self._parts[part.name] = part
            if self._client:
                self._client.set_part(part)

    def report(self, failure: Failure, detail: str = "") -> None:
        """Tell the player of something that went wrong outside the client."""
        self._order(lambda client: client.report(failure, detail))

    def _order(self, order: Order) -> None:
        with self._guard:
            if self._client:
                order(self._client)
            elif len(self._waiting) < MAX_WAITING_ORDERS:
                self._waiting.append(order)


def _talk_down(client: Client) -> None:
    client.talk_down()
