"""Strangers, slow readers and those who ask too much, as the engine's session treats them."""

from __future__ import annotations

import uuid

import pytest

from companion.language.phrase import literal
from companion.protocol.bounds import FRAME_BURST, FRAMES_PER_S, MAX_REFUSED, Bounds
from companion.protocol.codec import decode_server, encode
from companion.protocol.limits import MAX_SERVER_FRAME_BYTES
from companion.protocol.requests import Chat, Heard, Hello, Ping
from companion.protocol.responses import ErrorMessage, Outcome, Reply
from companion.protocol.server_event import Listened, PairingAsked, Standing
from companion.protocol.server_session import MAX_STRANGER_S, ServerSession
from companion.protocol.signon import Pair
from companion.support.errors import Failure


def session_of(standing: Standing, bounds: Bounds | None = None) -> ServerSession:
    """A session whose peer was welcomed."""
    session = ServerSession(lambda _: standing, 7, 0.0, bounds=bounds or Bounds())
    session.receive(encode(Hello(1, "", "en_us")), 0.0)
    session.data_to_send()
    session.events()
    return session


def codes(session: ServerSession) -> list[str]:
    messages = map(decode_server, session.data_to_send())
    return [message.code for message in messages if isinstance(message, ErrorMessage)]


@pytest.mark.behaviour("PROTO-060")
def test_a_strangers_request_is_refused_and_its_pairing_is_not() -> None:
    session, pair = session_of(Standing.STRANGER), Pair(uuid.uuid4(), player="Alex")
    session.receive(encode(Chat(uuid.uuid4(), "help")), 1.0)
    session.receive(encode(pair), 1.0)
    assert codes(session) == [Failure.NOT_PAIRED]
    assert session.events() == [PairingAsked(pair)]


def test_a_player_does_not_pair_again() -> None:
    session = session_of(Standing.PLAYER)
    session.receive(encode(Pair(uuid.uuid4())), 1.0)
    assert (codes(session), session.events()) == ([Failure.INVALID_INPUT], [])


def test_a_stranger_is_not_kept_for_ever() -> None:
    session = session_of(Standing.STRANGER)
    session.receive(encode(Ping()), MAX_STRANGER_S - 1)
    session.tick(MAX_STRANGER_S - 0.5)
    assert session.closing is None
    session.tick(MAX_STRANGER_S)
    assert session.closing
    assert session.closing.code == 1008


@pytest.mark.parametrize("standing", Standing)
def test_only_a_player_says_what_was_heard(standing: Standing) -> None:
    session, heard = session_of(standing), Heard(uuid.uuid4(), 2, is_whole=True)
    session.receive(encode(heard), 1.0)
    assert session.events() == ([Listened(heard)] if standing is Standing.PLAYER else [])
    assert session.data_to_send() == []


def test_who_goes_on_asking_too_fast_is_shown_out() -> None:
    session = session_of(Standing.PLAYER, Bounds(requests_per_s=0.0, burst=1.0))
    for _ in range(MAX_REFUSED):
        session.receive(encode(Chat(uuid.uuid4(), "help")), 1.0)
    assert session.closing is None
    session.receive(encode(Chat(uuid.uuid4(), "help")), 1.0)
    assert session.closing
    assert session.closing.code == 1008
    assert len(session.events()) == 1


def test_refusals_of_an_hour_do_not_add_up() -> None:
    session = session_of(Standing.PLAYER, Bounds(requests_per_s=0.0, burst=0.0))
    for now in range(MAX_REFUSED * 2):
        session.receive(encode(Chat(uuid.uuid4(), "help")), float(now))
    assert session.closing is None


def test_a_flood_of_heartbeats_ends_the_connection() -> None:
    session = session_of(Standing.PLAYER)
    for _ in range(int(FRAME_BURST) + 1):
        session.receive(encode(Ping()), 1.0)
    assert session.closing
    assert session.closing.code == 1008


def test_a_busy_companion_never_comes_near_the_bound() -> None:
    session = session_of(Standing.PLAYER)
    for frame in range(3_000):
        session.receive(encode(Ping()), frame / FRAMES_PER_S)
    assert session.closing is None


def big_reply() -> Reply:
    text = literal("a" * (MAX_SERVER_FRAME_BYTES - 1_000))
    return Reply(uuid.uuid4(), 7, Outcome.SUCCEEDED, text)


def test_a_peer_that_does_not_read_is_broken_off_instead_of_being_waited_for() -> None:
    session = session_of(Standing.PLAYER)
    session.send(big_reply())
    session.send(big_reply())
    assert session.closing is None
    session.send(big_reply())
    assert session.closing
    assert session.closing.is_abrupt
    assert session.data_to_send() == []


def test_a_peer_that_reads_gets_any_number_of_large_replies() -> None:
    session = session_of(Standing.PLAYER)
    for _ in range(5):
        session.send(big_reply())
        assert len(session.data_to_send()) == 1
    assert session.closing is None


def test_a_revoked_device_is_told_and_shown_out() -> None:
    session = session_of(Standing.PLAYER)
    session.turn_away()
    assert codes(session) == [Failure.UNAUTHORIZED]
    assert session.closing
    assert session.closing.code == 4003
