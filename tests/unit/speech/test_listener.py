"""The ears: one outcome a press, whatever microphone and recogniser do."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from companion.commands.bench.instant_sound import InstantMicrophone
from companion.speech.asr import hearing
from companion.speech.asr.listener import Listener
from companion.speech.asr.push_to_talk import TAIL_S
from companion.speech.asr.recognizer import OnPartial
from companion.speech.asr.talk_press import STALL_S
from companion.speech.audio.format import is_digital_silence
from companion.speech.audio.played import Played
from companion.speech.ears import MAX_UTTERANCE_S, READY_S, EarPhase, Utterance
from companion.speech.echo.half_duplex import HalfDuplex
from companion.speech.events import Transcribe, Transcript
from companion.speech.hands_free import HandsFree
from companion.speech.vad import SpeechWatch
from companion.support.errors import Failure, RecognitionError
from companion.support.loops import spawn
from companion.support.settings import Capture
from tests.helpers.audio_fakes import (
    SPEECH,
    ZEROS,
    EarsLog,
    FakeMicrophone,
    FakeRecognizer,
    numbered,
)
from tests.helpers.clock import ManualClock


@dataclass
class Room:
    """Ears with a fake microphone and recogniser; the test owns the time."""

    capture: Capture = Capture.WARM
    microphone: FakeMicrophone = field(default_factory=FakeMicrophone)
    recognizer: FakeRecognizer = field(default_factory=FakeRecognizer)
    log: EarsLog = field(default_factory=EarsLog)
    clock: ManualClock = field(default_factory=ManualClock)

    def __post_init__(self) -> None:
        self.ears = Listener(self.log, self.microphone, self.recognizer, self.clock, self.capture)

    async def hold(self, *blocks: bytes) -> None:
        """Press, hear and release."""
        self.ears.press(Transcribe("en", ("Next page",)))
        await self.until(lambda: self.microphone.is_open)
        await self.hear(*blocks)
        self.ears.release()
        await self.hear(ZEROS, ZEROS)

    async def hear(self, *blocks: bytes) -> None:
        for block in blocks:
            self.clock.advance(0.02)
            self.microphone.give(block)
            await asyncio.sleep(0)

    async def until(self, condition: Callable[[], object]) -> None:
        async with asyncio.timeout(5):
            while not condition():  # noqa: ASYNC110 - any condition, of any thread
                await asyncio.sleep(0.001)

    async def outcome(self) -> Utterance | Failure:
        await self.until(lambda: self.log.outcomes)
        return self.log.outcomes.pop(0)


class LoadingRecognizer(FakeRecognizer):
    """Loads when the test lets it; until then it hears nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.may_load = asyncio.Event()

    async def warm_up(self) -> None:
        await self.may_load.wait()

    async def transcribe(
        self, audio: AsyncIterator[bytes], request: Transcribe, on_partial: OnPartial
    ) -> Transcript:
        await self.may_load.wait()
        return await super().transcribe(audio, request, on_partial)


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    room = Room()
    await room.ears.start()
    await room.until(lambda: room.microphone.is_open)
    yield room
    await room.ears.stop()


@pytest.mark.behaviour("ASR-001", "ASR-012")
async def test_a_hold_becomes_words_with_the_pre_roll_in_front(room: Room) -> None:
    await room.hear(*(numbered(n) for n in range(1, 31)))
    await room.hold(*(numbered(n) for n in range(31, 51)))
    utterance = await room.outcome()
    assert isinstance(utterance, Utterance)
    assert utterance.transcript.text == "show my quests"
    assert room.recognizer.heard[0][:640] == numbered(16)
    assert utterance.seconds == pytest.approx(0.72)


