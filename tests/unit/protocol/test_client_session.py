"""The client's session is tested without sockets and without waiting."""

from __future__ import annotations

import itertools
from uuid import UUID

import pytest

from companion.language.phrase import literal, phrase
from companion.protocol.answers import failure_of
from companion.protocol.cards.builder import ServerAction
from companion.protocol.cards.ref import CardRef
from companion.protocol.client_session import ClientSession
from companion.protocol.codec import decode_client, encode
from companion.protocol.limits import HEARTBEAT_S, MAX_DEADLINE_S, REQUEST_TIMEOUT_S, SILENCE_S
from companion.protocol.outstanding import GRACE_S, HOLD_S
from companion.protocol.pack import Lexicon
from companion.protocol.requests import CardAction, Chat, Control, ControlAction, Hello, Ping
from companion.protocol.responses import (
    Accepted,
    ErrorMessage,
    Notice,
    Outcome,
    Reply,
    ServerMessage,
    State,
    Welcome,
)
from companion.protocol.responses import Ping as ServerPing
from companion.protocol.session_event import (
    Answered,
    Belated,
    Connected,
    ConnectionLost,
    FirstAnswer,
    RequestFailed,
)
from companion.protocol.version import OLDER_CLIENT, OLDER_ENGINE
from companion.support.errors import Failure, ProtocolError

CARD = CardRef(UUID(int=7), 2)


def fresh() -> ClientSession:
    numbers = itertools.count(1)
    return ClientSession("en_us", "test", new_id=lambda: UUID(int=next(numbers)))


def connected(generation: int = 1) -> ClientSession:
    session = fresh()
    session.connect("secret", now=0.0)
    get(session, Welcome(1, generation))
    session.data_to_send()
    session.events()
    return session


def get(session: ClientSession, message: ServerMessage, now: float = 0.0) -> None:
    session.receive(encode(message), now)


def reply(request: UUID, generation: int = 1, outcome: Outcome = Outcome.SUCCEEDED) -> Reply:
    return Reply(request, generation, outcome, literal("hi"))


def sent(session: ClientSession) -> list[object]:
    return [decode_client(frame) for frame in session.data_to_send()]


def test_hello_is_the_first_message_and_requests_wait_for_the_welcome() -> None:
    session = fresh()
    request = session.chat("hi", now=0.0)
    session.connect("secret", now=1.0)
    assert sent(session) == [Hello(1, "secret", "en_us", "test")]
    get(session, Welcome(1, 4), now=1.5)
    assert sent(session) == [Chat(request, "hi")]
    assert session.events() == [Connected(4)]


@pytest.mark.behaviour("PROTO-016")
def test_interleaved_requests_get_their_own_replies() -> None:
    session = connected()
    first, second = (
        session.chat("a", 0.0),
        session.press(CARD, ServerAction("a:b", {"x": "y"}), 0.0),
    )
    assert sent(session) == [Chat(first, "a"), CardAction(second, CARD, "a:b", {"x": "y"})]
    get(session, reply(second))
    get(session, reply(first))
    answered = [e.reply.request for e in session.events() if isinstance(e, Answered)]
    assert answered == [second, first]


@pytest.mark.behaviour("PROTO-017")
@pytest.mark.parametrize("outcome", Outcome)
def test_a_reply_without_cards_ends_the_waiting(outcome: Outcome) -> None:
    session = connected()
    request = session.chat("a", 0.0)
    assert session.is_waiting(request)
    get(session, reply(request, outcome=outcome))
    assert not session.is_waiting(request)


def test_names_of_the_pack_are_kept_until_the_next_ones() -> None:
    session = connected()
    for names in (("Stone Age",), ("Iron Age", "Furnace")):
        get(session, Lexicon("en_us", names))
        assert session.lexicon == names
    assert session.events() == []


def test_silence_fails_a_request_and_its_late_reply_is_only_belated() -> None:
    session = connected()
    request = session.chat("a", now=0.0)
    for now in (6.0, 12.0, 18.0, 24.0, REQUEST_TIMEOUT_S):
        get(session, ServerPing(), now)
        session.tick(now)
    get(session, reply(request), now=31.0)
    get(session, reply(request), now=32.0)
    assert session.events() == [
        RequestFailed(request, Failure.DEADLINE_EXCEEDED),
        Belated(reply(request)),
    ]


