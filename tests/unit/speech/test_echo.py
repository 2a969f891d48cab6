"""Our own voice taken out: its delay is found, the room is learnt, who speaks over it is heard."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from companion.speech.audio.format import Samples, to_pcm, to_samples
from companion.speech.echo.canceller import best_canceller
from companion.speech.echo.delay import DelayEstimator, DelayLine
from companion.speech.echo.double_talk import DoubleTalkCanceller
from companion.speech.echo.half_duplex import HalfDuplex
from companion.speech.echo.linear import BLOCK, LinearFilter
from companion.speech.events import LISTEN_RATE_HZ
from tests.helpers.audio_fakes import numbered

SIZE = 2 * BLOCK


def murmur(seconds: float, seed: int = 1) -> Samples:
    """Noise that swells and fades as syllables do."""
    count = round(seconds * LISTEN_RATE_HZ)
    swell = 0.6 + 0.4 * np.sin(np.arange(count) * 2 * np.pi * 4 / LISTEN_RATE_HZ)
    noise = np.random.default_rng(seed).standard_normal(count) * 0.05
    return np.asarray(noise * swell, np.float32)


def echo_of(played: Samples, delay_ms: int, gain: float = 0.5) -> Samples:
    """What comes back from a small room."""
    chance = np.random.default_rng(7)
    tail = chance.standard_normal(800) * np.exp(-np.arange(800) / 120)
    way = np.concatenate([np.zeros(delay_ms * 16), tail / np.sqrt(np.sum(tail**2))])
    return np.asarray(np.convolve(played, way)[: len(played)] * gain, np.float32)


def blocks(samples: Samples) -> list[bytes]:
    return [to_pcm(samples[at : at + BLOCK]) for at in range(0, len(samples) - BLOCK + 1, BLOCK)]


@pytest.mark.parametrize("delay_ms", [15, 60, 180, 420])
def test_the_delay_of_the_devices_is_found_in_the_sound(delay_ms: int) -> None:
    estimator, played = DelayEstimator(), murmur(2.0)
    for heard, far in zip(blocks(echo_of(played, delay_ms)), blocks(played), strict=True):
        estimator.feed(heard, far)
    assert estimator.delay_ms == pytest.approx(delay_ms, abs=2)


def test_whoever_wears_headphones_has_no_delay() -> None:
    estimator, played = DelayEstimator(), murmur(3.0)
    for heard, far in zip(blocks(murmur(3.0, seed=5)), blocks(played), strict=True):
        estimator.feed(heard, far)
    assert estimator.delay_ms is None


def test_another_loudspeaker_is_noticed() -> None:
    estimator, played = DelayEstimator(), murmur(8.0)
    half = len(played) // 2
    heard = np.concatenate([echo_of(played, 40)[:half], echo_of(played, 300)[half:]])
    for near, far in zip(blocks(heard), blocks(played), strict=True):
        estimator.feed(near, far)
    assert estimator.delay_ms == pytest.approx(300, abs=2)


def test_a_line_holds_back_as_long_as_it_is_told_and_less_when_told_again() -> None:
    line = DelayLine()
    line.hold(40)
    given = [line.feed(numbered(number)) for number in range(1, 5)]
    assert given == [bytes(SIZE), bytes(SIZE), numbered(1), numbered(2)]
    line.hold(20)
    assert line.feed(numbered(5)) == numbered(4)


def test_the_room_is_learnt_within_three_seconds() -> None:
    model, played = LinearFilter(), murmur(3.0)
    heard = echo_of(played, 10)
    left = [
        model.step(heard[at : at + BLOCK], played[at : at + BLOCK])[0]
        for at in range(0, len(played) - BLOCK, BLOCK)
    ]
    last = slice(-25, None)
    taken = np.mean(heard[-25 * BLOCK :] ** 2) / np.mean(np.concatenate(left[last]) ** 2)
    assert 10 * np.log10(taken) > 20


def power_db(sound: bytes) -> float:
    return 10 * float(np.log10(np.mean(to_samples(sound) ** 2) + 1e-12))


def test_who_speaks_over_our_voice_is_let_through_and_our_voice_is_not() -> None:
    pytest.importorskip("pywebrtc_audio")
    canceller, played = DoubleTalkCanceller(), murmur(9.0)
    near = np.zeros_like(played)
    said = slice(7 * LISTEN_RATE_HZ, 8 * LISTEN_RATE_HZ)
    near[said] = murmur(1.0, seed=9) * 0.5  # half as loud as the echo
    heard = echo_of(played, 120, 1.0) + near
    clean = b"".join(map(canceller.clean, blocks(heard), blocks(played)))
    second = 2 * LISTEN_RATE_HZ
    assert canceller.delay_ms == pytest.approx(120, abs=2)
    assert power_db(clean[6 * second : 7 * second]) < power_db(to_pcm(near[said])) - 30
    over = power_db(clean[7 * second : 8 * second])
    assert over == pytest.approx(power_db(to_pcm(near[said])), abs=3)


def test_sound_is_neither_lost_nor_made_whatever_the_size_of_the_blocks() -> None:
    pytest.importorskip("pywebrtc_audio")
    canceller = DoubleTalkCanceller()
    given = to_pcm(murmur(0.5))
    pieces = [given[at : at + 320] for at in range(0, len(given), 320)]
    cleaned = b"".join(canceller.clean(piece, bytes(len(piece))) for piece in pieces)
    assert len(given) - len(cleaned) < SIZE


def test_without_the_package_nothing_is_heard_while_we_speak(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pywebrtc_audio", None)
    assert isinstance(best_canceller(), HalfDuplex)
