from __future__ import annotations

from collections.abc import AsyncIterator
from decimal import Decimal
from pathlib import Path

import pytest

from companion.speech.asr.recognizer import OnPartial
from companion.speech.cache import CachedSynthesizer, SpeechCache
from companion.speech.capped import CappedRecognizer, CappedSynthesizer
from companion.speech.events import Synthesize, Transcribe, Transcript
from companion.speech.ledger.prices import Price, PriceList, Unit
from companion.speech.verify import (
    offer_hearing,
    offer_speaking,
    verify_hearing,
    verify_speaking,
)
from companion.support.errors import CompanionError, Failure, RecognitionError, SynthesisError
from tests.gateway.sound import tone
from tests.gateway.utterances import at_once
from tests.helpers.meter import FakeMeter

REACHED = CompanionError(Failure.SPEECH_CAP_REACHED, "1 CNY a day")
PRICES = PriceList("d", "CNY", {"paid/ears": Price(Unit.SECONDS, 0.5)})


class Ears:
    def __init__(self, name: str, fault: RecognitionError | None = None) -> None:
        self.id = name
        self.source = "paid/ears"
        self.fault = fault
        self.is_warm = False

    async def warm_up(self) -> None:
        self.is_warm = True
        if self.fault:
            raise self.fault

    async def transcribe(
        self, audio: AsyncIterator[bytes], request: Transcribe, on_partial: OnPartial
    ) -> Transcript:
        async for _ in audio:
            pass
        return Transcript(self.id, "en")

    async def close(self) -> None:
        self.is_warm = False


class Voice:
    rate_hz = 24_000

    def __init__(self, name: str, rate_hz: int = 24_000, fault: SynthesisError | None = None):
        self.id = name
        self.source = "paid/voice"
        self.rate_hz = rate_hz
        self.fault = fault

    async def warm_up(self) -> None:
        if self.fault:
            raise self.fault

    async def synthesize(self, request: Synthesize) -> AsyncIterator[bytes]:
        yield tone(0.1, self.rate_hz)

    async def close(self) -> None:
        pass


async def heard_by(ears: CappedRecognizer) -> str:
    return (await ears.transcribe(at_once(0.1), Transcribe("en"), lambda chunk: None)).text


async def said_by(voice: CappedSynthesizer) -> bytes:
    return b"".join([chunk async for chunk in voice.synthesize(Synthesize("Hello.", "en"))])


async def test_paid_ears_listen_while_there_is_money() -> None:
    ears = CappedRecognizer(Ears("paid"), lambda: Ears("free"), FakeMeter())
    assert await heard_by(ears) == "paid"


@pytest.mark.parametrize(
    "reason", [REACHED, CompanionError(Failure.SPEECH_LEDGER_BROKEN)], ids=["cap", "no books"]
)
async def test_free_ears_take_over_when_the_books_refuse(reason: CompanionError) -> None:
    made: list[Ears] = []

    def free() -> Ears:
        made.append(Ears("free"))
        return made[-1]

    ears = CappedRecognizer(Ears("paid"), free, FakeMeter(reason))
    assert [await heard_by(ears), await heard_by(ears)] == ["free", "free"]
    assert len(made) == 1


async def test_without_free_ears_the_reason_is_told_and_typing_is_left() -> None:
    nothing = RecognitionError(Failure.NO_SPEECH_MODEL)
    ears = CappedRecognizer(Ears("paid"), lambda: Ears("free", nothing), FakeMeter(REACHED))
    with pytest.raises(RecognitionError) as failed:
        await heard_by(ears)
    assert (failed.value.failure, failed.value.detail) == (REACHED.failure, REACHED.detail)


async def test_a_free_voice_takes_over_at_the_rate_that_is_played() -> None:
    voice = CappedSynthesizer(Voice("paid"), lambda: Voice("free", 16_000), FakeMeter(REACHED))
    assert abs(len(await said_by(voice)) - len(tone(0.1))) <= 4


async def test_the_player_is_told_once_when_free_ears_step_in_and_once_when_it_ends() -> None:
    told: list[CompanionError | None] = []
    meter = FakeMeter(REACHED)
    ears = CappedRecognizer(Ears("paid"), lambda: Ears("free"), meter, told.append)
    await heard_by(ears)
    await heard_by(ears)
    meter.fault = None
    await heard_by(ears)
    await heard_by(ears)
    assert told == [REACHED, None]


async def test_a_free_voice_that_steps_in_is_told_once() -> None:
    told: list[CompanionError | None] = []
    voice = CappedSynthesizer(Voice("paid"), lambda: Voice("free"), FakeMeter(REACHED), told.append)
    await said_by(voice)
    await said_by(voice)
    assert told == [REACHED]


async def test_what_the_paid_voice_said_before_is_heard_in_it_although_the_cap_is_reached(
    tmp_path: Path,
) -> None:
    kept = CachedSynthesizer(Voice("paid", 16_000), {}, SpeechCache(tmp_path))
    meter, made = FakeMeter(), []

    def free() -> Voice:
        made.append(Voice("free"))
        return made[-1]

    voice = CappedSynthesizer(kept, free, meter, is_kept=kept.keeps)
    before = await said_by(voice)
    meter.fault = REACHED
    assert (await said_by(voice), made) == (before, [])
    async for _ in voice.synthesize(Synthesize("Something new.", "en")):
        pass
    assert len(made) == 1


async def test_without_a_free_voice_the_sentence_stays_text() -> None:
    nothing = SynthesisError(Failure.NO_SPEECH_MODEL)
    voice = CappedSynthesizer(
        Voice("paid"), lambda: Voice("free", fault=nothing), FakeMeter(REACHED)
    )
    with pytest.raises(SynthesisError) as failed:
        await said_by(voice)
    assert failed.value.failure is Failure.SPEECH_CAP_REACHED


def test_the_price_of_a_check_is_said_before() -> None:
    assert offer_hearing(Ears("paid"), PRICES).cost == Decimal("0.5")
    assert offer_speaking(Voice("paid"), PRICES, "en").cost is None  # unpriced, not free


async def test_a_check_listens_and_speaks_through_the_whole_chain() -> None:
    heard = await verify_hearing(Ears("mine"), bytes(32_000), "en")
    spoken = await verify_speaking(Voice("mine"), "zh")
    assert (heard.is_working, heard.text) == (True, "mine")
    assert (spoken.is_working, spoken.sound) == (True, tone(0.1))


@pytest.mark.parametrize(
    ("failure", "is_working"),
    [(Failure.NOTHING_HEARD, True), (Failure.SPEECH_KEY_WRONG, False)],
    ids=["silence was understood", "wrong key"],
)
async def test_a_check_tells_what_is_wrong(failure: Failure, is_working: bool) -> None:
    fault = RecognitionError(failure, "why")
    checked = await verify_hearing(Ears("mine", fault), bytes(32_000), "en")
    assert checked.is_working is is_working
    assert checked.failure is (None if is_working else failure)
