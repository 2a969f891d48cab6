"""One client at a time: orders wait while none runs, and a new one takes over."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from typing import ClassVar

import pytest

from companion.app import session as module
from companion.app.session import MAX_WAITING_ORDERS, Session
from companion.client.state import ClientState, Part
from companion.support.errors import Failure


class FakeClient:
    """Notes what it is asked."""

    made: ClassVar[list[FakeClient]] = []

    def __init__(self, parts: str, *callbacks: object) -> None:
        self.parts = parts
        self.before = callbacks[-1]
        self.state = ClientState(draft=f"of {parts}")
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

    def report(self, failure: Failure, detail: str = "") -> None:
        self.orders.append((failure, detail))


@pytest.fixture
def session(monkeypatch):
    FakeClient.made = []
    monkeypatch.setattr("companion.client.client.Client", FakeClient)
    return Session(lambda state: None)


async def test_orders_given_before_a_client_runs_are_carried_out_by_it(session):
    session.send("show my quests")
    session.talk_down()
    await session.run(lambda: "parts")
    assert FakeClient.made[0].orders == ["show my quests", "down"]


async def test_a_hold_that_nobody_was_there_to_hear_is_told_of(session):
    session.talk_down()
    session.talk_up()
    await session.run(lambda: "parts")
    assert FakeClient.made[0].orders == [(Failure.MICROPHONE_NOT_OPEN, "")]


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


async def test_a_new_client_goes_on_where_the_old_one_ended(session):
    await session.run(lambda: "old")
    await session.run(lambda: "new")
    old, new = FakeClient.made
    assert (old.before, new.before) == (None, old.state)


async def test_what_went_wrong_before_a_client_ran_is_told_by_it(session):
    session.report(Failure.SETTINGS_BROKEN, "companion.json")
    await session.run(lambda: "parts")
    assert FakeClient.made[0].orders == [(Failure.SETTINGS_BROKEN, "companion.json")]


async def test_no_order_is_lost_however_threads_and_clients_meet(session, monkeypatch):
    monkeypatch.setattr(module, "MAX_WAITING_ORDERS", 10_000)
    given = [[f"{thread}.{number}" for number in range(300)] for thread in range(4)]
    threads = [threading.Thread(target=lambda g=g: [session.send(o) for o in g]) for g in given]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        await session.run(lambda: "parts")
    await session.run(lambda: "last")
    taken = [order for client in FakeClient.made for order in client.orders]
    assert sorted(taken) == sorted(order for orders in given for order in orders)


async def test_after_the_end_orders_reach_nobody(session):
    await session.run(lambda: "parts")
    await session.stop()
    session.send("help")
    assert FakeClient.made[0].orders == []
    assert not FakeClient.made[0].running


async def test_a_new_client_is_told_that_the_old_one_still_waited(session):
    await session.run(lambda: "old")
    old = FakeClient.made[0]
    old.state = replace(old.state, waiting=True)

    async def forget() -> None:
        old.state = replace(old.state, waiting=False)

    old.stop = forget
    await session.run(lambda: "new")
    assert FakeClient.made[1].before.waiting
