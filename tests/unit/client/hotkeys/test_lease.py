"""The lease of the talk key, told by hand what was seen and when."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.client.hotkeys.lease import (
    CHECK_S,
    LEASE_S,
    LONGEST_HOLD_S,
    RELEASE_S,
    Lease,
)


def _held(now: float = 0.0) -> Lease:
    lease = Lease()
    assert lease.see(down=True, now=now) == (True,)
    return lease


def _hold_until(lease: Lease, end: float) -> None:
    for step in range(1, int(end / CHECK_S)):
        assert lease.see(down=True, now=step * CHECK_S) == ()


def test_a_press_counts_at_once() -> None:
    assert Lease().see(down=True, now=5.0) == (True,)


def test_a_release_counts_once_it_lasted() -> None:
    lease = _held()
    assert lease.see(down=False, now=1.0) == ()
    assert lease.tick(1.0 + RELEASE_S / 2) == ()
    assert lease.tick(1.0 + RELEASE_S) == (False,)


def test_auto_repeat_is_one_long_hold() -> None:
    lease = _held()
    changes = []
    for step in range(1, 60):
        changes += lease.see(down=False, now=step * 0.033)
        changes += lease.see(down=True, now=step * 0.033 + 0.001)
    assert changes == []
    assert lease.held


def test_a_press_after_an_unnoticed_release_is_a_new_one() -> None:
    lease = _held()
    lease.see(down=False, now=0.5)
    assert lease.see(down=True, now=0.9) == (False, True)


def test_a_key_that_nobody_sees_any_longer_is_released() -> None:
    lease = _held()
    assert lease.tick(LEASE_S - 0.01) == ()
    assert lease.tick(LEASE_S) == (False,)


def test_looking_at_the_key_renews_the_lease() -> None:
    lease = _held()
    _hold_until(lease, 10 * LEASE_S)
    assert lease.held


def test_the_press_after_a_lost_release_works() -> None:
    lease = _held()
    lease.tick(LEASE_S)
    assert lease.see(down=True, now=30.0) == (True,)


def test_a_hold_ends_after_a_minute_and_starts_no_second_one() -> None:
    lease = _held()
    _hold_until(lease, LONGEST_HOLD_S)
    assert lease.see(down=True, now=LONGEST_HOLD_S) == (False,)
    assert lease.see(down=True, now=LONGEST_HOLD_S + 1) == ()


def test_after_too_long_a_hold_the_key_must_come_up_first() -> None:
    lease = _held()
    _hold_until(lease, LONGEST_HOLD_S)
    lease.tick(LONGEST_HOLD_S)
    lease.see(down=False, now=70.0)
    assert lease.see(down=True, now=71.0) == (True,)


def test_giving_the_key_up_releases_it_once() -> None:
    lease = _held()
    assert (lease.end(), lease.end()) == ((False,), ())


@pytest.mark.parametrize(
    ("seen", "due"),
    [
        pytest.param((), None, id="idle"),
        pytest.param(((True, 0.0),), CHECK_S, id="held"),
        pytest.param(((True, 0.0), (False, 1.0)), RELEASE_S, id="just released"),
    ],
)
def test_it_says_when_to_look_again(seen: tuple[tuple[bool, float], ...], due: float) -> None:
    lease = Lease()
    for down, now in seen:
        lease.see(down=down, now=now)
    assert lease.due(seen[-1][1] if seen else 0.0) == pytest.approx(due)


@given(st.lists(st.tuples(st.sampled_from(["down", "up", "tick"]), st.floats(0.0, 5.0))))
def test_presses_and_releases_take_turns(sightings: list[tuple[str, float]]) -> None:
    lease, now, changes = Lease(), 0.0, []
    for what, passed in sightings:
        now += passed
        changes += lease.tick(now) if what == "tick" else lease.see(down=what == "down", now=now)
    assert changes == [index % 2 == 0 for index in range(len(changes))]
    assert lease.held == (len(changes) % 2 == 1)
