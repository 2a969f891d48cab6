"""Ears and voice are chosen off the loop, and a failed choice is one of warming up."""

from __future__ import annotations

import threading

import pytest

from companion.speech.chosen import ChosenRecognizer, ChosenSynthesizer
from companion.speech.events import Synthesize, Transcribe, Transcript
from companion.support.errors import Failure, RecognitionError, SecretError, SynthesisError


class Ears:
    id = "probe"

    def __init__(self) -> None:
        self.warm = 0
        self.closed = False

    async def warm_up(self) -> None:
        self.warm += 1

    async def transcribe(self, audio, request, on_partial):
        return Transcript("words", request.language)

    async def close(self) -> None:
        self.closed = True


class Voice(Ears):
    rate_hz = 22_050

    def __init__(self) -> None:
        super().__init__()
        self.given_back = False

    async def synthesize(self, request):
        try:
            yield b"\x01\x00"
            yield b"\x02\x00"
        finally:
            self.given_back = True


async def silence():
    return
    yield b""


async def test_choosing_happens_once_and_not_on_the_loops_thread():
    ears, threads = Ears(), []

    def choose() -> Ears:
        threads.append(threading.current_thread())
        return ears

    chosen = ChosenRecognizer(choose)
    await chosen.warm_up()
    await chosen.warm_up()
    assert (len(threads), ears.warm, chosen.id) == (1, 2, "probe")
    assert threads[0] is not threading.current_thread()


async def test_words_come_from_the_chosen_ears():
    chosen = ChosenRecognizer(Ears)
    heard = await chosen.transcribe(silence(), Transcribe("en"), lambda chunk: None)
    assert heard == Transcript("words", "en")


async def test_a_locked_keyring_is_a_failure_of_the_ears_and_is_asked_again():
    tries: list[int] = []

    def choose() -> Ears:
        tries.append(1)
        if len(tries) == 1:
            raise SecretError(Failure.KEYRING_LOCKED, "prompt closed")
        return Ears()

    chosen = ChosenRecognizer(choose)
    with pytest.raises(RecognitionError) as caught:
        await chosen.warm_up()
    assert caught.value.failure is Failure.KEYRING_LOCKED
    await chosen.warm_up()
    assert len(tries) == 2


async def test_the_voice_has_the_rate_of_the_chosen_one():
    chosen = ChosenSynthesizer(Voice)
    chunks = [chunk async for chunk in chosen.synthesize(Synthesize("Hello.", "en"))]
    assert (chunks, chosen.rate_hz) == ([b"\x01\x00", b"\x02\x00"], 22_050)


async def test_leaving_a_sentence_early_stops_the_chosen_voice():
    voice = Voice()
    sentence = ChosenSynthesizer(lambda: voice).synthesize(Synthesize("Hello.", "en"))
    await anext(sentence)
    await sentence.aclose()
    assert voice.given_back


@pytest.mark.parametrize(
    "choose",
    [lambda: None, lambda: (_ for _ in ()).throw(SecretError(Failure.SPEECH_KEYS_MISSING, ""))],
    ids=["no voice", "no keys"],
)
async def test_a_voice_that_cannot_be_chosen_says_why(choose):
    with pytest.raises(SynthesisError):
        await ChosenSynthesizer(choose).warm_up()


async def test_closing_closes_what_was_chosen():
    ears = Ears()
    chosen = ChosenRecognizer(lambda: ears)
    await chosen.close()
    assert not ears.closed
    await chosen.warm_up()
    await chosen.close()
    assert ears.closed
