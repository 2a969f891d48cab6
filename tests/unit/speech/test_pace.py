from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.speech.asr.pace import (
    BURST_S,
    BYTES_PER_S,
    CATCH_UP,
    FRAME_BYTES,
    GAP_S,
    AudioPace,
)

BLOCK = b"\1\0" * 320


def played(pace: AudioPace, now: float, until: float) -> list[tuple[float, int]]:
    """Wake whenever the pace asks to; returns times and lengths of frames."""
    sent = []
    while now < until:
        sent += [(now, len(frame)) for frame in pace.due(now)]
        at = pace.wake_at()
        now = until if at is None else max(at, now + 1e-6)
    return sent


def test_live_sound_leaves_as_it_comes() -> None:
    pace = AudioPace()
    pace.begin(0.0)
    for number in range(50):
        pace.add(BLOCK)
        assert pace.due(number * 0.02) == [BLOCK]


def test_what_waited_leaves_at_twice_the_speed_of_time() -> None:
    pace = AudioPace()
    pace.add(bytes(BYTES_PER_S * 2))
    pace.end()
    pace.begin(0.0)
    sent = played(pace, 0.0, 10.0)
    assert {size for _, size in sent} == {FRAME_BYTES}
    assert sum(size for _, size in sent) == BYTES_PER_S * 2
    assert sent[-1][0] == pytest.approx((2.0 - BURST_S) / CATCH_UP, abs=0.01)


@given(st.lists(st.tuples(st.integers(0, 40), st.floats(0.0, 1.0)), max_size=40))
def test_no_stretch_of_sound_is_faster_than_the_pace(steps: list[tuple[int, float]]) -> None:
    pace = AudioPace()
    pace.begin(0.0)
    now, sent_s = 0.0, 0.0
    for blocks, wait_s in steps:
        pace.add(BLOCK * blocks)
        sent_s += sum(len(frame) for frame in pace.due(now)) / BYTES_PER_S
        assert sent_s <= BURST_S + CATCH_UP * now + 1e-6
        now += wait_s


@given(st.lists(st.integers(0, 5000), max_size=20))
def test_no_sample_is_lost_or_halved(sizes: list[int]) -> None:
    pace = AudioPace()
    pace.begin(0.0)
    for size in sizes:
        pace.add(b"\1" * size)
    pace.end()
    frames = [size for _, size in played(pace, 0.0, 100.0)]
    assert sum(frames) == sum(size & ~1 for size in sizes)
    assert [size for size in frames if size % 2 or not 0 < size <= FRAME_BYTES] == []
    assert pace.is_finished


def test_a_stalled_microphone_is_filled_with_silence() -> None:
    pace = AudioPace()
    pace.begin(0.0)
    pace.add(BLOCK)
    sent = played(pace, 0.0, 10.0)
    gaps = [later - at for (at, _), (later, _) in itertools.pairwise([*sent, (10.0, 0)])]
    assert max(gaps) <= GAP_S + 0.01


def test_after_the_end_nothing_is_filled() -> None:
    pace = AudioPace()
    pace.begin(0.0)
    pace.add(BLOCK)
    pace.end()
    assert played(pace, 0.0, 10.0) == [(0.0, len(BLOCK))]