def test_an_announced_deadline_moves_the_waiting_but_never_past_the_limit() -> None:
    session = connected()
    request = session.chat("a", now=0.0)
    get(session, Accepted(request, 5.0), now=1.0)
    assert session.outstanding.deadline_of(request) == 1.0 + 5.0 + GRACE_S
    get(session, Accepted(request, 1e9), now=2.0)
    assert session.outstanding.deadline_of(request) == MAX_DEADLINE_S


def test_the_first_answer_is_timed_once() -> None:
    session = connected()
    request = session.chat("a", now=1.0)
    get(session, Accepted(request, 5.0), now=1.25)
    get(session, reply(request), now=2.0)
    assert session.events() == [FirstAnswer(request, 0.25), Answered(reply(request))]


@pytest.mark.behaviour("PROTO-031")
def test_a_reply_of_an_older_connection_is_dropped() -> None:
    session = connected(generation=2)
    request = session.chat("a", 0.0)
    get(session, reply(request, generation=1))
    assert session.is_waiting(request)
    assert session.events() == []


def test_a_lost_connection_fails_what_was_sent_and_sends_nothing_again() -> None:
    session = connected()
    waiting = [session.chat("a", 0.0), session.chat("b", 0.0)]
    session.lose_connection(Failure.ENGINE_STOPPED)
    assert session.events() == [
        *(RequestFailed(request, Failure.ENGINE_STOPPED) for request in waiting),
        ConnectionLost(Failure.ENGINE_STOPPED),
    ]
    session.connect("secret", 1.0)
    get(session, Welcome(1, 2), 1.0)
    assert [type(message) for message in sent(session)] == [Hello]


def test_a_request_without_an_engine_waits_ten_seconds_for_one() -> None:
    session = fresh()
    request = session.chat("a", now=0.0)
    session.tick(HOLD_S - 0.1)
    assert session.is_waiting(request)
    session.tick(HOLD_S)
    assert session.events() == [RequestFailed(request, Failure.CONNECTION_LOST)]


def test_what_is_held_fails_at_once_when_no_engine_will_come() -> None:
    session = fresh()
    request = session.chat("a", now=0.0)
    session.fail_held(Failure.ENGINE_NOT_STARTED)
    assert session.events() == [RequestFailed(request, Failure.ENGINE_NOT_STARTED)]
    assert session.next_deadline() is None


def test_both_heartbeat_and_dead_link_follow_the_clock() -> None:
    session = connected()
    session.tick(HEARTBEAT_S)
    assert sent(session) == [Ping()]
    assert session.next_deadline() == SILENCE_S
    session.tick(SILENCE_S)
    assert session.events() == [ConnectionLost(Failure.CONNECTION_LOST)]
    assert not session.is_connected


def test_a_link_that_still_speaks_is_not_dead() -> None:
    session = connected()
    get(session, ServerPing(), now=9.0)
    session.tick(SILENCE_S)
    assert session.is_connected
    assert session.events() == []


def test_cancelling_tells_the_engine_and_the_reply_to_it_is_dropped() -> None:
    session = connected()
    request = session.chat("a", 0.0)
    session.data_to_send()
    session.cancel(request, 1.0)
    (control,) = sent(session)
    assert isinstance(control, Control)
    assert control.action is ControlAction.CANCEL
    get(session, reply(request, outcome=Outcome.CANCELLED))
    get(session, reply(control.request))
    assert session.events() == [RequestFailed(request, Failure.CANCELLED)]


def test_cancelling_what_was_never_sent_sends_nothing() -> None:
    session = fresh()
    request = session.chat("a", 0.0)
    session.cancel(request, 1.0)
    session.cancel(request, 1.0)
    session.connect("secret", 2.0)
    get(session, Welcome(1, 1), 2.0)
    assert [type(message) for message in sent(session)] == [Hello]
    assert session.events() == [RequestFailed(request, Failure.CANCELLED), Connected(1)]


def test_a_refusal_fails_its_request_with_the_engines_words() -> None:
    session = connected()
    request = session.chat("a", 0.0)
    get(session, ErrorMessage("too_many_requests", phrase("x"), request))
    assert session.events() == [
        FirstAnswer(request, 0.0),
        RequestFailed(request, Failure.TOO_MANY_REQUESTS, phrase("x")),
    ]


