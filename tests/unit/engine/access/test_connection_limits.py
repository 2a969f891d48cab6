"""There is room for many, not for one who takes it all; who says nothing has to leave."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.server import serve
from websockets.exceptions import InvalidHandshake

from companion.engine.access import limits
from companion.engine.access.address import address_key, is_loopback
from companion.engine.access.doorway import guarded
from companion.engine.access.limits import GRACE_S, ConnectionBounds, Door, request_bucket
from companion.engine.access.window import Bucket, SlidingWindow
from companion.protocol.limits import REQUEST_BURST, REQUESTS_PER_S
from tests.helpers.clock import ManualClock

HERE, THERE = "192.0.2.1", "198.51.100.7"


def door(most=4, per_address=2):
    return Door(lambda: ConnectionBounds(most, per_address))


def nobody_goes():
    raise AssertionError("shown out")


def test_an_address_may_have_so_many_connections_and_no_more():
    at = door()
    first, second = at.let_in(HERE, 0.0, nobody_goes), at.let_in(HERE, 0.0, nobody_goes)
    assert None not in (first, second)
    assert at.let_in(HERE, 0.0, nobody_goes) is None
    assert at.let_in(THERE, 0.0, nobody_goes) is not None
    at.gone(first)
    assert at.let_in(HERE, 0.0, nobody_goes) is not None


def test_there_is_a_bound_for_all_together():
    at = door(most=3, per_address=3)
    assert all(at.let_in(f"192.0.2.{n}", 0.0, nobody_goes) for n in range(3))
    assert at.let_in(THERE, 0.0, nobody_goes) is None
    assert at.let_in("127.0.0.1", 0.0, nobody_goes) is None


def test_loopback_counts_in_all_only():
    at = door(most=4, per_address=1)
    assert all(at.let_in("127.0.0.1", 0.0, nobody_goes) for _ in range(4))


def test_bounds_follow_the_configuration():
    bounds = [ConnectionBounds(4, 1)]
    at = Door(lambda: bounds[0])
    assert at.let_in(HERE, 0.0, nobody_goes)
    assert at.let_in(HERE, 0.0, nobody_goes) is None
    bounds[0] = ConnectionBounds(4, 2)
    assert at.let_in(HERE, 0.0, nobody_goes)


def test_ending_twice_makes_room_once():
    at = door(per_address=2)
    first = at.let_in(HERE, 0.0, nobody_goes)
    at.let_in(HERE, 0.0, nobody_goes)
    at.gone(first)
    at.gone(first)
    assert at.let_in(HERE, 0.0, nobody_goes)
    assert at.let_in(HERE, 0.0, nobody_goes) is None
    assert len(at) == 2


def test_a_newcomer_gets_the_place_of_the_stranger_who_is_there_longest(monkeypatch):
    monkeypatch.setattr(limits, "MOST_UNKNOWN", 3)
    at, shown_out = door(most=100, per_address=100), []
    known, *_ = (at.let_in(HERE, n / 10, partial(shown_out.append, n)) for n in range(3))
    at.known(known)
    at.let_in(THERE, 0.3, partial(shown_out.append, 3))
    assert at.let_in(THERE, GRACE_S, nobody_goes) is None, "nobody had time enough yet"
    assert at.let_in(THERE, 0.1 + GRACE_S, nobody_goes) is not None
    assert (shown_out, len(at)) == ([1], 4)


def test_no_player_has_to_go_for_a_newcomer():
    at = door(most=2, per_address=2)
    for _ in range(2):
        at.known(at.let_in(HERE, 0.0, nobody_goes))
    assert at.let_in(THERE, 3600.0, nobody_goes) is None


def test_an_address_that_has_its_share_takes_no_place_of_others():
    at = door(most=3, per_address=2)
    for host in (THERE, HERE, HERE):
        at.let_in(host, 0.0, nobody_goes)
    assert at.let_in(HERE, 3600.0, nobody_goes) is None


def test_ten_thousand_attempts_leave_nothing_behind():
    at = door(most=50, per_address=5)
    for number in range(10_000):
        let_in = at.let_in(f"10.0.{number % 7}.{number % 250}", float(number), lambda: None)
        if let_in is not None and number % 2:
            at.gone(let_in)
    for number in range(1, 10_001):
        at.gone(number)
    assert (len(at), at._unknown, at._per_address) == (0, {}, {})


async def test_a_connection_without_room_is_gone_before_it_is_read():
    at, clock = door(most=1), ManualClock()
    entered = asyncio.Event()

    async def hold(websocket):
        entered.set()
        await websocket.wait_closed()

    async with serve(hold, "127.0.0.1", 0, create_connection=guarded(at, clock)) as server:
        port = server.sockets[0].getsockname()[1]
        async with connect(f"ws://127.0.0.1:{port}", proxy=None):
            await entered.wait()
            with pytest.raises((OSError, InvalidHandshake)):
                await connect(f"ws://127.0.0.1:{port}", proxy=None)
            assert len(at) == 1
    assert len(at) == 0


async def test_a_request_that_comes_drop_by_drop_is_not_waited_for():
    at, clock = door(), ManualClock()

    async def never(websocket):
        raise AssertionError("let in")

    options = {"create_connection": guarded(at, clock), "open_timeout": 0.2}
    async with serve(never, "127.0.0.1", 0, **options) as server:
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname()[:2])
        async with asyncio.timeout(10):
            for byte in b"GET / HTTP/1.1\r\n" * 1000:
                writer.write(bytes([byte]))
                if await _ended(reader, 0.02):
                    break
        writer.close()
        assert len(at) == 0


def test_requests_come_in_a_burst_and_then_ten_a_second():
    bucket = request_bucket()
    assert [bucket.take(0.0) for _ in range(31)] == [True] * 30 + [False]
    assert not bucket.take(0.09)
    assert bucket.take(0.1)
    assert (REQUESTS_PER_S, REQUEST_BURST) == (10.0, 30.0)


def test_credit_is_kept_up_to_the_burst_and_time_never_runs_backwards():
    bucket = Bucket(per_s=1.0, burst=2.0)
    assert [bucket.take(100.0) for _ in range(3)] == [True, True, False]
    assert not bucket.take(50.0)
    assert [bucket.take(1000.0) for _ in range(3)] == [True, True, False]


def test_a_window_forgets_what_is_old():
    window = SlidingWindow(2, 10.0)
    window.add("a", 0.0)
    window.add("a", 5.0)
    assert window.is_full("a", 9.9)
    assert not window.is_full("b", 9.9)
    assert not window.is_full("a", 10.0)
    assert window.is_full("a", 20.0) is False
    assert len(window) == 0


def test_a_window_s_memory_is_bounded():
    window = SlidingWindow(1, 10.0, keys=3)
    for key in "abcd":
        window.add(key, 0.0)
    assert len(window) == 3
    assert not window.is_full("a", 1.0)
    assert window.is_full("d", 1.0)


KEYS = {
    "192.0.2.1": "192.0.2.1",
    "::ffff:192.0.2.1": "192.0.2.1",
    "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64",
    "fe80::1%eth0": "fe80::/64",
    "::1": "::1",
    "not an address": "not an address",
}


@pytest.mark.parametrize(("host", "key"), KEYS.items(), ids=str)
def test_an_address_is_counted_by_what_its_owner_cannot_change(host, key):
    assert address_key(host) == key


@pytest.mark.parametrize("host", ["127.0.0.1", "127.1.2.3", "::1", "LOCALHOST", "::ffff:127.0.0.1"])
def test_only_this_computer_reaches_loopback(host):
    assert is_loopback(host)


@pytest.mark.parametrize(
    "host", ["", "0.0.0.0", "::", "10.0.0.1", "localhost.example", "128.0.0.1"]
)
def test_others_reach_the_rest(host):
    assert not is_loopback(host)


async def _ended(reader, wait_s):
    """Whether the peer hung up."""
    try:
        async with asyncio.timeout(wait_s):
            return await reader.read(1) == b""
    except TimeoutError:
        return False
    except ConnectionError:
        return True
