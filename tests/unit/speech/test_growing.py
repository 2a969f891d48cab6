"""Words so far, and a final that costs as little as the utterance allows."""

from __future__ import annotations

import asyncio

import pytest

from companion.speech.asr.activity import Activity
from companion.speech.asr.growing import GrowingUtterance
from companion.speech.asr.whisper.model import Decoded
from companion.speech.asr.whisper.passage import LONGEST_S, pieces
from companion.speech.audio.format import to_samples
from companion.speech.events import BLOCK_BYTES
from tests.helpers.audio_fakes import SPEECH, ZEROS, numbered, sine

QUIET = numbered(3)


class Decoder:
    """Answers when the test says so; knows what it was given."""

    def __init__(self, *, at_once: bool = True) -> None:
        self.at_once = at_once
        self.lengths: list[int] = []
        self.futures: list[asyncio.Future[Decoded]] = []

    def __call__(self, pcm: bytes) -> asyncio.Future[Decoded]:
        future: asyncio.Future[Decoded] = asyncio.get_running_loop().create_future()
        self.lengths.append(len(pcm) // BLOCK_BYTES)
        self.futures.append(future)
        if self.at_once:
            self.answer(-1)
        return future

    def answer(self, index: int) -> None:
        self.futures[index].set_result(Decoded(f"{self.lengths[index]} blocks", "en", 0.9))


def _fed(utterance: GrowingUtterance, *blocks: bytes) -> None:
    for block in blocks:
        utterance.feed(block)


@pytest.mark.behaviour("ASR-020")
async def test_words_so_far_come_every_half_second() -> None:
    shown: list[str] = []
    decoder = Decoder()
    _fed(GrowingUtterance(decoder, lambda chunk: shown.append(chunk.text)), *[SPEECH] * 90)
    assert shown == ["15 blocks", "40 blocks", "65 blocks"]


async def test_one_decoding_runs_at_a_time() -> None:
    decoder = Decoder(at_once=False)
    utterance = GrowingUtterance(decoder, lambda chunk: None)
    _fed(utterance, *[SPEECH] * 90)
    assert decoder.lengths == [15]


async def test_silence_brings_the_final_before_the_key_goes_up() -> None:
    decoder = Decoder()
    utterance = GrowingUtterance(decoder, lambda chunk: None)
    _fed(utterance, *[QUIET] * 5, *[SPEECH] * 20, *[QUIET] * 30)
    assert decoder.lengths == [20, 35]
    assert (await utterance.final()).text == "35 blocks"
    assert decoder.lengths == [20, 35]


async def test_speech_up_to_the_end_is_decoded_whole() -> None:
    decoder = Decoder()
    utterance = GrowingUtterance(decoder, lambda chunk: None)
    _fed(utterance, *[SPEECH] * 22)
    assert (await utterance.final()).text == "22 blocks"


async def test_a_final_does_not_wait_for_words_so_far_that_are_outdated() -> None:
    decoder = Decoder(at_once=False)
    utterance = GrowingUtterance(decoder, lambda chunk: None)
    _fed(utterance, *[SPEECH] * 30)
    final = asyncio.ensure_future(utterance.final())  # noqa: TID251
    await asyncio.sleep(0)
    decoder.answer(1)
    assert (await final).text == "30 blocks"


@pytest.mark.parametrize("blocks", [[ZEROS] * 50, [QUIET] * 50, [SPEECH] * 2 + [QUIET] * 40])
async def test_without_speech_nothing_is_decoded(blocks: list[bytes]) -> None:
    decoder = Decoder()
    utterance = GrowingUtterance(decoder, lambda chunk: None)
    _fed(utterance, *blocks)
    assert (await utterance.final()).text == ""
    assert decoder.lengths == []


def test_loud_steady_noise_is_never_taken_for_the_end_of_speech() -> None:
    activity = Activity()
    for _ in range(100):
        activity.feed(SPEECH)
    assert activity.last_speech == activity.total


def test_a_short_utterance_is_one_piece() -> None:
    samples = to_samples(sine(5))
    assert [len(piece) for piece in pieces(samples)] == [len(samples)]


def test_a_long_utterance_is_cut_where_it_is_quiet() -> None:
    pcm = sine(22.0) + bytes(16_000) + sine(30.0)
    found = pieces(to_samples(pcm))
    assert sum(map(len, found)) == len(pcm) // 2
    assert len(found[0]) / 16_000 == pytest.approx(22.25, abs=0.25)
    assert all(len(piece) <= LONGEST_S * 16_000 for piece in found)
