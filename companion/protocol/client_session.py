"""The client's half of a connection, as values: it reads no clock and owns no socket.

After every call write what `data_to_send()` returns and handle what `events()` returns; call
`tick()` at `next_deadline()`. One session outlives its connections: `connect` begins one,
`lose_connection` ends it. What was sent and not answered fails then and is never sent again by
itself; what was asked while no engine was there waits for one, for `HOLD_S` at most.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from uuid import UUID, uuid4

from companion.protocol.answers import Answers
from companion.protocol.cards.builder import ServerAction
from companion.protocol.cards.ref import CardRef
from companion.protocol.codec import decode_server, encode
from companion.protocol.heartbeat import Heartbeat
from companion.protocol.limits import PROTOCOL_VERSION
from companion.protocol.outstanding import Outstanding
from companion.protocol.requests import (
    CardAction,
    Chat,
    ClientMessage,
    Control,
    ControlAction,
    Heard,
    Hello,
    Mode,
    Ping,
    Request,
)
from companion.protocol.responses import Welcome
from companion.protocol.session_event import Connected, ConnectionLost, SessionEvent
from companion.protocol.signon import Pair
from companion.protocol.version import older_side
from companion.support.errors import Failure, ProtocolError


@dataclass(slots=True)
class ClientSession:
    """Sends requests while there is an engine, gives up on silent ones, notices a dead link.

    Attributes:
        locale: Language that `Hello` states.
        client: Version of the program that `Hello` states.
        new_id: Makes request ids; tests give their own.
        generation: Number of this connection; None before the welcome.
        is_connected: Between `connect` and the loss; `generation` is known a little later.
    """

    locale: str
    client: str = ""
    new_id: Callable[[], UUID] = uuid4
    generation: int | None = None
    is_connected: bool = False
    _answers: Answers = field(default_factory=Answers)
    _heartbeat: Heartbeat = field(default_factory=Heartbeat)
    _outbox: list[str] = field(default_factory=list)

    @property
    def lexicon(self) -> tuple[str, ...]:
        """Names of the pack, for ear and voice; the latest that came."""
        return self._answers.lexicon

    @property
    def outstanding(self) -> Outstanding:
        """What waits for an answer."""
        return self._answers.outstanding

    def connect(self, token: str, now: float) -> None:
        """Begin a connection: `Hello` is the first message.

        Args:
            token: What the engine expects; it travels in this message only.
            now: Seconds on the caller's monotonic clock, here and everywhere below.
        """
        self._outbox.clear()
        self._answers.complaint = None
        self.is_connected = True
        self.generation = None
        self._heartbeat.begin(now)
        self._put(Hello(PROTOCOL_VERSION, token, self.locale, self.client))

    def chat(self, text: str, now: float, mode: Mode = Mode.AUTO) -> UUID:
        """Ask something in words; returns the id its reply will carry."""
        return self._ask(Chat(self.new_id(), text, mode), now)

    def press(self, card: CardRef, action: ServerAction, now: float) -> UUID:
        """Send a press on a card; returns the id its reply will carry."""
        return self._ask(CardAction(self.new_id(), card, action.action, action.arguments), now)

    def ask_state(self, now: float) -> UUID:
        """Ask what the engine may tell of itself."""
        return self.control(ControlAction.STATE, now)

    def control(self, action: ControlAction, now: float) -> UUID:
        """Ask something about the conversation; returns the id its answer will carry."""
        return self._ask(Control(self.new_id(), action), now)

    def ask(self, make: Callable[[UUID], Request | Pair], now: float) -> UUID:
        """Send a request of another type.

        Args:
            make: Makes it with the id that its answer will carry; that id is returned.
            now: As everywhere.
        """
        return self._ask(make(self.new_id()), now)

    def tell_heard(self, request: UUID, sentences: int, *, is_whole: bool) -> None:
        """Tell how much of a reply was heard; without a connection nobody needs to know."""
        if self.generation is not None:
            self._put(Heard(request, sentences, is_whole))

    def cancel(self, request: UUID, now: float) -> None:
        """Give a request up; it fails with CANCELLED at once and the engine is told."""
        if self.outstanding.is_sent(request):
            self._heartbeat.sent(now)
            self._put(Control(self.new_id(), ControlAction.CANCEL))
        self._answers.fail(request, Failure.CANCELLED)

    def receive(self, frame: str | bytes, now: float) -> None:
        """Take one frame of the engine.

        Raises:
            ProtocolError: The engine misbehaved; close the connection and call
                `lose_connection`.
        """
        if isinstance(frame, bytes):
            raise ProtocolError("a binary frame")
        message = decode_server(frame)
        if self.is_connected:
            self._heartbeat.heard(now)
            welcome = self._answers.take(message, self.generation, now)
            if welcome is not None:
                self._welcome(welcome, now)

    def tick(self, now: float) -> None:
        """Send the heartbeat, notice a dead link, fail the requests that waited too long."""
        if self.is_connected and self._heartbeat.is_dead(now):
            self.lose_connection()
        if self.is_connected and self._heartbeat.is_due(now):
            self._heartbeat.sent(now)
            self._put(Ping())
        held = self.outstanding.held
        for request in self.outstanding.overdue(now):
            nobody_had_it = request in held
            self._answers.fail(
                request,
                Failure.CONNECTION_LOST if nobody_had_it else Failure.DEADLINE_EXCEEDED,
            )

    def doubt(self, now: float) -> None:
        """Have the link show that it lives: the computer slept. A dead one is noticed sooner."""
        if self.is_connected:
            self._heartbeat.doubt(now)

    def lose_connection(self, failure: Failure = Failure.CONNECTION_LOST, detail: str = "") -> None:
        """End the connection and fail all that was sent; without a connection, nothing.

        Args:
            failure: Why; where the engine complained of just this, its detail is passed on.
            detail: Words for `{detail}` of the failure's sentence.
        """
        if not self.is_connected:
            return
        self._end(failure)
        said = detail or self._answers.complained_of(failure)
        self._answers.events.append(ConnectionLost(failure, said))

    def leave(self) -> None:
        """End the connection of our own accord, to begin another: nobody lost anything.

        What was sent and not answered fails; there is no `ConnectionLost`.
        """
        self._end(Failure.CANCELLED)

    def fail_held(self, failure: Failure) -> None:
        """Fail what waits for an engine: there will be none soon."""
        for request in self.outstanding.held:
            self._answers.fail(request, failure)

    def next_deadline(self) -> float | None:
        """When `tick` has work to do, in the caller's seconds; None when never."""
        times = self.outstanding.deadlines()
        if self.is_connected:
            times.append(self._heartbeat.deadline())
        return min(times, default=None)

    def data_to_send(self) -> list[str]:
        """Take the frames to write, oldest first."""
        outbox, self._outbox = self._outbox, []
        return outbox

    def events(self) -> list[SessionEvent]:
        """Take what happened, oldest first."""
        events, self._answers.events = self._answers.events, []
        return events

    def is_waiting(self, request: UUID) -> bool:
        """Whether a request still waits for its reply."""
        return request in self.outstanding

    def _ask(self, request: Request | Pair, now: float) -> UUID:
        self.outstanding.hold(request, now)
        if self.generation is not None:
            self._send_held(now)
        return request.request

    def _send_held(self, now: float) -> None:
        for request in self.outstanding.send(now):
            self._put(request)

    def _put(self, message: ClientMessage) -> None:
        self._outbox.append(encode(message))

    def _welcome(self, welcome: Welcome, now: float) -> None:
        if welcome.protocol != PROTOCOL_VERSION:
            older = older_side(client=PROTOCOL_VERSION, engine=welcome.protocol)
            self.lose_connection(Failure.VERSION_MISMATCH, older)
        elif self.generation is None:
            self.generation = welcome.generation
            self._answers.events.append(Connected(welcome.generation))
            self._send_held(now)

    def _end(self, failure: Failure) -> None:
        self.is_connected = False
        self.generation = None
        self._outbox.clear()
        self._answers.fail_sent(failure)
