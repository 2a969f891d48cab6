"""The mouth: in order, without gaps, silent at once, and it says what went wrong."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import pytest

from companion.speech.audio.level import level_dbfs
from companion.speech.lanes import Lane
from companion.speech.tts import narration, track
from companion.speech.tts.narrator import Narrator
from companion.support.errors import Failure, SynthesisError
from tests.helpers.audio_fakes import FakeSpeaker, FakeStream, FakeSynthesizer, MouthLog
from tests.helpers.clock import ManualClock
from tests.helpers.waiting import until


def _narrator(
    synthesizer: FakeSynthesizer | None, speaker: FakeSpeaker | None = None, **options: object
) -> Narrator:
    return Narrator(speaker or FakeSpeaker(), synthesizer, ManualClock(), **options)  # type: ignore[arg-type]


async def _said(narrator: Narrator, *sentences: str) -> MouthLog:
    log = MouthLog()
    narrator.say(sentences, "en", log)
    await asyncio.wait_for(log.over.wait(), 60)
    return log


async def test_sentences_are_heard_in_order_and_told_as_they_begin() -> None:
    log = await _said(_narrator(FakeSynthesizer()), "One.", "", "Two.", "Three.")
    assert log.named("sentence") == [(0, "One."), (1, "Two."), (2, "Three.")]
    assert log.events[0][0] == "first_audio"
    assert len(log.named("first_sound")) == 1
    assert log.events[-1] == ("finished", True)


@pytest.mark.behaviour("TTS-005")
async def test_sound_starts_before_the_synthesis_is_complete() -> None:
    speaker, synthesizer = FakeSpeaker(by_hand=True), FakeSynthesizer(chunks=30)
    log, narrator = MouthLog(), _narrator(synthesizer, speaker)
    synthesizer.hangs_on = "One."
    synthesizer.chunks = 3
    narrator.say(["One."], "en", log)
    await until(lambda: speaker.streams and synthesizer.is_hanging)
    speaker.streams[0].push(bytes(9600))
    speaker.streams[0].play(0.1)
    await until(lambda: log.named("first_sound"))
    assert not log.over.is_set()
    await narrator.stop()


async def test_only_the_next_sentence_is_prepared_while_one_is_heard() -> None:
    speaker, synthesizer = FakeSpeaker(by_hand=True), FakeSynthesizer()
    narrator, log = _narrator(synthesizer, speaker), MouthLog()
    narrator.say(["One.", "Two.", "Three."], "en", log)
    await until(lambda: speaker.streams and speaker.streams[0].waiting_bytes > 9_600)
    assert synthesizer.asked == ["One."]
    speaker.streams[0].play(0.1)
    await until(lambda: len(synthesizer.asked) > 1)
    assert synthesizer.asked == ["One.", "Two."]
    await narrator.stop()


async def test_a_pause_of_a_breath_is_between_sentences() -> None:
    speaker = FakeSpeaker()
    await _said(_narrator(FakeSynthesizer(chunks=1), speaker), "One.", "Two.")
    (stream,) = speaker.streams
    assert stream.played_bytes == round((0.1 + 0.2 + 0.1) * 24_000) * 2


async def test_silence_drops_the_sound_in_the_calling_thread() -> None:
    speaker = FakeSpeaker(by_hand=True)
    narrator, log = _narrator(FakeSynthesizer(), speaker), MouthLog()
    narrator.say(["One.", "Two."], "en", log)
    await until(lambda: speaker.streams and speaker.streams[0].waiting_bytes > 4_800)
    thread = threading.Thread(target=narrator.silence)
    thread.start()
    thread.join()
    assert speaker.streams[0].aborted
    await asyncio.wait_for(log.over.wait(), 60)
    assert log.events[-1] == ("finished", False)
    assert log.named("failed") == []


async def test_silence_stops_the_synthesis_under_way() -> None:
    synthesizer = FakeSynthesizer()
    synthesizer.hangs_on = "One."
    narrator, log = _narrator(synthesizer), MouthLog()
    narrator.say(["One."], "en", log)
    await until(lambda: synthesizer.is_hanging)
    narrator.silence()
    await asyncio.wait_for(log.over.wait(), 60)
    assert synthesizer.closed_early == ["One."]


async def test_silence_before_the_first_chunk_says_nothing() -> None:
    speaker, synthesizer = FakeSpeaker(), FakeSynthesizer()
    narrator, log = _narrator(synthesizer, speaker), MouthLog()
    narrator.say(["One."], "en", log)
    narrator.silence()
    await asyncio.wait_for(log.over.wait(), 60)
    assert log.events == [("finished", False)]
    assert not any(stream.played_bytes for stream in speaker.streams)


async def test_a_new_narration_replaces_the_one_before_and_their_events_do_not_mix() -> None:
    narrator, first = _narrator(FakeSynthesizer(chunks=50)), MouthLog()
    narrator.say(["Long."], "en", first)
    await asyncio.sleep(0)
    second = await _said(narrator, "Short.")
    assert first.events[-1] == ("finished", False)
    assert second.named("sentence") == [(0, "Short.")]
    assert second.events[-1] == ("finished", True)


async def test_a_broken_sentence_is_named_and_the_others_are_said() -> None:
    synthesizer = FakeSynthesizer()
    synthesizer.failures["Two."] = SynthesisError(Failure.SPEECH_TEXT_REFUSED)
    log = await _said(_narrator(synthesizer), "One.", "Two.", "Three.")
    assert log.named("failed") == [Failure.SPEECH_TEXT_REFUSED]
    assert [index for index, _ in log.named("sentence")] == [0, 2]
    assert log.events[-1] == ("finished", False)


@pytest.mark.parametrize("failure", [Failure.SPEECH_KEY_WRONG, Failure.NO_SPEECH_MODEL])
async def test_what_every_sentence_would_meet_is_said_once(failure: Failure) -> None:
    synthesizer = FakeSynthesizer()
    synthesizer.failures["One."] = SynthesisError(failure)
    log = await _said(_narrator(synthesizer), "One.", "Two.")
    assert log.events == [("failed", failure), ("finished", False)]
    assert synthesizer.asked == ["One."]


async def test_a_missing_speaker_is_named() -> None:
    speaker = FakeSpeaker()
    speaker.failure = Failure.NO_SPEAKER
    log = await _said(_narrator(FakeSynthesizer(), speaker), "One.", "Two.")
    assert log.named("failed") == [Failure.NO_SPEAKER]


async def test_a_speaker_that_goes_away_is_named() -> None:
    speaker = FakeSpeaker(by_hand=True)
    narrator, log = _narrator(FakeSynthesizer(chunks=1), speaker), MouthLog()
    narrator.say(["One."], "en", log)
    await until(lambda: speaker.streams)
    speaker.streams[0].lose()
    await asyncio.wait_for(log.over.wait(), 60)
    assert log.named("failed") == [Failure.SPEAKER_LOST]


async def test_a_speaker_that_takes_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(narration, "STUCK_S", 0.05)
    log = await _said(_narrator(FakeSynthesizer(chunks=9), FakeSpeaker(by_hand=True)), "One.", "2.")
    assert log.events[-2:] == [("failed", Failure.SPEAKER_LOST), ("finished", False)]


async def test_a_synthesiser_that_falls_silent_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(narration, "CHUNK_DEADLINE_S", 0.05)
    synthesizer = FakeSynthesizer()
    synthesizer.hangs_on = "One."
    log = await _said(_narrator(synthesizer), "One.", "Two.")
    assert log.named("failed") == [Failure.SPEECH_SILENT]
    assert log.named("sentence")[-1] == (1, "Two.")


async def test_without_a_voice_text_stays_and_the_reason_is_given() -> None:
    narrator = _narrator(None, reason=Failure.SPEECH_KEYS_MISSING)
    with pytest.raises(SynthesisError) as caught:
        await narrator.start()
    assert caught.value.failure is Failure.SPEECH_KEYS_MISSING
    log = await _said(narrator, "One.")
    assert log.events == [("failed", Failure.SPEECH_KEYS_MISSING), ("finished", False)]


async def test_a_player_who_wants_no_voice_hears_no_complaint() -> None:
    narrator = _narrator(None)
    await narrator.start()
    assert (await _said(narrator, "One.")).events == [("finished", False)]
    await narrator.stop()


async def test_nothing_to_say_ends_at_once() -> None:
    log = await _said(_narrator(FakeSynthesizer()), " ")
    assert log.events == [("finished", True)]


class SlowSpeaker(FakeSpeaker):
    """Opens when the test lets it, as one of a sound server that hangs."""

    def __init__(self) -> None:
        super().__init__(by_hand=True)
        self.may_open = threading.Event()

    def open(
        self,
        rate_hz: int,
        on_first_sound: Callable[[], None],
        first: bytes = b"",
        gain: float = 1.0,
    ) -> FakeStream:
        self.may_open.wait(10)
        return super().open(rate_hz, on_first_sound, first, gain)


async def test_a_speaker_that_does_not_open_is_given_up_and_closed_when_it_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(track, "OPEN_DEADLINE_S", 0.05)
    speaker = SlowSpeaker()
    log = await _said(_narrator(FakeSynthesizer(), speaker), "One.", "Two.")
    assert log.events[1:] == [("failed", Failure.SPEAKER_LOST), ("finished", False)]
    speaker.may_open.set()
    await until(lambda: speaker.streams and speaker.streams[0].aborted)


async def test_silence_while_the_speaker_opens_ends_at_once_and_leaves_nothing_open() -> None:
    speaker, log = SlowSpeaker(), MouthLog()
    narrator = _narrator(FakeSynthesizer(), speaker)
    narrator.say(["One."], "en", log)
    await until(lambda: log.named("first_audio"))
    narrator.silence()
    await asyncio.wait_for(log.over.wait(), 60)
    speaker.may_open.set()
    await until(lambda: speaker.streams and speaker.streams[0].aborted)


@pytest.mark.parametrize(
    ("played_s", "whole"),
    [(0.0, 0), (0.25, 0), (0.35, 1), (0.7, 1), (0.85, 2)],
    ids=["nothing", "nearly one", "one", "nearly two", "two"],
)
async def test_how_much_was_heard_is_told_by_the_samples_that_were_played(
    played_s: float, whole: int
) -> None:
    speaker, synthesizer, log = FakeSpeaker(by_hand=True), FakeSynthesizer(), MouthLog()
    narrator = _narrator(synthesizer, speaker)
    narrator.say(["One.", "Two.", "Three."], "en", log)
    await until(lambda: speaker.streams)
    (stream,) = speaker.streams
    while stream.played_bytes < played_s * 48_000:
        waiting = stream.waiting_bytes / 48_000
        stream.play(min(0.05, waiting))
        await asyncio.sleep(0.002)
    narrator.silence()
    await asyncio.wait_for(log.over.wait(), 60)
    assert log.heard == whole
    assert log.events[-1] == ("finished", False)


async def test_all_of_it_was_heard_when_it_ended_by_itself() -> None:
    log = await _said(_narrator(FakeSynthesizer()), "One.", "Two.")
    assert log.heard == 2


async def test_a_new_volume_is_heard_at_once_and_a_lane_has_its_own() -> None:
    speaker, log = FakeSpeaker(by_hand=True), MouthLog()
    narrator = _narrator(FakeSynthesizer(), speaker, volume=80)
    narrator.say(["One."], "en", log, Lane.QUEST)
    await until(lambda: speaker.streams and speaker.streams[0].waiting_bytes > 14_000)
    (stream,) = speaker.streams
    stream.play(0.1)
    loud = level_dbfs(stream.heard[-1000:])
    narrator.set_volume(80, {Lane.QUEST: 50})
    stream.play(0.04)  # it glides there, so that it does not click
    stream.play(0.02)
    assert level_dbfs(stream.heard[-1000:]) == pytest.approx(loud - 12, abs=1)
    await narrator.stop()
