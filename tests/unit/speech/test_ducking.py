"""A notice over a story: the story is lowered while the notice is heard, and loses nothing."""

from __future__ import annotations

import asyncio

import numpy as np
import pytest

from companion.speech.audio.format import bytes_of, to_samples
from companion.speech.audio.outlet import GLIDE_S, Outlet
from companion.speech.lanes import Lane
from companion.speech.tts.ducking import DUCKED
from companion.speech.tts.narrator import Narrator
from tests.helpers.audio_fakes import FakeSpeaker, FakeSynthesizer, MouthLog, sine
from tests.helpers.clock import ManualClock
from tests.helpers.waiting import until

RATE_HZ = 24_000
BLOCK = bytes_of(0.02, RATE_HZ)


class TwoLines:
    """A story that is heard, and a line that was said then; both streams wait for the test."""

    def __init__(self) -> None:
        self.speaker = FakeSpeaker(by_hand=True)
        self.narrator = Narrator(self.speaker, FakeSynthesizer(), ManualClock(), volume=100)
        self.story, self.second = MouthLog(), MouthLog()

    async def say(self, second: Lane, first: Lane = Lane.QUEST) -> None:
        self.narrator.say(["A story."], "en", self.story, first)
        await until(lambda: self._is_whole(0))
        self.narrator.say(["It rains."], "en", self.second, second)
        await until(lambda: self._is_whole(1))

    async def play_out(self, number: int) -> None:
        log = (self.story, self.second)[number]
        while not log.over.is_set():
            self.speaker.streams[number].play(0.1)
            await asyncio.sleep(0)

    def _is_whole(self, number: int) -> bool:
        streams = self.speaker.streams
        return len(streams) > number and streams[number].waiting_bytes >= 3 * 4_800


async def test_a_notice_lowers_the_story_below_it_and_gives_its_loudness_back() -> None:
    lines = TwoLines()
    await lines.say(Lane.NOTICE)
    story, notice = lines.speaker.streams
    assert (story.gain, notice.gain) == (pytest.approx(DUCKED), 1.0)
    await lines.play_out(1)
    assert story.gain == 1.0
    await lines.play_out(0)
    assert lines.story.events[-1] == lines.second.events[-1] == ("finished", True)


async def test_what_answers_the_player_is_never_talked_over() -> None:
    lines = TwoLines()
    await lines.say(Lane.NOTICE, first=Lane.REPLY)
    assert lines.speaker.streams[0].aborted
    assert lines.speaker.streams[1].gain == 1.0
    await lines.narrator.stop()


async def test_silence_ends_both_lines() -> None:
    lines = TwoLines()
    await lines.say(Lane.NOTICE)
    lines.narrator.silence()
    assert [stream.aborted for stream in lines.speaker.streams] == [True, True]
    await asyncio.wait_for(lines.story.over.wait(), 60)
    await asyncio.wait_for(lines.second.over.wait(), 60)


async def test_one_line_ends_and_the_other_goes_on() -> None:
    lines = TwoLines()
    await lines.say(Lane.NOTICE)
    lines.narrator.end(lines.second)
    await asyncio.wait_for(lines.second.over.wait(), 60)
    assert [stream.aborted for stream in lines.speaker.streams] == [False, True]
    assert lines.speaker.streams[0].gain == 1.0
    await lines.narrator.stop()


async def test_a_change_of_volume_holds_for_a_line_that_is_lowered() -> None:
    lines = TwoLines()
    await lines.say(Lane.NOTICE)
    lines.narrator.set_volume(50, {})
    assert [stream.gain for stream in lines.speaker.streams] == pytest.approx([0.25 * DUCKED, 0.25])
    await lines.narrator.stop()


def test_a_change_of_loudness_is_a_ramp_and_no_click() -> None:
    outlet = Outlet(RATE_HZ, lambda: None)
    outlet.push(sine(1.0, rate_hz=RATE_HZ))
    loud = outlet.pull(BLOCK)
    outlet.gain = DUCKED
    ramp = b"".join(outlet.pull(BLOCK) for _ in range(5))
    steps = np.abs(np.diff(to_samples(loud + ramp)))
    steepest = np.abs(np.diff(to_samples(loud))).max()
    assert steps.max() <= steepest * 1.01
    assert np.abs(to_samples(ramp[-BLOCK:])).max() == pytest.approx(0.488 * DUCKED, rel=0.02)
    after_one_block = np.abs(to_samples(ramp[:BLOCK])[-60:]).max()
    assert after_one_block == pytest.approx(0.488 * (1 - 0.02 / GLIDE_S), rel=0.05)
