"""Microphone and speaker over a stand-in of PortAudio, and the ones without devices."""

from __future__ import annotations

import asyncio
import sys
import threading
import wave
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.speech.audio.capture import SoundDeviceMicrophone
from companion.speech.audio.format import is_digital_silence, seconds_of, to_samples
from companion.speech.audio.hand_over import hand_over_soon
from companion.speech.audio.level import level_dbfs
from companion.speech.audio.playback import SoundDeviceSpeaker
from companion.speech.audio.portaudio import PortAudio
from companion.speech.audio.watchdog import (
    FIRST_BLOCK_S,
    FIRST_SIGNAL_S,
    LOOK_S,
    STALL_S,
    Verdict,
    Watchdog,
)
from companion.speech.audio.wav import WavMicrophone, WavSpeaker, read_wav, wav_bytes
from companion.speech.events import BLOCK_BYTES
from companion.support.errors import AudioError, Failure
from tests.helpers.audio_fakes import SPEECH, FakePortAudio, FakeRawStream, numbered, sine


@pytest.fixture
def portaudio() -> Any:
    return FakePortAudio()


def _only_48k_stereo(options: dict[str, Any]) -> bool:
    return (options["samplerate"], options["channels"]) != (48_000, 2)


def test_the_microphone_asks_for_what_recognisers_need(portaudio: Any) -> None:
    blocks: list[bytes] = []
    microphone = SoundDeviceMicrophone(portaudio=portaudio)
    microphone.start(blocks.append, lambda failure: None)
    (stream,) = portaudio.streams
    shape = {key: stream.options[key] for key in ("samplerate", "channels", "dtype", "blocksize")}
    assert shape == {"samplerate": 16_000, "channels": 1, "dtype": "int16", "blocksize": 320}
    stream.deliver(SPEECH)
    microphone.stop()
    assert blocks == [SPEECH]
    assert stream.is_closed
    assert portaudio.open_streams == 0


def test_a_device_of_another_rate_and_two_channels_is_converted(portaudio: Any) -> None:
    blocks: list[bytes] = []
    portaudio.refuses = _only_48k_stereo
    microphone = SoundDeviceMicrophone(portaudio=portaudio)
    microphone.start(blocks.append, lambda failure: None)
    stereo = np.repeat(np.frombuffer(sine(0.2, rate_hz=48_000), "<i2"), 2).tobytes()
    portaudio.streams[0].deliver(stereo)
    microphone.stop()
    assert len(blocks) == 9
    assert level_dbfs(blocks[5]) == pytest.approx(level_dbfs(sine(0.02)), abs=0.5)


def test_no_device_is_named_and_the_next_start_looks_again(portaudio: Any) -> None:
    portaudio.refuses = lambda options: True
    portaudio.own["max_input_channels"] = 0
    microphone = SoundDeviceMicrophone(portaudio=portaudio)
    with pytest.raises(AudioError) as caught:
        microphone.start(lambda pcm: None, lambda failure: None)
    assert caught.value.failure is Failure.NO_MICROPHONE
    portaudio.refuses = lambda options: False
    microphone.start(lambda pcm: None, lambda failure: None)
    microphone.stop()
    assert portaudio.refreshes == 1


def test_a_microphone_that_vanishes_is_lost_but_one_we_stop_is_not(portaudio: Any) -> None:
    lost: list[Failure] = []
    microphone = SoundDeviceMicrophone(portaudio=portaudio)
    microphone.start(lambda pcm: None, lost.append)
    microphone.stop()
    assert lost == []
    microphone.start(lambda pcm: None, lost.append)
    portaudio.streams[1].vanish()
    microphone.stop()
    assert lost == [Failure.MICROPHONE_LOST]


def _looks(watchdog: Watchdog, seconds: float) -> list[Verdict]:
    return [watchdog.look() for _ in range(round(seconds / LOOK_S))]


