"""The engine's half of a connection, fed by hand."""

from __future__ import annotations

import json
import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.language.phrase import Phrase
from companion.protocol.codec import decode_server, encode
from companion.protocol.pack import AssetRequest
from companion.protocol.requests import Chat, Hello, Ping
from companion.protocol.responses import (
    Accepted,
    ErrorMessage,
    Notice,
    Outcome,
    Reply,
    ServerMessage,
    Welcome,
)
from companion.protocol.responses import Ping as ServerPing
from companion.protocol.server_event import Asked, Opened, Standing
from companion.protocol.server_session import ServerSession
from companion.support.errors import Failure, ProtocolError

TOKEN = "the right token"
HELLO = encode(Hello(1, TOKEN, "en_us"))


def judge(token: str) -> Standing | None:
    """Lets in who has the right token; who has none is a stranger."""
    return {TOKEN: Standing.PLAYER, "": Standing.STRANGER}.get(token)


def fresh() -> ServerSession:
    return ServerSession(judge, 7, 0.0)


def known() -> ServerSession:
    session = fresh()
    session.receive(HELLO, 0.0)
    session.data_to_send()
    session.events()
    return session


def chat_frame(text: str = "help") -> str:
    return encode(Chat(uuid.uuid4(), text))


def sent(session: ServerSession) -> list[ServerMessage]:
    return [decode_server(frame) for frame in session.data_to_send()]


def test_a_right_hello_is_welcomed_with_the_generation() -> None:
    session = fresh()
    session.receive(HELLO, 0.0)
    assert sent(session) == [Welcome(1, 7)]
    assert session.events() == [Opened(Hello(1, TOKEN, "en_us"))]
    assert session.closing is None


@pytest.mark.behaviour("PROTO-001")
@pytest.mark.parametrize(("version", "older"), [(0, "client"), (2, "engine"), (99, "engine")])
def test_another_version_is_told_which_side_is_older(version: int, older: str) -> None:
    session = fresh()
    later = {"type": "system:hello", "protocol": version, "token": "", "new": {"field": 1}}
    session.receive(json.dumps(later), 0.0)
    assert session.closing
    assert session.closing.code == 4001
    assert session.closing.reason.startswith(f"the {older} is older")
    (error,) = sent(session)
    assert isinstance(error, ErrorMessage)
    assert error.text.args == {"detail": f"%engine.older.{older}%"}


def test_a_close_reason_fits_its_frame() -> None:
    session = fresh()
    session.receive(json.dumps({"type": "system:hello", "protocol": -(10**30)}), 0.0)
    assert session.closing
    assert len(session.closing.reason.encode()) <= 123


def test_a_wrong_token_is_unauthorized() -> None:
    session = fresh()
    session.receive(encode(Hello(1, "another token é", "en_us")), 0.0)
    assert session.closing
    assert session.closing.code == 4003
    assert session.events() == []


@pytest.mark.parametrize(
    "first",
    [chat_frame(), encode(Ping()), "", "nonsense", HELLO.encode(), "[" * 100_000],
    ids=["chat", "ping", "empty", "no json", "binary", "deep"],
)
def test_anything_before_hello_ends_the_connection(first: str | bytes) -> None:
    session = fresh()
    session.receive(first, 0.0)
    session.receive(HELLO, 0.1)
    assert session.closing
    assert session.closing.code == 1008
    assert session.events() == []


def test_a_request_comes_out_as_an_event() -> None:
    session = known()
    request = Chat(uuid.uuid4(), "help")
    session.receive(encode(request), 1.0)
    assert session.events() == [Asked(request)]


BAD = {
    "no json": "{",
    "unknown type": '{"type":"system:shout","text":"hi"}',
    "unknown key": '{"type":"system:chat","request":"%s","text":"a","x":1}',
    "null": '{"type":"system:chat","request":"%s","text":null}',
    "long": '{"type":"system:chat","request":"%s","text":"' + "a" * 2001 + '"}',
    "oversize": '{"type":"system:chat","request":"%s","text":"' + "a" * 70_000 + '"}',
    "second hello": HELLO,
    "server's own": '{"type":"system:reply"}',
}


@pytest.mark.behaviour("PROTO-025", "PROTO-044", "PROTO-045")
@pytest.mark.parametrize("frame", BAD.values(), ids=BAD)
def test_a_bad_frame_is_refused_and_reaches_no_handler(frame: str) -> None:
    session = known()
    number = uuid.uuid4()
    session.receive(frame.replace("%s", str(number)), 1.0)
    (error,) = sent(session)
    assert isinstance(error, ErrorMessage)
    assert error.code == Failure.INVALID_MESSAGE
    assert session.events() == []
    assert session.closing is None
    assert ("%s" in frame) == (error.request == number)


def test_three_bad_frames_in_a_minute_end_the_connection() -> None:
    session = known()
    for now in (1.0, 30.0, 60.9):
        assert session.closing is None
        session.receive("{", now)
    assert session.closing
    assert session.closing.code == 1008