@pytest.mark.behaviour("ASR-020")
async def test_phases_levels_and_words_are_seen_while_it_is_said(room: Room) -> None:
    await room.hold(*[SPEECH] * 20)
    await room.outcome()
    phases = [EarPhase.GETTING_READY, EarPhase.LISTENING, EarPhase.RECOGNISING, EarPhase.IDLE]
    assert room.log.phases == phases
    assert 20 <= len(room.log.levels) <= 22
    assert "show my quests".startswith(room.log.words[0])


async def test_the_request_carries_the_labels_of_the_card(room: Room) -> None:
    await room.hold(*[SPEECH] * 20)
    await room.outcome()
    assert room.recognizer.requests == [Transcribe("en", ("Next page",))]


async def test_times_are_those_of_the_key_and_the_last_block(room: Room) -> None:
    await room.hold(*[SPEECH] * 20)
    utterance = await room.outcome()
    assert isinstance(utterance, Utterance)
    assert utterance.key_up == pytest.approx(100.4)
    assert utterance.last_audio == pytest.approx(100.42)
    assert utterance.final_text >= utterance.last_audio


@pytest.mark.behaviour("ASR-011")
@pytest.mark.parametrize("make", [FakeMicrophone, InstantMicrophone], ids=["key", "recording"])
async def test_whatever_records_ends_in_the_same_recogniser(make: Callable[[], Any]) -> None:
    log, microphone, recognizer = EarsLog(), make(), FakeRecognizer()
    room = Room(microphone=microphone, recognizer=recognizer, log=log)
    await room.ears.start()
    room.ears.press(Transcribe("en"))
    await room.until(lambda: log.opened or getattr(microphone, "is_open", False))
    sound = SPEECH * 20
    if isinstance(microphone, InstantMicrophone):
        await asyncio.to_thread(microphone.say, sound)
    else:
        await room.hear(*[SPEECH] * 20)
    room.ears.release()
    room.clock.advance(TAIL_S)
    assert isinstance(await room.outcome(), Utterance)
    assert sound in recognizer.heard[0]
    await room.ears.stop()


async def test_a_tap_fails_as_too_short_without_asking_the_recogniser(room: Room) -> None:
    await room.hold(SPEECH)
    assert await room.outcome() is Failure.TOO_SHORT
    assert room.recognizer.requests == []


@pytest.mark.behaviour("ASR-008")
async def test_cancel_while_recognising_is_told_at_once(room: Room) -> None:
    room.recognizer.hangs = True
    await room.hold(*[SPEECH] * 20)
    room.ears.cancel()
    assert room.log.outcomes == [Failure.CANCELLED]
    room.ears.cancel()
    await room.hear(*[SPEECH] * 5)
    assert room.log.outcomes == [Failure.CANCELLED]


async def test_cancel_while_the_key_is_held(room: Room) -> None:
    room.ears.press(Transcribe("en"))
    await room.hear(*[SPEECH] * 20)
    room.ears.cancel()
    room.ears.release()
    assert room.log.outcomes == [Failure.CANCELLED]
    assert room.log.phases[-1] is EarPhase.IDLE


async def test_a_press_cancels_the_utterance_that_is_being_recognised(room: Room) -> None:
    room.recognizer.hangs = True
    await room.hold(*[SPEECH] * 20)
    room.recognizer.hangs = False
    await room.hold(*[SPEECH] * 20)
    assert await room.outcome() is Failure.CANCELLED
    assert isinstance(await room.outcome(), Utterance)


@pytest.mark.parametrize("early", [True, False], ids=["while held", "after key-up"])
async def test_a_recogniser_that_fails_is_the_one_outcome(room: Room, early: bool) -> None:
    room.recognizer.fails_early = early
    room.recognizer.error = RecognitionError(Failure.SPEECH_KEY_WRONG, "40000000")
    await room.hold(*[SPEECH] * 20)
    assert await room.outcome() is Failure.SPEECH_KEY_WRONG
    assert room.log.details == ["40000000"]
    await room.hear(*[SPEECH] * 5)
    assert room.log.outcomes == []


