"""Offline speech in a process of its own: as with the models here, and nothing lost in a crash."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.speech.apart.messages import MAX_FRAME_BYTES, Frames, Sound, framed, requests
from companion.speech.apart.process import SpeechProcess
from companion.speech.apart.speech import ApartRecognizer, ApartSynthesizer
from companion.speech.events import Synthesize, Transcribe, Transcript
from companion.support.errors import CompanionError, Failure, RecognitionError, SynthesisError

ROOT = Path(__file__).resolve().parents[3]
DEADLINE_S = 60.0

Made = Callable[[str], SpeechProcess]


@pytest.fixture
async def made(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Made]:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    processes: list[SpeechProcess] = []

    def make(mark: str) -> SpeechProcess:
        command = (sys.executable, "-m", "tests.helpers.speech_child", mark)
        processes.append(SpeechProcess("en", command))
        return processes[-1]

    yield make
    for process in processes:
        await process.end()


async def heard(ears: ApartRecognizer, *blocks: bytes, partials: list[str]) -> Transcript:
    async def audio() -> AsyncIterator[bytes]:
        for block in blocks:
            yield block

    request = Transcribe("en", ("quests",), ("Stone Age",))
    async with asyncio.timeout(DEADLINE_S):
        return await ears.transcribe(audio(), request, lambda chunk: partials.append(chunk.text))


async def spoken(voice: ApartSynthesizer, text: str, into: list[bytes]) -> list[bytes]:
    async with asyncio.timeout(DEADLINE_S):
        async for pcm in voice.synthesize(Synthesize(text, "en")):
            into.append(pcm)  # noqa: PERF401 - what came before a failure counts as well
    return into


async def test_words_come_back_with_all_that_was_asked(made: Made) -> None:
    partials: list[str] = []
    ears = ApartRecognizer(made("always"))
    await ears.warm_up()
    words = await heard(ears, b"show", b"my", partials=partials)
    assert words == Transcript("show my quests Stone Age", "en", 0.5)
    assert partials == ["1", "2"]


async def test_a_crash_in_the_middle_loses_no_word(made: Made, tmp_path: Path) -> None:
    ears = ApartRecognizer(made(str(tmp_path / "crashed")))
    words = await heard(ears, b"show", b"crash", b"my", partials=[])
    assert (tmp_path / "crashed").exists()
    assert words.text == "show crash my quests Stone Age"


async def test_what_crashes_every_time_is_a_failure_and_no_endless_loop(made: Made) -> None:
    with pytest.raises(RecognitionError) as raised:
        await heard(ApartRecognizer(made("always")), b"crash", partials=[])
    assert raised.value.failure is Failure.INTERNAL


async def test_the_reason_of_a_failure_crosses_the_pipe_and_the_next_call_works(made: Made) -> None:
    ears = ApartRecognizer(made("always"))
    with pytest.raises(RecognitionError) as raised:
        await heard(ears, b"mumble", partials=[])
    assert (raised.value.failure, raised.value.detail) == (Failure.NOTHING_HEARD, "mumbled")
    assert (await heard(ears, b"show", partials=[])).text == "show quests Stone Age"


async def test_an_utterance_that_is_given_up_does_not_disturb_the_next(made: Made) -> None:
    ears, begun = ApartRecognizer(made("always")), asyncio.Event()

    async def endless() -> AsyncIterator[bytes]:
        yield b"never"
        await asyncio.Event().wait()

    given_up = asyncio.create_task(  # noqa: TID251 - cancelled by this test
        ears.transcribe(endless(), Transcribe("en"), lambda chunk: begun.set())
    )
    async with asyncio.timeout(DEADLINE_S):
        await begun.wait()
    given_up.cancel()
    await asyncio.gather(given_up, return_exceptions=True)
    assert (await heard(ears, b"show", partials=[])).text == "show quests Stone Age"


async def test_a_missing_voice_is_named(made: Made) -> None:
    with pytest.raises(SynthesisError) as raised:
        await ApartSynthesizer(made("always")).warm_up()
    assert (raised.value.failure, raised.value.detail) == (Failure.NO_SPEECH_MODEL, "kokoro")


async def test_a_sentence_comes_chunk_by_chunk(made: Made) -> None:
    voice = ApartSynthesizer(made("always"))
    assert await spoken(voice, "you have three quests", []) == b"you have three quests".split()


async def test_a_voice_that_crashes_before_its_first_sound_begins_anew(
    made: Made, tmp_path: Path
) -> None:
    voice = ApartSynthesizer(made(str(tmp_path / "crashed")))
    assert await spoken(voice, "crash and go on", []) == b"crash and go on".split()


async def test_a_voice_that_crashes_in_mid_sentence_says_nothing_twice(
    made: Made, tmp_path: Path
) -> None:
    said: list[bytes] = []
    with pytest.raises(SynthesisError) as raised:
        await spoken(ApartSynthesizer(made(str(tmp_path / "crashed"))), "two crash", said)
    assert raised.value.failure is Failure.SPEECH_TRUNCATED
    assert said == [b"two"]


async def test_a_program_that_cannot_be_started_is_a_failure() -> None:
    process = SpeechProcess("en", ("/no/such/program",))
    with pytest.raises(RecognitionError):
        await ApartRecognizer(process).warm_up()


async def test_closing_ends_the_process_and_a_later_call_starts_another(made: Made) -> None:
    process = made("always")
    ears = ApartRecognizer(process)
    await ears.warm_up()
    first = process.pid
    await ears.close()
    assert process.pid is None
    await ears.warm_up()
    assert process.pid not in (None, first)


@given(st.lists(st.binary(max_size=40), max_size=5), st.integers(1, 9))
def test_frames_survive_however_a_pipe_cuts_them(sounds: list[bytes], cut: int) -> None:
    sent = b"".join(framed(Sound(1, pcm)) for pcm in sounds)
    frames, found = Frames(), []
    for at in range(0, len(sent), cut):
        found += [requests.decode(payload) for payload in frames.feed(sent[at : at + cut])]
    assert found == [Sound(1, pcm) for pcm in sounds]


def test_a_frame_longer_than_any_of_ours_is_refused() -> None:
    with pytest.raises(CompanionError):
        Frames().feed((MAX_FRAME_BYTES + 1).to_bytes(4, "little"))


_CHOSEN_APART = """
import sys
from companion.speech.apart import keep_apart
from companion.speech.providers import choose_recognizer, choose_synthesizer
from companion.support.secrets import NoStore, Secrets
from companion.support.settings import Settings

keep_apart()
given = Settings(recognizer="offline", synthesizer="offline"), Secrets({}, NoStore())
made = [choose_recognizer(*given), choose_synthesizer(*given)]
heavy = {"ctranslate2", "hibari", "onnxruntime", "tokenizers"}
heavy |= {"companion.speech.asr.offline", "companion.speech.tts.offline"}
sys.exit(", ".join(heavy & sys.modules.keys()) or 0)
"""


def test_the_window_loads_no_model_for_offline_speech() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _CHOSEN_APART],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=DEADLINE_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