def test_three_bad_frames_in_more_than_a_minute_do_not() -> None:
    session = known()
    for now in (1.0, 30.0, 61.0):
        session.receive("{", now)
    assert session.closing is None


def test_nothing_is_received_once_the_connection_must_end() -> None:
    session = known()
    for _ in range(3):
        session.receive("{", 1.0)
    session.receive(chat_frame(), 1.0)
    assert session.events() == []


def test_a_heartbeat_is_sent_every_five_seconds() -> None:
    session = known()
    session.tick(4.9)
    assert session.data_to_send() == []
    session.receive(encode(Ping()), 5.0)
    session.tick(session.next_deadline())
    assert sent(session) == [ServerPing()]
    assert session.next_deadline() == 10.0


@pytest.mark.parametrize("session", [known(), fresh()], ids=["known", "before hello"])
def test_a_peer_silent_for_ten_seconds_is_dead(session: ServerSession) -> None:
    session.tick(9.9)
    assert session.closing is None
    session.tick(10.0)
    assert session.closing
    assert session.closing.code == 1001
    session.tick(30.0)


def test_a_ping_keeps_the_peer_alive() -> None:
    session = known()
    session.receive(encode(Ping()), 9.0)
    session.tick(18.9)
    assert session.closing is None


def test_icons_are_counted_apart_from_what_the_player_asks() -> None:
    session = known()
    for number in range(65):
        session.receive(encode(AssetRequest(uuid.UUID(int=number), "mod:item")), 1.0)
    [refusal] = sent(session)
    session.receive(chat_frame(), 1.0)
    assert isinstance(refusal, ErrorMessage)
    assert (refusal.code, len(session.events())) == (Failure.TOO_MANY_REQUESTS, 64 + 1)


def test_a_burst_of_thirty_requests_is_taken_and_no_more() -> None:
    session = known()
    for _ in range(31):
        session.receive(chat_frame(), 1.0)
    assert len(session.events()) == 30
    (refusal,) = sent(session)
    assert isinstance(refusal, ErrorMessage)
    assert refusal.code == Failure.TOO_MANY_REQUESTS


def test_ten_requests_a_second_are_earned_back() -> None:
    session = known()
    for _ in range(30):
        session.receive(chat_frame(), 1.0)
    for _ in range(11):
        session.receive(chat_frame(), 2.0)
    assert len(session.events()) == 40


def test_an_announced_deadline_is_never_over_two_minutes() -> None:
    session, number = known(), uuid.uuid4()
    session.accept(number, 500.0)
    assert sent(session) == [Accepted(number, 120.0)]


def test_an_announcement_may_wait_and_comes_before_what_does_not() -> None:
    session, number = known(), uuid.uuid4()
    session.accept(number, 20.0)
    assert not session.is_urgent
    session.refuse(number, Failure.BUSY)
    session.accept(number, 20.0)
    assert session.is_urgent
    assert [type(message) for message in sent(session)] == [Accepted, ErrorMessage, Accepted]
    session.accept(number, 20.0)
    assert not session.is_urgent


def test_a_refusal_names_its_request() -> None:
    session, number = known(), uuid.uuid4()
    session.refuse(number, Failure.INVALID_INPUT)
    (error,) = sent(session)
    assert isinstance(error, ErrorMessage)
    assert error.request == number


def test_a_reply_that_outgrows_the_frame_becomes_a_failure() -> None:
    session, number = known(), uuid.uuid4()
    session.send(Reply(number, 7, Outcome.SUCCEEDED, Phrase(text="字" * 1_500_000)))
    (reply,) = sent(session)
    assert isinstance(reply, Reply)
    assert reply.code == Failure.INTERNAL
    assert reply.request == number


@pytest.mark.behaviour("PROTO-037")
def test_a_large_reply_arrives_whole() -> None:
    session = known()
    text = Phrase(text="a" * 3_000_000)
    session.send(Reply(uuid.uuid4(), 7, Outcome.SUCCEEDED, text))
    (reply,) = sent(session)
    assert isinstance(reply, Reply)
    assert reply.text == text


def test_nothing_else_may_outgrow_the_frame() -> None:
    with pytest.raises(ProtocolError):
        known().send(Notice(Phrase(text="a" * 5_000_000)))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)
TYPES = st.sampled_from(
    ["system:chat", "system:control", "system:card_action", "system:reply", "x"]
)


@pytest.mark.behaviour("PROTO-025")
@given(st.binary(max_size=200) | st.text(max_size=200) | st.builds(json.dumps, JSON))
def test_no_noise_reaches_a_handler(frame: str | bytes) -> None:
    session = known()
    session.receive(frame, 1.0)
    assert session.events() == []
    assert all(isinstance(m, ErrorMessage) for m in sent(session))


@given(TYPES, st.dictionaries(st.sampled_from(["request", "text", "card", "action", "k"]), JSON))
def test_no_malformed_request_reaches_a_handler(kind: str, fields: dict[str, object]) -> None:
    session = known()
    session.receive(json.dumps({"type": kind, **fields}), 1.0)
    assert session.events() == []
    assert len(session.data_to_send()) == 1
