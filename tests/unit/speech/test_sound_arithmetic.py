"""Levels, rates, blocks, pre-roll, jitter: the arithmetic of sound."""

from __future__ import annotations

import numpy as np
import pytest

from companion.speech.audio.blocks import BlockMaker
from companion.speech.audio.format import faded, gain_of, is_digital_silence, seconds_of, silence
from companion.speech.audio.jitter import JitterBuffer
from companion.speech.audio.level import level_dbfs
from companion.speech.audio.resample import Resampler, converted, mono, spread
from companion.speech.audio.ring import PreRoll
from companion.speech.events import BLOCK_BYTES
from tests.helpers.audio_fakes import numbered, sine


def _tone_of(pcm: bytes, rate_hz: int) -> float:
    samples = np.frombuffer(pcm, "<i2").astype(float)
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples))))
    return float(np.argmax(spectrum) * rate_hz / len(samples))


@pytest.mark.parametrize(
    ("pcm", "dbfs"),
    [(bytes(640), -90.0), (b"", -90.0), (b"\x00\x40" * 320, -6.02), (b"\x00\x80" * 320, 0.0)],
    ids=["zeros", "nothing", "half", "full"],
)
def test_level_is_decibels_of_full_scale(pcm: bytes, dbfs: float) -> None:
    assert level_dbfs(pcm) == pytest.approx(dbfs, abs=0.05)


@pytest.mark.parametrize("from_hz", [8_000, 24_000, 44_100, 48_000, 96_000])
def test_a_tone_keeps_pitch_length_and_loudness_at_another_rate(from_hz: int) -> None:
    pcm = converted(sine(1.0, 1000, from_hz), from_hz, 16_000)
    assert seconds_of(pcm, 16_000) == 1.0
    assert _tone_of(pcm, 16_000) == pytest.approx(1000, abs=2)
    assert level_dbfs(pcm) == pytest.approx(level_dbfs(sine(1.0, 1000)), abs=0.2)


def test_what_the_lower_rate_cannot_hold_is_removed_and_not_folded_back() -> None:
    pcm = converted(sine(1.0, 11_000, 48_000), 48_000, 16_000)
    assert level_dbfs(pcm[1600:-1600]) < -60


@pytest.mark.parametrize(
    ("from_hz", "to_hz"),
    [(24_000, 16_000), (44_100, 16_000), (48_000, 16_000), (48_000, 24_000), (16_000, 48_000)],
)
def test_the_passband_is_flat_to_a_tenth_of_a_decibel_up_to_ninety_percent(
    from_hz: int, to_hz: int
) -> None:
    half = min(from_hz, to_hz) / 2
    tones = [half * share for share in (0.05, 0.2, 0.4, 0.6, 0.8, 0.9)]
    gains = [_gain_db(tone, from_hz, to_hz) for tone in tones]
    assert max(map(abs, gains)) < 0.1, gains


@pytest.mark.parametrize(
    ("from_hz", "to_hz"), [(24_000, 16_000), (44_100, 16_000), (48_000, 16_000)]
)
def test_a_tone_a_quarter_too_high_leaves_less_than_sixty_decibels_below_it(
    from_hz: int, to_hz: int
) -> None:
    lowest = to_hz / 2 * 1.25
    tones = np.linspace(lowest, from_hz / 2 * 0.98, 12)
    aliases = [_gain_db(float(tone), from_hz, to_hz) for tone in tones]
    assert max(aliases) < -60, aliases


def _gain_db(tone_hz: float, from_hz: int, to_hz: int) -> float:
    """How much louder a tone comes out, whatever pitch it has then; edges left out."""
    given, edge = sine(0.5, tone_hz, from_hz), to_hz // 20 * 2
    kept = converted(given, from_hz, to_hz)[edge:-edge]
    return _rms_db(kept) - _rms_db(given)