def test_the_watchdog_notices_blocks_that_stay_away() -> None:
    watchdog = Watchdog()
    watchdog.block(0.02, is_zeros=False)
    looks = round(STALL_S / LOOK_S)
    assert _looks(watchdog, STALL_S + 0.5).index(Verdict.STALLED) in (looks, looks + 1)


def test_the_watchdog_gives_a_device_time_to_begin() -> None:
    found = _looks(Watchdog(), FIRST_BLOCK_S + 0.3)
    assert found[20] is Verdict.WELL
    assert found[-1] is Verdict.STALLED


def test_the_watchdog_gives_a_headset_that_wakes_up_four_seconds_of_zeros() -> None:
    watchdog = Watchdog()
    for _ in range(round(FIRST_SIGNAL_S / 0.02) - 2):
        watchdog.block(0.02, is_zeros=True)
    assert watchdog.look() is Verdict.WELL
    for _ in range(4):
        watchdog.block(0.02, is_zeros=True)
    assert watchdog.look() is Verdict.ZEROS


def test_the_watchdog_takes_two_seconds_of_zeros_for_a_dead_device() -> None:
    watchdog = Watchdog()
    watchdog.block(0.02, is_zeros=False)
    for _ in range(98):
        watchdog.block(0.02, is_zeros=True)
    assert watchdog.look() is Verdict.WELL
    for _ in range(4):
        watchdog.block(0.02, is_zeros=True)
    assert watchdog.look() is Verdict.ZEROS
    watchdog.block(0.02, is_zeros=False)
    assert watchdog.look() is Verdict.WELL


async def test_the_first_request_of_the_device_is_given_sound_already(portaudio: Any) -> None:
    speaker = SoundDeviceSpeaker(portaudio=portaudio)
    tone = sine(0.3, rate_hz=24_000)
    stream = speaker.open(24_000, lambda: None, tone, 0.25)
    heard = portaudio.streams[0].take(480)
    assert level_dbfs(heard) == pytest.approx(level_dbfs(tone) - 12, abs=0.5)
    stream.abort()


async def test_the_speaker_plays_what_is_pushed_and_drains_after_a_tail(portaudio: Any) -> None:
    firsts: list[int] = []
    stream = SoundDeviceSpeaker(portaudio=portaudio).open(24_000, lambda: firsts.append(1))
    device = portaudio.streams[0]
    stream.push(bytes(960) + sine(0.1, rate_hz=24_000))
    stream.end()
    heard = [device.take(480) for _ in range(11)]
    await asyncio.wait_for(stream.drained(), 1)
    assert b"".join(heard).rstrip(b"\0") == (bytes(960) + sine(0.1, rate_hz=24_000)).rstrip(b"\0")
    assert firsts == [1]
    assert stream.played_bytes == 960 + 4800
    assert device.is_closed
    assert portaudio.open_streams == 0


async def test_abort_is_silent_at_once_and_wakes_who_waits(portaudio: Any) -> None:
    stream = SoundDeviceSpeaker(portaudio=portaudio).open(24_000, lambda: None)
    stream.push(sine(5, rate_hz=24_000))
    waiting = asyncio.ensure_future(stream.drained())  # noqa: TID251
    await asyncio.sleep(0)
    stream.abort()
    stream.abort()
    assert is_digital_silence(portaudio.streams[0].take(480))
    await asyncio.wait_for(waiting, 1)
    assert portaudio.open_streams == 0


async def test_a_speaker_that_vanishes_is_lost(portaudio: Any) -> None:
    stream = SoundDeviceSpeaker(portaudio=portaudio).open(24_000, lambda: None)
    portaudio.streams[0].vanish()
    with pytest.raises(AudioError) as caught:
        await asyncio.wait_for(stream.drained(), 1)
    assert caught.value.failure is Failure.SPEAKER_LOST


