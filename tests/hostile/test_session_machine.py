"""The engine's half of a connection under every order of frames, time and answers."""

from __future__ import annotations

import uuid

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.language.phrase import literal
from companion.protocol.bounds import Bounds
from companion.protocol.codec import decode_server, encode
from companion.protocol.limits import (
    CLOSE_UNAUTHORIZED,
    HEARTBEAT_S,
    MAX_BAD_FRAMES,
    REQUEST_BURST,
    REQUESTS_PER_S,
    SILENCE_S,
)
from companion.protocol.requests import (
    Chat,
    Control,
    ControlAction,
    Heard,
    Hello,
    Invoke,
    Ping,
    SetPreferences,
    UsageRequest,
)
from companion.protocol.responses import Accepted, ErrorMessage, Outcome, Reply, Welcome
from companion.protocol.server_event import Asked, Listened, Opened, PairingAsked, Standing
from companion.protocol.server_session import ServerSession
from companion.protocol.signon import Pair
from companion.support.errors import Failure

HANDSHAKE_S = 3.0
TOKENS = {"player": Standing.PLAYER, "": Standing.STRANGER}
GARBAGE = st.one_of(
    st.text(max_size=40),
    st.binary(max_size=40),
    st.sampled_from(
        ["[" * 9_000, '{"type":"system:reply"}', '{"type":"system:chat","text":null}', "a" * 70_000]
    ),
)


def request_of(kind: int, number: uuid.UUID):
    """One of the requests a player may send."""
    return (
        Chat(number, "help"),
        Invoke(number, {"moduleId": "system:help"}),
        Control(number, ControlAction.HISTORY),
        SetPreferences(number, external=False, free_chat=True, history=True),
        UsageRequest(number),
    )[kind]


class SessionMachine(RuleBasedStateMachine):
    """A model of the rules beside the real session."""

    @initialize()
    def open(self) -> None:
        self.now = 0.0
        self.standing: Standing | None = None
        self.session = ServerSession(TOKENS.get, 7, 0.0, bounds=Bounds(handshake_s=HANDSHAKE_S))
        self.taken: list[float] = []
        self.bad: list[float] = []
        self.last_heard = 0.0
        self.number = 0

    def next_id(self) -> uuid.UUID:
        self.number += 1
        return uuid.UUID(int=self.number)

    def answers(self) -> list[object]:
        return [decode_server(frame) for frame in self.session.data_to_send()]

    def give(self, frame: str | bytes) -> tuple[list[object], list[object]]:
        """Receive a frame; gives what is sent and what is reported because of it."""
        self.session.data_to_send()
        was_open = self.session.closing is None
        self.session.receive(frame, self.now)
        sent, events = self.answers(), self.session.events()
        if was_open:
            self.last_heard = self.now
        else:
            assert (sent, events) == ([], [])
        return sent, events

    @property
    def is_open(self) -> bool:
        return self.session.closing is None

    @precondition(lambda self: self.standing is None and self.is_open)
    @rule(token=st.sampled_from([*TOKENS, "wrong"]))
    def greets(self, token: str) -> None:
        sent, events = self.give(encode(Hello(1, token, "en_us")))
        self.standing = TOKENS.get(token)
        if self.standing is None:
            assert self.session.closing
            assert self.session.closing.code == CLOSE_UNAUTHORIZED
            assert events == []
        else:
            assert [type(message) for message in sent] == [Welcome]
            assert [type(event) for event in events] == [Opened]

    @precondition(lambda self: self.standing is not None and self.is_open)
    @rule(kind=st.integers(0, 4))
    def asks(self, kind: int) -> None:
        request = request_of(kind, self.next_id())
        sent, events = self.give(encode(request))
        if events:
            assert self.standing is Standing.PLAYER
            assert (sent, events) == ([], [Asked(request)])
            self.taken.append(self.now)
        else:
            (refusal,) = sent
            assert isinstance(refusal, ErrorMessage)
            assert refusal.request == request.request
            assert refusal.code in (Failure.NOT_PAIRED, Failure.TOO_MANY_REQUESTS)
            assert self.standing is Standing.STRANGER or refusal.code != Failure.NOT_PAIRED

    @precondition(lambda self: self.standing is not None and self.is_open)
    @rule()
    def pairs(self) -> None:
        message = Pair(self.next_id(), player="Alex")
        sent, events = self.give(encode(message))
        if self.standing is Standing.STRANGER and not sent:
            assert events == [PairingAsked(message)]
            self.taken.append(self.now)
        else:
            assert events == []
            assert isinstance(sent[0], ErrorMessage)

    @precondition(lambda self: self.standing is not None and self.is_open)
    @rule()
    def listens(self) -> None:
        heard = Heard(self.next_id(), 1, is_whole=False)
        sent, events = self.give(encode(heard))
        assert sent == []
        assert events == ([Listened(heard)] if self.standing is Standing.PLAYER else [])

    @precondition(lambda self: self.standing is not None and self.is_open)
    @rule()
    def beats(self) -> None:
        assert self.give(encode(Ping())) == ([], [])

    @rule(frame=GARBAGE)
    def speaks_nonsense(self, frame: str | bytes) -> None:
        was_open, was_known = self.is_open, self.standing is not None
        sent, events = self.give(frame)
        assert events == []
        if was_open:
            assert [type(message) for message in sent] == [ErrorMessage]
            self.bad.append(self.now)
            recent = [at for at in self.bad if self.now - at < 60.0]
            assert self.is_open == (was_known and len(recent) < MAX_BAD_FRAMES)

    @precondition(lambda self: self.standing is Standing.PLAYER and self.is_open)
    @rule(late=st.booleans())
    def answers_a_request(self, late: bool) -> None:
        number = self.next_id()
        self.session.data_to_send()
        self.session.accept(number, 5.0)
        if late:
            self.session.refuse(number, Failure.BUSY)
        else:
            self.session.send(Reply(number, 7, Outcome.SUCCEEDED, literal("ok")))
        first, second = self.answers()
        assert isinstance(first, Accepted)
        assert first.request == second.request == number

    @rule(seconds=st.sampled_from([0.0, 0.05, 1.0, 3.0, 4.9, 5.0, 9.9, 10.0, 61.0]))
    def waits(self, seconds: float) -> None:
        self.now += seconds
        if self.is_open:
            self.session.tick(self.now)
            silent = self.now - self.last_heard >= SILENCE_S
            late = self.standing is None and self.now >= HANDSHAKE_S
            assert self.is_open != (silent or late)

    @invariant()
    def no_more_is_taken_than_allowed(self) -> None:
        for first, begin in enumerate(self.taken):
            taken = len(self.taken) - first
            assert taken <= REQUEST_BURST + (self.taken[-1] - begin) * REQUESTS_PER_S + 1e-6

    @invariant()
    def there_is_always_a_next_deadline(self) -> None:
        if self.is_open:
            assert self.session.next_deadline() <= self.now + max(SILENCE_S, HEARTBEAT_S)

    @invariant()
    def the_reason_fits_into_a_close_frame(self) -> None:
        if self.session.closing:
            assert len(self.session.closing.reason.encode()) <= 123


TestSession = pytest.mark.behaviour("PROTO-025", "PROTO-060")(SessionMachine.TestCase)
TestSession.settings = settings(max_examples=120, stateful_step_count=60, deadline=None)