def _rms_db(pcm: bytes) -> float:
    samples = np.frombuffer(pcm, "<i2").astype(float)
    return 20 * float(np.log10(np.sqrt(np.mean(samples**2)) + 1e-3))


def test_sound_in_pieces_gives_what_it_gives_in_one() -> None:
    pcm = sine(0.5, 700, 44_100)
    resampler = Resampler(44_100, 16_000)
    pieces = [resampler.feed(pcm[at : at + 882]) for at in range(0, len(pcm), 882)]
    whole = Resampler(44_100, 16_000).feed(pcm)
    assert b"".join(pieces) == whole


def test_channels_are_mixed_and_spread() -> None:
    stereo = np.array([[100, 300], [-100, -300]], "<i2").tobytes()
    mixed = np.frombuffer(mono(stereo, 2), "<i2")
    assert mixed == pytest.approx([200, -200], abs=1)
    assert spread(b"\x01\x00\x02\x00", 2) == b"\x01\x00\x01\x00\x02\x00\x02\x00"


@pytest.mark.parametrize(("rate_hz", "channels"), [(16_000, 1), (48_000, 2), (44_100, 1)])
def test_any_device_gives_blocks_of_twenty_milliseconds(rate_hz: int, channels: int) -> None:
    maker = BlockMaker(rate_hz, channels)
    data = spread(sine(1.0, 440, rate_hz), channels)
    step = rate_hz // 50 * 2 * channels
    blocks = [b for at in range(0, len(data), step) for b in maker.feed(data[at : at + step])]
    assert {len(block) for block in blocks} == {BLOCK_BYTES}
    assert len(blocks) in (49, 50)
    assert _tone_of(b"".join(blocks), 16_000) == pytest.approx(440, abs=2)


def test_the_pre_roll_is_the_last_300_milliseconds_in_order() -> None:
    ring = PreRoll()
    for number in range(40):
        ring.push(numbered(number), number * 0.02)
    assert ring.take(0.8) == tuple(numbered(number) for number in range(25, 40))
    assert ring.take(0.8) == ()


def test_a_stale_pre_roll_is_not_part_of_an_utterance() -> None:
    ring = PreRoll()
    ring.push(numbered(1), 10.0)
    assert ring.take(11.0) == ()


def test_playback_waits_for_the_prebuffer() -> None:
    buffer = JitterBuffer(4)
    buffer.push(b"ab")
    assert buffer.pull(2) == b""
    buffer.push(b"cd")
    assert buffer.pull(4) == b"abcd"
    assert (buffer.starved_bytes, buffer.starved_times) == (0, 0)


def test_late_sound_is_counted_once_a_gap() -> None:
    buffer = JitterBuffer(2)
    buffer.push(b"ab")
    assert [buffer.pull(4), buffer.pull(4)] == [b"ab", b""]
    buffer.push(b"cd")
    buffer.end()
    assert buffer.pull(4) == b"cd"
    assert (buffer.starved_bytes, buffer.starved_times) == (6, 1)
    assert buffer.drained


def test_a_stretch_shorter_than_the_prebuffer_plays_when_it_ends() -> None:
    buffer = JitterBuffer(100)
    buffer.push(b"ab")
    buffer.end()
    assert buffer.pull(4) == b"ab"
    assert buffer.drained


def test_volume_follows_the_ear_and_full_volume_changes_nothing() -> None:
    loud = sine(0.1)
    assert faded(loud, gain_of(100), gain_of(100)) is loud
    half = faded(loud, gain_of(50), gain_of(50))
    assert level_dbfs(half) == pytest.approx(level_dbfs(loud) - 12, abs=0.2)
    assert is_digital_silence(faded(loud, gain_of(0), gain_of(0)))


def test_zeros_are_told_from_the_faintest_noise() -> None:
    assert is_digital_silence(silence(0.02, 16_000))
    assert not is_digital_silence(bytes(638) + b"\x01\x00")