async def test_a_speaker_of_another_rate_gets_converted_sound(portaudio: Any) -> None:
    portaudio.refuses = _only_48k_stereo
    stream = SoundDeviceSpeaker(portaudio=portaudio).open(24_000, lambda: None)
    stream.push(sine(0.3, rate_hz=24_000))
    stream.end()
    heard = b"".join(portaudio.streams[0].take(960) for _ in range(25))
    left = to_samples(heard)[::2]
    assert np.flatnonzero(np.abs(left) > 0.1)[-1] / 48_000 == pytest.approx(0.3, abs=0.005)
    assert stream.played_bytes == pytest.approx(0.3 * 48_000, abs=200)


def test_no_speaker_is_named(portaudio: Any) -> None:
    portaudio.refuses = lambda options: True
    with pytest.raises(AudioError) as caught:
        SoundDeviceSpeaker(portaudio=portaudio).open(24_000, lambda: None)
    assert caught.value.failure is Failure.NO_SPEAKER


def test_portaudio_is_not_touched_where_it_would_abort_the_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("ALSA_CONFIG_PATH", raising=False)
    with pytest.raises(AudioError) as caught:
        PortAudio(tmp_path / "alsa.conf").library()
    assert caught.value.failure is Failure.NO_AUDIO_LIBRARY
    assert "libasound2-data" in caught.value.detail


def test_a_missing_library_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sounddevice.py").write_text("raise OSError('PortAudio library not found')")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "sounddevice", raising=False)
    with pytest.raises(AudioError) as caught:
        PortAudio(Path(__file__)).library()
    assert caught.value.failure is Failure.NO_AUDIO_LIBRARY
    assert "libportaudio2" in caught.value.detail


async def test_the_wav_microphone_gives_speech_in_real_time_and_noise_else() -> None:
    blocks: list[bytes] = []
    microphone = WavMicrophone()
    microphone.start(blocks.append, lambda failure: None)
    microphone.say(b"".join(numbered(n) for n in range(100, 110)) + numbered(110)[:100])
    assert await asyncio.to_thread(microphone.said, 5)
    await asyncio.sleep(0.05)
    microphone.stop()
    at = blocks.index(numbered(100))
    assert blocks[at : at + 10] == [numbered(n) for n in range(100, 110)]
    assert blocks[at + 10] == numbered(110)[:100] + bytes(BLOCK_BYTES - 100)
    assert -91 < level_dbfs(blocks[-1]) < -85
    assert not is_digital_silence(blocks[-1])


async def test_the_wav_speaker_keeps_what_was_heard() -> None:
    speaker = WavSpeaker()
    stream = speaker.open(24_000, lambda: None)
    stream.push(sine(0.1, rate_hz=24_000))
    stream.end()
    await asyncio.wait_for(stream.drained(), 5)
    pcm, rate_hz = speaker.take()
    assert sine(0.1, rate_hz=24_000) in pcm
    assert (rate_hz, seconds_of(pcm, rate_hz)) == (24_000, pytest.approx(0.22, abs=0.03))
    assert speaker.take() == (b"", 16_000)


