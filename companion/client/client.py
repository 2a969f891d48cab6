"""The client: the shell of loop and threads around `core.py`.

It lives on the loop where `start` is awaited; its commands come from any thread.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine, Mapping

from companion.cards.library import CardLibrary
from companion.client.beginning import first_state
from companion.client.connection import Connection
from companion.client.core import Core
from companion.client.events import PartChanged, Said
from companion.client.orders import Order
from companion.client.parts import ClientParts
from companion.client.presentation import Presentation
from companion.client.self_testing import SelfTesting
from companion.client.state import ClientState, Health, Part, Speaker
from companion.client.store import Store
from companion.client.turn import TurnRecord
from companion.language.phrase import phrase
from companion.protocol.cards.builder import Action
from companion.protocol.cards.ref import CardRef
from companion.speech.lanes import Lane
from companion.support.errors import CompanionError, Failure
from companion.support.loops import spawn

__all__ = ["Client", "ClientParts", "TurnRecord"]

logger = logging.getLogger(__name__)

STOP_DEADLINE_S = 5.0
"""How long each part may take to close; they close side by side."""


class Client:
    """Implements `ClientCommands`.

    Args:
        parts: What it is made of.
        on_state: Called on the loop with each new state.
        on_level: Called on the loop with the loudness in dBFS, at most 50 times a second.
        on_turn: Called on the loop when nothing of a turn follows any more.
        before: The last state of the client whose place this one takes.
    """

    def __init__(
        self,
        parts: ClientParts,
        on_state: Callable[[ClientState], None] = lambda state: None,
        on_level: Callable[[float], None] = lambda dbfs: None,
        on_turn: Callable[[TurnRecord], None] = lambda record: None,
        before: ClientState | None = None,
    ) -> None:
        self._parts = parts
        self._on_level = on_level
        self._on_turn = on_turn
        self._store = Store(first_state(parts.locale, before, parts.server), on_state)
        self._orders: deque[Callable[[Core], None]] = deque()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._core: Core | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._testing: SelfTesting | None = None

    @property
    def state(self) -> ClientState:
        """The last state; any thread."""
        return self._store.state

    async def start(self) -> None:
        """Begin: engine, ears and voice get ready side by side; returns at once."""
        loop = asyncio.get_running_loop()
        core = Core(self._parts, self._store, loop, self._on_level, self._turn_over)
        connection = Connection(
            self._parts.engine,
            core.session,
            self._parts.clock,
            core.answering.take,
            core.answering.engine.failed,
        )
        self._testing = testing = SelfTesting(self._parts, self._store, core.conversation.typed)
        core.orders.on_test = lambda: self._test(testing)
        core.on_paired = lambda: loop.call_soon(connection.renew)
        core.on_queued = lambda: self._ask(core, connection)
        self._parts.engine.tell_when_up(connection.wake)
        self._parts.tell_when_free(lambda reason: self._tell_free(core, reason))
        self._core, self._loop = core, loop
        self._begin(self._parts.engine.run(), "engine")
        self._begin(connection.run(), "connection")
        self._begin(self._start_ears(core), "ears")
        self._begin(self._start_voice(core), "voice")
        self._obey()

    async def stop(self) -> None:
        """End everything that was started; no order is carried out afterwards."""
        core, self._core, self._loop = self._core, None, None
        if core is None:
            return
        core.conversation.cancel()
        core.listening.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.sleep(0)  # what starts has given up before it is closed
        await asyncio.gather(
            asyncio.gather(*self._tasks, return_exceptions=True),
            _closed("ears", core.listening.ears.stop()),
            _closed("voice", self._parts.mouth.stop()) if self._parts.mouth else asyncio.sleep(0),
        )
        self._store.end()

    def talk_down(self) -> None:
        """The talk key went down: be silent, listen."""
        self._silence()
        self._order(lambda core: core.conversation.talk_down())

    def talk_up(self) -> None:
        """The talk key went up: recognise, send."""
        self._order(lambda core: core.conversation.talk_up())

    def cancel(self) -> None:
        """Stop what runs: listening, the request, the voice."""
        self._silence()
        self._order(lambda core: core.conversation.cancel())

    def send(self, text: str) -> None:
        """The player typed something."""
        self._order(lambda core: core.conversation.typed(text))

    def press(self, card: CardRef, action: Action) -> None:
        """A button or row of a card was pressed."""
        self._order(lambda core: core.conversation.pressed(card, action))

    def turn_page(self, card: CardRef, page: int) -> None:
        """Show another page of a card; local."""
        self._order(lambda core: core.conversation.turn_page(card, page))

    def order(self, order: Order) -> None:
        """Anything else that is asked for in the interface."""
        self._order(lambda core: core.orders.take(order))

    def skip(self) -> None:
        """End what is being said and go on with what waits."""
        self._order(_skip)

    def set_volume(self, volume: int, lanes: Mapping[str, int]) -> None:
        """Make the voice louder or quieter, also while it speaks; 0 to 100."""
        self._order(lambda core: core.speaking.set_volume(volume, lanes))

    def use_library(self, library: CardLibrary) -> None:
        """Hold what is said against cards as another library lays them out."""
        self._order(lambda core: core.use_library(library))

    def set_part(self, part: Part) -> None:
        """Show how a part stands that the client does not run itself, such as the key."""
        self._order(lambda core: self._store.dispatch(PartChanged(part)))

    def report(self, failure: Failure, detail: str = "") -> None:
        """Tell the player of something that went wrong outside the client."""
        self._order(lambda core: core.answering.report(failure, detail))

    def _order(self, order: Callable[[Core], None]) -> None:
        """Have something done on the loop, in order; before `start` it waits."""
        self._orders.append(order)
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._obey)

    def _obey(self) -> None:
        while self._core is not None and self._orders:
            try:
                self._orders.popleft()(self._core)
            except Exception:
                logger.exception("an order was not carried out")

    def _tell_free(self, core: Core, reason: CompanionError | None) -> None:
        """Write and say that paid speech rests at a limit, or is back."""
        words = phrase("client.paid_speech_again")
        if reason is not None:
            words = phrase(f"failure.{reason.failure}", detail=reason.detail)
        self._store.dispatch(Said(Speaker.NOTICE, words, failed=reason is not None))
        sentences = Presentation(self._parts.library).aloud((words,))
        core.speaking.say(sentences, None, None, Lane.SYSTEM)

    def _silence(self) -> None:
        """Silent at once, without waiting for the loop."""
        if self._parts.mouth is not None:
            self._parts.mouth.silence()

    def _begin(self, work: Coroutine[None, None, None], name: str) -> None:
        self._tasks.append(spawn(work, name))

    def _ask(self, core: Core, connection: Connection) -> None:
        """Write what is queued; who asks while the engine rests need not wait for its next try."""
        connection.flush()
        if not core.session.is_connected:
            self._parts.engine.hurry()

    def _test(self, testing: SelfTesting) -> None:
        """Begin the self-test, unless one runs or there is nothing to test with."""
        if (work := testing.work()) is not None:
            self._begin(work, "self-test")

    def _turn_over(self, record: TurnRecord) -> None:
        if self._testing is not None:
            self._testing.turn_over(record)
        self._on_turn(record)

    async def _start_ears(self, core: Core) -> None:
        try:
            await core.listening.ears.start()
        except Exception:
            logger.exception("the ears did not start")
            core.listening.ear_trouble(Failure.INTERNAL, "")

    async def _start_voice(self, core: Core) -> None:
        if self._parts.mouth is None:
            self._store.dispatch(PartChanged(Part("voice", Health.LIMITED)))
            return
        try:
            await self._parts.mouth.start()
        except CompanionError as error:
            core.voice_missing(error.failure, error.detail)
        except Exception:
            logger.exception("the voice did not start")
            core.voice_missing(Failure.INTERNAL, "")
        else:
            core.voice_ready()


def _skip(core: Core) -> None:
    core.speaking.skip()


async def _closed(name: str, closing: Coroutine[None, None, None]) -> None:
    """Close one part; what goes wrong there does not keep the others open."""
    try:
        async with asyncio.timeout(STOP_DEADLINE_S):
            await closing
    except Exception:
        logger.exception("%s did not close", name)