@pytest.mark.behaviour("PROTO-018")
def test_state_and_notices_need_no_request() -> None:
    session = connected()
    state = State("World", "", "demo", 3, 2, progress_known=True)
    get(session, state)
    get(session, Notice(literal("dusk")))
    get(session, ErrorMessage("internal", phrase("x")))
    assert session.events() == [
        state,
        Notice(literal("dusk")),
        ErrorMessage("internal", phrase("x")),
    ]


def test_an_answered_state_request_waits_no_more() -> None:
    session = connected()
    request = session.ask_state(0.0)
    get(session, State("World", "", "demo", 3, 2, progress_known=True, request=request))
    assert not session.is_waiting(request)


@pytest.mark.behaviour("PROTO-001")
@pytest.mark.parametrize(("version", "older"), [(2, OLDER_CLIENT), (0, OLDER_ENGINE)])
def test_an_engine_of_another_version_is_left_and_the_older_side_named(
    version: int, older: str
) -> None:
    session = fresh()
    session.connect("secret", 0.0)
    get(session, Welcome(version, 1))
    assert session.events() == [ConnectionLost(Failure.VERSION_MISMATCH, older)]


@pytest.mark.parametrize(
    ("failure", "detail"),
    [(Failure.VERSION_MISMATCH, OLDER_CLIENT), (Failure.CONNECTION_LOST, "")],
    ids=["what was complained of", "something else"],
)
def test_what_the_engine_said_before_it_left_is_passed_on(failure: Failure, detail: str) -> None:
    session = fresh()
    session.connect("secret", 0.0)
    words = phrase("failure.version_mismatch", detail=OLDER_CLIENT)
    get(session, ErrorMessage("version_mismatch", words))
    session.lose_connection(failure)
    assert session.events()[-1] == ConnectionLost(failure, detail)


def test_a_complaint_is_about_its_own_connection_only() -> None:
    session = connected()
    get(session, ErrorMessage("connection_lost", phrase("a", detail="b")))
    session.connect("secret", 1.0)
    session.lose_connection()
    assert session.events()[-1] == ConnectionLost(Failure.CONNECTION_LOST)


def test_a_second_welcome_changes_nothing() -> None:
    session = connected(generation=1)
    get(session, Welcome(1, 9))
    assert session.generation == 1
    assert session.events() == []


def test_an_ended_connection_is_deaf() -> None:
    session = connected()
    session.lose_connection()
    session.lose_connection()
    session.events()
    get(session, Notice(literal("late")))
    assert session.events() == []


def test_a_late_reply_is_no_news_on_another_connection_of_the_same_number() -> None:
    session = connected()
    request = session.chat("a", 0.0)
    session.lose_connection()
    session.connect("secret", 1.0)
    get(session, Welcome(1, 1), 1.0)
    session.events()
    get(session, reply(request), 2.0)
    assert session.events() == []


def test_acceptance_of_an_unknown_request_is_ignored() -> None:
    session = connected()
    get(session, Accepted(UUID(int=99), 5.0))
    assert session.events() == []


def test_only_so_many_given_up_requests_are_remembered() -> None:
    session = connected()
    requests = [session.chat("a", 0.0) for _ in range(70)]
    get(session, ServerPing(), 29.0)
    session.tick(REQUEST_TIMEOUT_S)
    session.events()
    get(session, reply(requests[0]), 30.0)
    get(session, reply(requests[-1]), 30.0)
    assert session.events() == [Belated(reply(requests[-1]))]


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "{",
        '{"type":"nope"}',
        '{"type":"system:ping","x":1}',
        b'{"type":"system:ping"}',
        "[" * 5000,
    ],
    ids=["empty", "cut", "unknown type", "unknown key", "binary", "deep"],
)
def test_nonsense_is_a_protocol_error(frame: str | bytes) -> None:
    with pytest.raises(ProtocolError):
        connected().receive(frame, 0.0)


def test_an_unknown_code_is_an_internal_failure() -> None:
    assert failure_of("busy") is Failure.BUSY
    assert failure_of("from the future") is Failure.INTERNAL


def test_a_refusal_of_an_unknown_request_is_ignored() -> None:
    session = connected()
    get(session, ErrorMessage("busy", literal("later"), UUID(int=99)))
    assert session.events() == []