def _wav(path: Path, rate_hz: int, width: int, channels: int) -> Path:
    samples = np.sin(np.arange(rate_hz) / rate_hz * 2 * np.pi * 440) * 0.5
    whole = np.repeat((samples * 2**31).astype("<i4"), channels)
    data = whole.view(np.uint8).reshape(-1, 4)[:, 4 - width :].tobytes()
    if width == 1:
        data = ((whole >> 24) + 128).astype(np.uint8).tobytes()
    with wave.open(str(path), "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(width)
        file.setframerate(rate_hz)
        file.writeframes(data)
    return path


@pytest.mark.parametrize("channels", [1, 2, 4])
@pytest.mark.parametrize("width", [1, 2, 3, 4])
@pytest.mark.parametrize("rate_hz", [16_000, 44_100])
def test_any_wav_file_is_read(tmp_path: Path, rate_hz: int, width: int, channels: int) -> None:
    pcm = read_wav(_wav(tmp_path / "a.wav", rate_hz, width, channels))
    assert seconds_of(pcm, 16_000) == pytest.approx(1.0, abs=0.001)
    assert level_dbfs(pcm) == pytest.approx(-9, abs=0.2)


def test_what_we_write_is_what_we_read(tmp_path: Path) -> None:
    (tmp_path / "a.wav").write_bytes(wav_bytes(SPEECH * 3, 16_000))
    assert read_wav(tmp_path / "a.wav") == SPEECH * 3


@pytest.mark.parametrize(
    "content", [b"", b"RIFF", b"no sound at all" * 9], ids=["empty", "cut", "text"]
)
def test_what_is_no_wav_file_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.wav").write_bytes(content)
    with pytest.raises(AudioError) as caught:
        read_wav(tmp_path / "a.wav")
    assert caught.value.failure is Failure.RECORDING_UNREADABLE


def test_a_sound_server_that_hangs_does_not_hold_up_who_wants_silence(portaudio: Any) -> None:
    stream = SoundDeviceSpeaker(portaudio=portaudio).open(24_000, lambda: None)
    hung, ended = threading.Event(), threading.Event()
    portaudio.streams[0].abort = lambda **_: (hung.wait(60), ended.set())
    stream.push(sine(0.5, rate_hz=24_000))
    stream.abort()
    assert not ended.is_set()
    assert not any(portaudio.streams[0].take(480))
    hung.set()


def test_a_microphone_that_opens_and_does_not_start_is_closed_again(
    portaudio: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: object) -> None:
        raise portaudio.PortAudioError("Device unavailable")

    monkeypatch.setattr(FakeRawStream, "start", refuse)
    with pytest.raises(AudioError):
        SoundDeviceMicrophone(portaudio=portaudio).start(lambda pcm: None, lambda failure: None)
    assert portaudio.streams[0].is_closed
    assert portaudio.open_streams == 0


@pytest.mark.parametrize(("before", "after"), [(0.005, 0.001), (0.0005, 0.0005)])
def test_threads_hand_over_soon_once_there_is_sound_and_never_later_than_they_did(
    before: float, after: float
) -> None:
    usual = sys.getswitchinterval()
    try:
        sys.setswitchinterval(before)
        hand_over_soon()
        assert sys.getswitchinterval() == pytest.approx(after)
    finally:
        sys.setswitchinterval(usual)


class Restarting:
    """Behaves as the library does: between its end and its next beginning there are no devices."""

    class PortAudioError(Exception):
        """As sounddevice's."""

    def __init__(self) -> None:
        self.is_up, self.ending, self.go_on = True, threading.Event(), threading.Event()

    def _terminate(self) -> None:
        self.is_up = False
        self.ending.set()
        self.go_on.wait(60)

    def _initialize(self) -> None:
        self.is_up = True

    def query_devices(self) -> list[dict[str, Any]]:
        if not self.is_up:
            raise self.PortAudioError("PortAudio not initialized")
        return []


def test_nobody_asks_for_devices_while_the_library_begins_anew() -> None:
    door, library = PortAudio(), Restarting()
    door._library = library
    refreshing = threading.Thread(target=door.refresh)
    refreshing.start()
    library.ending.wait(60)
    found: list[object] = []
    asking = threading.Thread(target=lambda: found.append(door.device("input", ("Headset",))))
    asking.start()
    library.go_on.set()
    for thread in (refreshing, asking):
        thread.join(60)
    assert found == [None]


def test_a_library_that_does_not_begin_again_is_a_reason_and_no_crash() -> None:
    door, library = PortAudio(), Restarting()
    door._library, library.is_up = library, False
    with pytest.raises(AudioError) as missing:
        door.device("input", ("Headset",))
    assert missing.value.failure is Failure.NO_AUDIO_LIBRARY