async def test_a_recogniser_that_breaks_is_an_internal_failure(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(room.recognizer, "transcribe", broken)
    await room.hold(*[SPEECH] * 20)
    assert await room.outcome() is Failure.INTERNAL


async def test_a_recogniser_that_never_answers_ends_at_the_deadline(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hearing, "FINAL_DEADLINE_S", 0.05)
    room.recognizer.hangs = True
    await room.hold(*[SPEECH] * 20)
    assert await room.outcome() is Failure.SPEECH_SILENT
    room.recognizer.hangs = False
    await room.hold(*[SPEECH] * 20)
    assert isinstance(await room.outcome(), Utterance)


async def test_the_microphone_is_open_once_there_is_sound(room: Room) -> None:
    assert (room.log.loaded, room.log.opened) == (["fake"], 0)
    await room.hear(ZEROS)
    assert room.log.opened == 0
    await room.hear(SPEECH)
    assert room.log.opened == 1


async def test_a_recogniser_without_a_model_is_told_at_start() -> None:
    room = Room()
    room.recognizer.warm_up_error = RecognitionError(Failure.NO_SPEECH_MODEL, "pip install")
    await room.ears.start()
    assert room.log.troubles == [Failure.NO_SPEECH_MODEL]
    await room.until(lambda: room.microphone.is_open)
    await room.hear(SPEECH)
    assert (room.log.loaded, room.log.opened) == ([], 1)
    await room.ears.stop()


async def test_a_missing_microphone_is_told_once_and_again_for_each_press() -> None:
    room = Room()
    room.microphone.failures = [Failure.NO_MICROPHONE] * 9
    await room.ears.start()
    await room.until(lambda: room.log.troubles == [Failure.NO_MICROPHONE])
    room.ears.press(Transcribe("en"))
    assert await room.outcome() is Failure.NO_MICROPHONE
    assert room.log.details[-1] == "fake"
    await room.ears.stop()


async def test_a_microphone_that_comes_back_is_used_and_told(room: Room) -> None:
    await room.hear(SPEECH)
    room.microphone.lose()
    await room.until(lambda: room.log.troubles == [Failure.MICROPHONE_LOST])
    await room.until(lambda: room.microphone.starts == 2 and room.microphone.is_open)
    await room.hold(*[SPEECH] * 20)
    assert room.log.opened == 2
    assert isinstance(await room.outcome(), Utterance)


async def test_a_microphone_lost_in_mid_utterance_ends_it_when_blocks_stop(room: Room) -> None:
    room.ears.press(Transcribe("en"))
    await room.hear(*[SPEECH] * 20)
    room.microphone.lose()
    room.clock.advance(STALL_S)
    assert await room.outcome() is Failure.MICROPHONE_LOST


async def test_a_press_into_a_silent_device_ends_by_itself(room: Room) -> None:
    room.ears.press(Transcribe("en"))
    await room.hear(*[ZEROS] * 5)
    assert room.log.phases == [EarPhase.GETTING_READY]
    room.clock.advance(READY_S)
    assert await room.outcome() is Failure.MICROPHONE_LOST


async def test_a_key_that_goes_up_before_the_microphone_delivers_is_told_so(room: Room) -> None:
    room.ears.press(Transcribe("en"))
    await room.hear(*[ZEROS] * 20)
    room.ears.release()
    assert await room.outcome() is Failure.MICROPHONE_NOT_OPEN


async def test_no_word_said_after_a_slow_microphone_delivers_is_lost(room: Room) -> None:
    room.ears.press(Transcribe("en"))
    room.clock.advance(READY_S - 1)
    await room.hear(*[SPEECH] * 20)
    room.ears.release()
    await room.hear(SPEECH, SPEECH)
    assert isinstance(await room.outcome(), Utterance)
    assert room.recognizer.heard == [SPEECH * 21]


async def test_words_said_while_the_recogniser_loads_are_heard_once_it_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hearing, "FINAL_DEADLINE_S", 0.0)
    recognizer = LoadingRecognizer()
    room = Room(recognizer=recognizer)
    starting = spawn(room.ears.start(), "ears start")
    await room.until(lambda: room.microphone.is_open)
    await room.hold(*[SPEECH] * 20)
    for _ in range(20):
        await asyncio.sleep(0)
    assert room.log.outcomes == []
    monkeypatch.undo()
    recognizer.may_load.set()
    await starting
    assert isinstance(await room.outcome(), Utterance)
    await room.ears.stop()


