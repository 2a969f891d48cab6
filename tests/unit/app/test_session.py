"""One client at a time: orders wait while none runs, and a new one takes over."""

from __future__ import annotations

import asyncio
from typing import ClassVar

import pytest

from companion.app import session as module
from companion.app.session import MAX_WAITING_ORDERS, Session
from companion.client.state import Part


class FakeClient:
    """Notes what it is asked."""

    made: ClassVar[list[FakeClient]] = []

    def __init__(self, parts: str, *callbacks: object) -> None:
        self.parts = parts
        self.orders: list[object] = []
        self.running = False
        FakeClient.made.append(self)

    async def start(self) -> None:
        self.running = True

    async def stop(self) -> None:
        self.running = False

    def talk_down(self) -> None:
        self.orders.append("down")

    def send(self, text: str) -> None:
        self.orders.append(text)

    def set_part(self, part: Part) -> None:
        self.orders.append(part)


@pytest.fixture
def session(monkeypatch):
    FakeClient.made = []
    monkeypatch.setattr(module, "Client", FakeClient)
    return Session(None, lambda state: None)


async def test_orders_given_before_a_client_runs_are_carried_out_by_it(session):
    session.send("show my quests")
    session.talk_down()
    await session.run(lambda: "parts")
    assert FakeClient.made[0].orders == ["show my quests", "down"]


async def test_only_so_many_orders_wait(session):
    for number in range(MAX_WAITING_ORDERS + 5):
        session.send(str(number))
    await session.run(lambda: "parts")
    assert len(FakeClient.made[0].orders) == MAX_WAITING_ORDERS


async def test_a_new_client_takes_over_once_the_old_one_has_ended(session):
    await session.run(lambda: "old")
    await session.run(lambda: "new")
    session.send("help")
    old, new = FakeClient.made
    assert (old.running, new.running, new.parts) == (False, True, "new")
    assert (old.orders, new.orders) == ([], ["help"])


async def test_two_changes_at_once_leave_one_client(session):
    await asyncio.gather(session.run(lambda: "a"), session.run(lambda: "b"))
    assert [client.running for client in FakeClient.made] == [False, True]


async def test_a_later_client_is_told_how_the_key_stands(session):
    key = Part("key", words="F8")
    await session.run(lambda: "old")
    session.set_part(key)
    await session.run(lambda: "new")
    assert key in FakeClient.made[1].orders


async def test_after_the_end_orders_reach_nobody(session):
    await session.run(lambda: "parts")
    await session.stop()
    session.send("help")
    assert FakeClient.made[0].orders == []
    assert not FakeClient.made[0].running
