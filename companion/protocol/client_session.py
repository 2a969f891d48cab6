"""The client's half of a connection, as values: it reads no clock and owns no socket.

After every call write what `data_to_send()` returns and handle what `events()` returns; call
`tick()` at `next_deadline()`. One session outlives its connections: `connect` begins one,
`lose_connection` ends it. What was sent and not answered fails then and is never sent again by
itself; what was asked while no engine was there waits for one, for `HOLD_S` at most.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import assert_never
from uuid import UUID, uuid4

from companion.language.phrase import Phrase
from companion.protocol.cards.builder import ServerAction
from companion.protocol.cards.ref import CardRef
from companion.protocol.codec import decode_server, encode
from companion.protocol.limits import (
    HEARTBEAT_S,
    PROTOCOL_VERSION,
    SILENCE_S,
)
from companion.protocol.outstanding import Outstanding
from companion.protocol.pack import Asset, Lexicon
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
from companion.protocol.responses import (
    Accepted,
    ErrorMessage,
    History,
    Notice,
    Open,
    Outcome,
    Partial,
    Reply,
    ServerMessage,
    State,
    Usage,
    Welcome,
)
from companion.protocol.responses import Ping as ServerPing
from companion.protocol.session_event import (
    NO_WORDS,
    Answered,
    Belated,
    Connected,
    ConnectionLost,
    FirstAnswer,
    RequestFailed,
    SessionEvent,
    Told,
)
from companion.protocol.signon import Binding, Pair, Pairing
from companion.protocol.version import older_side
from companion.support.errors import Failure, ProtocolError

DOUBT_S = HEARTBEAT_S + 1.0
"""A link that is in doubt has this long to show a heartbeat of the other side."""


@dataclass(slots=True)
class ClientSession:
    """Matches answers to requests, gives up on silent ones, and notices a dead link.

    Attributes:
        locale: Language that `Hello` states.
        client: Version of the program that `Hello` states.
        new_id: Makes request ids; tests give their own.
    """

    locale: str
    client: str = ""
    new_id: Callable[[], UUID] = uuid4
    generation: int | None = None
    lexicon: tuple[str, ...] = ()
    """Names of the pack, for ear and voice; the latest that came."""
    is_connected: bool = False
    """Between `connect` and the loss; `generation` is known a little later."""
    outstanding: Outstanding = field(default_factory=Outstanding)
    _complaint: ErrorMessage | None = None
    _last_received: float = 0.0
    _next_ping: float = 0.0
    _outbox: list[str] = field(default_factory=list)
    _events: list[SessionEvent] = field(default_factory=list)

    def connect(self, token: str, now: float) -> None:
        """Begin a connection: `Hello` is the first message.

        Args:
            token: What the engine expects; it travels in this message only.
            now: Seconds on the caller's monotonic clock, here and everywhere below.
        """
        self._outbox.clear()
        self._complaint = None
        self.is_connected = True
        self.generation = None
        self._last_received = now
        self._next_ping = now + HEARTBEAT_S
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
            self._next_ping = now + HEARTBEAT_S
            self._put(Control(self.new_id(), ControlAction.CANCEL))
        self._fail(request, Failure.CANCELLED)

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
            self._last_received = now
            self._handle(message, now)

    def tick(self, now: float) -> None:
        """Send the heartbeat, notice a dead link, fail the requests that waited too long."""
        if self.is_connected and now >= self._last_received + SILENCE_S:
            self.lose_connection()
        if self.is_connected and now >= self._next_ping:
            self._next_ping = now + HEARTBEAT_S
            self._put(Ping())
        held = self.outstanding.held
        for request in self.outstanding.overdue(now):
            nobody_had_it = request in held
            self._fail(
                request,
                Failure.CONNECTION_LOST if nobody_had_it else Failure.DEADLINE_EXCEEDED,
            )

    def doubt(self, now: float) -> None:
        """Have the link show that it lives: the computer slept. A dead one is noticed sooner."""
        if self.is_connected:
            self._last_received = min(self._last_received, now - SILENCE_S + DOUBT_S)
            self._next_ping = now

    def lose_connection(self, failure: Failure = Failure.CONNECTION_LOST, detail: str = "") -> None:
        """End the connection and fail all that was sent; without a connection, nothing.

        Args:
            failure: Why; where the engine complained of just this, its detail is passed on.
            detail: Words for `{detail}` of the failure's sentence.
        """
        if not self.is_connected:
            return
        self.is_connected = False
        self.generation = None
        self._outbox.clear()
        for request in self.outstanding.sent:
            self._fail(request, failure)
        self.outstanding.forget_given_up()
        self._events.append(ConnectionLost(failure, detail or self._complained(failure)))

    def leave(self) -> None:
        """End the connection of our own accord, to begin another: nobody lost anything.

        What was sent and not answered fails; there is no `ConnectionLost`.
        """
        self.is_connected = False
        self.generation = None
        self._outbox.clear()
        for request in self.outstanding.sent:
            self._fail(request, Failure.CANCELLED)
        self.outstanding.forget_given_up()

    def fail_held(self, failure: Failure) -> None:
        """Fail what waits for an engine: there will be none soon."""
        for request in self.outstanding.held:
            self._fail(request, failure)

    def next_deadline(self) -> float | None:
        """When `tick` has work to do, in the caller's seconds; None when never."""
        times = self.outstanding.deadlines()
        if self.is_connected:
            times += [self._next_ping, self._last_received + SILENCE_S]
        return min(times, default=None)

    def data_to_send(self) -> list[str]:
        """Take the frames to write, oldest first."""
        outbox, self._outbox = self._outbox, []
        return outbox

    def events(self) -> list[SessionEvent]:
        """Take what happened, oldest first."""
        events, self._events = self._events, []
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

    def _handle(self, message: ServerMessage, now: float) -> None:
        match message:
            case Welcome():
                self._welcome(message, now)
            case Accepted(request=request, deadline_s=deadline_s):
                self._accepted(request, deadline_s, now)
            case Reply():
                self._reply(message, now)
            case State(request=UUID() as request):
                self._first_answer(request, now)
                self.outstanding.end(request)
                self._events.append(message)
            case ErrorMessage(request=UUID() as request, text=text):
                self._first_answer(request, now)
                self._fail(request, failure_of(message.code), text)
            case ErrorMessage():
                self._complaint = message
                self._events.append(message)
            case Notice() | State():
                self._events.append(message)
            case ServerPing():
                pass  # That it came is all it says.
            case _:
                self._handle_told(message, now)

    def _handle_told(
        self,
        message: Told | Lexicon,
        now: float,
    ) -> None:
        """Take what is no reply; it ends the waiting of its request before it is told."""
        match message:
            case Partial(request=request, generation=generation):
                self._first_answer(request, now)
                if request not in self.outstanding or generation != self.generation:
                    return
            case Lexicon(names=names):
                self.lexicon = names
                return  # ears ask for them at each press
            case Open(request=UUID() as request) | Usage(request=UUID() as request):
                self._first_answer(request, now)
                self.outstanding.end(request)
            case History(request=request) | Asset(request=request):
                self._first_answer(request, now)
                if not self.outstanding.end(request):
                    return  # nobody asked, or nobody waits any more
            case Pairing(request=request):
                self._first_answer(request, now)
                self.outstanding.end(request)
            case Binding() | Open() | Usage():
                pass
            case _:
                assert_never(message)
        self._events.append(message)

    def _welcome(self, welcome: Welcome, now: float) -> None:
        if welcome.protocol != PROTOCOL_VERSION:
            older = older_side(client=PROTOCOL_VERSION, engine=welcome.protocol)
            self.lose_connection(Failure.VERSION_MISMATCH, older)
        elif self.generation is None:
            self.generation = welcome.generation
            self._events.append(Connected(welcome.generation))
            self._send_held(now)

    def _complained(self, failure: Failure) -> str:
        complaint = self._complaint
        said = complaint is not None and failure_of(complaint.code) is failure
        return complaint.text.args.get("detail", "") if complaint and said else ""

    def _accepted(self, request: UUID, deadline_s: float, now: float) -> None:
        self._first_answer(request, now)
        self.outstanding.extend(request, deadline_s, now)

    def _reply(self, reply: Reply, now: float) -> None:
        if reply.generation != self.generation:
            return
        self._first_answer(reply.request, now)
        if self.outstanding.end(reply.request):
            self._events.append(Answered(reply))
        elif (
            self.outstanding.take_given_up(reply.request) and reply.outcome is not Outcome.CANCELLED
        ):
            self._events.append(Belated(reply))

    def _first_answer(self, request: UUID, now: float) -> None:
        after_s = self.outstanding.answered(request, now)
        if after_s is not None:
            self._events.append(FirstAnswer(request, after_s))

    def _fail(self, request: UUID, failure: Failure, text: Phrase = NO_WORDS) -> None:
        if self.outstanding.give_up(request):
            self._events.append(RequestFailed(request, failure, text))


def failure_of(code: str) -> Failure:
    """The failure that a code of the wire names; INTERNAL for one we do not know."""
    try:
        return Failure(code)
    except ValueError:
        return Failure.INTERNAL