async def test_private_ears_open_the_microphone_for_a_press_only() -> None:
    room = Room(Capture.ON_PRESS)
    await room.ears.start()
    assert room.log.opened == 1
    assert not room.microphone.is_open
    await room.hold(*[SPEECH] * 20)
    assert isinstance(await room.outcome(), Utterance)
    await room.until(lambda: not room.microphone.is_open)
    await room.hold(*[SPEECH] * 20)
    assert isinstance(await room.outcome(), Utterance)
    await room.ears.stop()


async def test_a_release_that_never_comes_leaves_no_microphone_open() -> None:
    room = Room(Capture.ON_PRESS)
    await room.ears.start()
    room.ears.press(Transcribe())
    await room.until(lambda: room.microphone.is_open)
    await room.hear(*[SPEECH] * int(MAX_UTTERANCE_S / 0.02 + 1))
    await room.until(lambda: not room.microphone.is_open)
    utterance = await room.outcome()
    assert isinstance(utterance, Utterance)
    assert utterance.is_cut
    await room.ears.stop()


async def test_a_listener_that_fails_does_not_stop_the_clock_of_the_key(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(phase: EarPhase) -> None:
        raise ValueError("told to")

    with monkeypatch.context() as patch:
        patch.setattr(room.log, "ear_phase", fail)
        room.ears.press(Transcribe())
        await room.hear(ZEROS)
    room.clock.advance(READY_S)
    assert await room.outcome() is Failure.MICROPHONE_LOST


async def test_stop_closes_microphone_and_recogniser(room: Room) -> None:
    room.ears.press(Transcribe("en"))
    await room.ears.stop()
    assert room.log.outcomes == [Failure.CANCELLED]
    assert not room.microphone.is_open
    assert room.recognizer.closed


async def test_a_recogniser_is_told_of_also_without_a_microphone() -> None:
    room = Room()
    room.microphone.failures = [Failure.NO_MICROPHONE] * 9
    await room.ears.start()
    assert (room.log.loaded, room.log.opened) == (["fake"], 0)
    await room.ears.stop()


@pytest.mark.parametrize(
    ("zeros", "outcome"), [(30, Failure.MICROPHONE_MUTED), (10, Failure.NOTHING_HEARD)]
)
async def test_no_words_and_a_dead_end_is_the_microphone_s_fault(
    room: Room, zeros: int, outcome: Failure
) -> None:
    room.recognizer.error = RecognitionError(Failure.NOTHING_HEARD)
    await room.hold(*[SPEECH] * 10, *[ZEROS] * zeros)
    assert await room.outcome() is outcome


class _Word:
    """A detector that takes whatever is loud for speech."""

    def probability(self, frame: bytes) -> float:
        return 0.0 if is_digital_silence(frame) else 1.0


async def test_speech_alone_begins_and_ends_a_turn_when_the_player_wants_that() -> None:
    log, microphone = EarsLog(), FakeMicrophone()
    hands = HandsFree(Played(), HalfDuplex(), SpeechWatch(_Word()))
    ears = Listener(log, microphone, FakeRecognizer(), ManualClock(), Capture.WARM, hands)
    room = Room(microphone=microphone, log=log)
    room.ears = ears
    await ears.start()
    await room.until(lambda: microphone.is_open)
    await room.hear(*[SPEECH] * 20)
    assert log.voices == [True]
    await room.hear(*[ZEROS] * 40)
    assert log.voices == [True, False]
    await ears.stop()
