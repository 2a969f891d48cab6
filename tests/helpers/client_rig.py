"""A client's core and the engine's session, back to back in memory, on a clock of their own."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from uuid import UUID

from companion.cards.library import load_library
from companion.cards.view import CardView
from companion.client import status
from companion.client.core import Core
from companion.client.engine_source import EngineAddress, FixedEngine
from companion.client.parts import ClientParts
from companion.client.presentation import Presentation
from companion.client.state import ClientState
from companion.client.store import Store
from companion.client.turn import TurnRecord
from companion.language.phrase import Phrase, literal
from companion.protocol.cards.catalog import CardData
from companion.protocol.cards.item import ItemPreview
from companion.protocol.cards.quest_list import QuestBrief, QuestList, QuestState
from companion.protocol.cards.ref import CardRef
from companion.protocol.cards.update import CardUpdate, ShowCard
from companion.protocol.requests import CardAction, Chat, Control, ControlAction, Heard, Request
from companion.protocol.responses import Notice, Outcome, Reply, ServerMessage
from companion.protocol.server_event import Asked, Listened, PairingAsked, Standing
from companion.protocol.server_session import ServerSession
from companion.protocol.signon import Pair, Pairing, PairingStep
from tests.helpers.clock import ManualClock
from tests.helpers.speech_fakes import FakeEars, FakeMouth


@dataclass(order=True)
class Call:
    """A call of a manual timer."""

    at: float
    number: int
    callback: Callable[[], object] = field(compare=False)
    is_cancelled: bool = field(default=False, compare=False)

    def cancel(self) -> None:
        self.is_cancelled = True


class ManualTimer:
    """A `Scheduler` whose calls happen when the test moves the clock."""

    def __init__(self, clock: ManualClock) -> None:
        self._clock = clock
        self._calls: list[Call] = []
        self._numbers = itertools.count()

    def call_later(self, delay: float, callback: Callable[[], object], /) -> Call:
        call = Call(self._clock.monotonic() + delay, next(self._numbers), callback)
        self._calls.append(call)
        return call

    def run_due(self) -> None:
        """Make the calls whose time has come."""
        while due := [c for c in self._calls if c.at <= self._clock.monotonic()]:
            call = min(due)
            self._calls.remove(call)
            if not call.is_cancelled:
                call.callback()


class Rig:
    """Plays the loop: moves frames, time and events. The engine side is `asked` and `reply`."""

    def __init__(
        self,
        locale: str = "en_us",
        *,
        send_on_release: bool = True,
        narration: bool = True,
        standing: Standing = Standing.PLAYER,
    ) -> None:
        self.standing = standing
        self.clock = ManualClock()
        self.timer = ManualTimer(self.clock)
        self.mouth = FakeMouth(self.clock)
        self.turns: list[TurnRecord] = []
        self.states: list[ClientState] = []
        self.asked: list[Request] = []
        self.heard: list[Heard] = []
        self.pairings: list[Pair] = []
        self.server: ServerSession | None = None
        self._generation = 0
        self._presentation = Presentation(load_library(locale))
        parts = ClientParts(
            ears=lambda events: FakeEars(events, self.clock),
            mouth=self.mouth,
            engine=FixedEngine(EngineAddress("ws://unused/", "t")),
            library=load_library(locale),
            locale=locale,
            send_on_release=send_on_release,
            narration=narration,
            clock=self.clock,
        )
        store = Store(ClientState(locale, parts=status.starting()), self.states.append)
        self._store = store
        self.core = Core(parts, store, self.timer, lambda dbfs: None, self.turns.append)
        self.core.on_queued = self._deliver
        self.core.voice_ready()
        self.connect()

    @property
    def state(self) -> ClientState:
        return self._store.state

    @property
    def ears(self) -> FakeEars:
        ears = self.core.listening.ears
        assert isinstance(ears, FakeEars)
        return ears

    @property
    def log(self) -> list[str]:
        """Keys, or literal words, of the chat log."""
        return [entry.words.key or entry.words.text for entry in self.state.entries]

    def view(self) -> CardView:
        """The front card as its player sees it."""
        assert self.state.front is not None
        card = self.state.card(self.state.front)
        assert card is not None
        return self._presentation.view(card)

    def connect(self) -> None:
        """Open a connection to an engine."""
        self._generation += 1
        self.server = ServerSession(
            lambda _: self.standing, self._generation, self.clock.monotonic()
        )
        self.core.session.connect("t", self.clock.monotonic())
        self.pump()

    def disconnect(self) -> None:
        """Lose the connection."""
        self.server = None
        self.core.session.lose_connection()
        self._deliver()

    def advance(self, seconds: float) -> None:
        """Let time pass in steps that no deadline is missed by."""
        end = self.clock.monotonic() + seconds
        while (now := self.clock.monotonic()) < end:
            self.clock.advance(min(1.0, end - now))
            self.timer.run_due()
            if self.server is not None:
                self.server.tick(self.clock.monotonic())
            self.core.session.tick(self.clock.monotonic())
            self.pump()

    def pump(self) -> None:
        """Move frames both ways until nobody has anything to say."""
        while True:
            self._deliver()
            out = self.core.session.data_to_send()
            for frame in out:
                self._to_server(frame)
            back = self.server.data_to_send() if self.server else []
            for frame in back:
                self.core.session.receive(frame, self.clock.monotonic())
            if not out and not back:
                return

    def type(self, text: str) -> None:
        self.core.conversation.typed(text)
        self.pump()

    def hold(self) -> None:
        self.core.conversation.talk_down()
        self.pump()

    def let_go(self) -> None:
        self.core.conversation.talk_up()
        self.pump()

    def speak(self, text: str, confidence: float = 1.0) -> None:
        """Hold the key, say something, let go, and have it recognised."""
        self.hold()
        self.let_go()
        self.ears.say(text, confidence)
        self.pump()

    def reply(
        self,
        text: str = "done",
        cards: tuple[CardUpdate, ...] = (),
        to: UUID | None = None,
        **more: object,
    ) -> None:
        """Answer the last request, or a named one."""
        assert self.server is not None
        request = to or self.last_interactive().request
        outcome = more.pop("outcome", Outcome.SUCCEEDED)
        spoken = more.pop("spoken", ())
        self.server.send(
            Reply(request, self._generation, outcome, literal(text), spoken, cards, **more)  # type: ignore[arg-type]
        )
        self.pump()

    def tell(self, message: ServerMessage) -> None:
        """Let the engine send any message."""
        assert self.server is not None
        self.server.send(message)
        self.pump()

    def answer_pairing(self, step: PairingStep, **more: object) -> None:
        """Answer the last step of a sign-in."""
        self.tell(Pairing(self.pairings[-1].request, step, **more))  # type: ignore[arg-type]

    def last_interactive(self) -> Chat | CardAction:
        return [r for r in self.asked if isinstance(r, Chat | CardAction)][-1]

    def cancels(self) -> int:
        """How often the engine was told to stop."""
        controls = [r for r in self.asked if isinstance(r, Control)]
        return sum(control.action is ControlAction.CANCEL for control in controls)

    def _deliver(self) -> None:
        for event in self.core.session.events():
            self.core.answering.take(event)

    def _to_server(self, frame: str) -> None:
        if self.server is None:
            return
        self.server.receive(frame, self.clock.monotonic())
        for event in self.server.events():
            if isinstance(event, Asked):
                self.asked.append(event.request)
            elif isinstance(event, PairingAsked):
                self.pairings.append(event.message)
            elif isinstance(event, Listened):
                self.heard.append(event.heard)

    def notice(
        self, text: str, cards: tuple[CardUpdate, ...] = (), spoken: tuple[Phrase, ...] = ()
    ) -> None:
        """Let the engine say something unasked."""
        assert self.server is not None
        self.server.send(Notice(literal(text), spoken, cards))
        self.pump()


def quest_list(count: int = 23, spoken: tuple[Phrase, ...] = ()) -> QuestList:
    """A list of quests named Quest 1, Quest 2 ..."""
    quests = tuple(
        QuestBrief(
            number,
            f"{number:016X}",
            f"Quest {number}",
            "Chapter",
            QuestState.OPEN,
            literal(""),
            0,
            0,
            ItemPreview("minecraft:stone", "Stone"),
        )
        for number in range(1, count + 1)
    )
    return QuestList(literal("Open quests"), literal(""), quests, spoken or (literal("Quests."),))


def show(data: CardData | None = None, number: int = 1, revision: int = 0) -> ShowCard:
    """A card on its way to the client; the number makes its id."""
    return ShowCard(CardRef(UUID(int=number), revision), data or quest_list())
