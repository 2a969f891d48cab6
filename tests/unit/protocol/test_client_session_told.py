"""Answers that are no reply end the waiting they belong to, and then are told."""

from __future__ import annotations

from uuid import UUID

import pytest

from companion.language.phrase import literal
from companion.protocol.client_session import ClientSession
from companion.protocol.codec import encode
from companion.protocol.pack import Asset
from companion.protocol.responses import (
    History,
    Open,
    Outcome,
    Partial,
    Reply,
    ServerMessage,
    Usage,
    View,
    Welcome,
)
from companion.protocol.session_event import Answered, FirstAnswer
from companion.protocol.signon import Binding, BindingChange, Pairing, PairingStep

REQUEST = UUID(int=1)


def asking() -> ClientSession:
    """A session that waits for the answer to one request."""
    session = ClientSession("en_us", new_id=lambda: REQUEST)
    session.connect("secret", now=0.0)
    session.receive(encode(Welcome(1, 7)), 0.0)
    session.chat("hi", now=0.0)
    session.events()
    return session


@pytest.mark.behaviour("PROTO-020", "PROTO-022")
@pytest.mark.parametrize(
    "message",
    [
        History(REQUEST, ()),
        Usage(open=True, request=REQUEST),
        Open(View.FULL, REQUEST),
        Pairing(REQUEST, PairingStep.ENTER_CODE, 120.0),
    ],
    ids=lambda message: type(message).__name__,
)
def test_an_answer_of_another_kind_ends_the_waiting(message: ServerMessage) -> None:
    session = asking()
    session.receive(encode(message), 0.5)
    assert not session.is_waiting(REQUEST)
    assert session.events() == [FirstAnswer(REQUEST, 0.5), message]


@pytest.mark.parametrize(
    "message",
    [
        Usage(open=False),
        Open(View.CURRENT),
        Binding(BindingChange.REVOKED),
    ],
    ids=lambda message: type(message).__name__,
)
def test_what_belongs_to_no_request_of_ours_leaves_ours_waiting(message: ServerMessage) -> None:
    session = asking()
    session.receive(encode(message), 0.5)
    assert session.is_waiting(REQUEST)
    assert session.events() == [message]


@pytest.mark.parametrize(
    "message",
    [
        History(UUID(int=9), ()),
        Asset(UUID(int=9), "a:b", "0" * 64),
        Partial(UUID(int=9), 7, "Wel"),
        Partial(REQUEST, 6, "Wel"),
    ],
    ids=["history", "icon", "piece of nothing", "piece of another connection"],
)
def test_answers_that_nobody_waits_for_are_dropped(message: ServerMessage) -> None:
    session = asking()
    session.receive(encode(message), 0.5)
    assert session.is_waiting(REQUEST)
    assert message not in session.events()


def test_pieces_of_an_answer_do_not_end_it_and_the_reply_still_comes() -> None:
    session = asking()
    reply = Reply(REQUEST, 7, Outcome.SUCCEEDED, literal("Welcome"))
    first, second = Partial(REQUEST, 7, "Wel"), Partial(REQUEST, 7, "come")
    session.receive(encode(first), 0.2)
    session.receive(encode(second), 0.3)
    session.receive(encode(reply), 0.4)
    assert session.events() == [FirstAnswer(REQUEST, 0.2), first, second, Answered(reply)]
