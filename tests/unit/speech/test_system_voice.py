"""The system's voice, with programs of our own in the place of the system's."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from companion.speech.events import Synthesize
from companion.speech.tts.system import SystemSynthesizer
from companion.speech.tts.system_command import COMMANDS, Command, SystemVoice, espeak, sapi, say
from companion.support.errors import Failure, SynthesisError
from tests.gateway.sound import list_chunk, tone, wav

SPEAKS = "import sys; sys.stdin.read(); sys.stdout.buffer.write(open(sys.argv[1], 'rb').read())"
HANGS = "import sys, time; sys.stdout.buffer.write(open(sys.argv[1], 'rb').read()[:2000])\n"
HANGS += "sys.stdout.flush(); time.sleep(600)"


def program(text: str, sound: Path) -> Command:
    return lambda language, voice: [sys.executable, "-c", text, str(sound)]


@pytest.fixture
def sound(tmp_path: Path) -> Path:
    path = tmp_path / "sound.wav"
    path.write_bytes(wav(tone(0.5, 22_050), 22_050, extra=list_chunk()))
    return path


async def spoken(synthesizer: SystemSynthesizer, language: str = "en") -> bytes:
    request = Synthesize("Hello there.", language)
    return b"".join([chunk async for chunk in synthesizer.synthesize(request)])


async def test_sound_of_the_program_becomes_ours(sound: Path) -> None:
    made = await spoken(SystemSynthesizer(command=program(SPEAKS, sound)))
    assert abs(len(made) - len(tone(0.5))) <= 4


async def test_a_program_is_ended_when_nobody_listens(sound: Path) -> None:
    chunks = SystemSynthesizer(command=program(HANGS, sound)).synthesize(Synthesize("x", "en"))
    assert await anext(chunks)
    await chunks.aclose()  # returns only once the program has ended


@pytest.mark.parametrize(
    ("text", "failure"),
    [
        ("raise SystemExit(3)", Failure.SPEECH_SERVICE_ERROR),
        ("pass", Failure.SPEECH_SERVICE_ERROR),
        ("import time; time.sleep(600)", Failure.SPEECH_SILENT),
    ],
    ids=["fails", "says nothing", "hangs"],
)
async def test_a_program_that_does_not_speak_is_told(
    text: str, failure: Failure, sound: Path
) -> None:
    voice = SystemSynthesizer(command=program(text, sound), answer_timeout_s=2.0)
    with pytest.raises(SynthesisError) as failed:
        await spoken(voice)
    assert failed.value.failure is failure


async def test_a_system_without_the_program_says_which() -> None:
    voice = SystemSynthesizer(command=lambda language, voice: ["no-such-program-here"])
    for attempt in (voice.warm_up(), spoken(voice)):
        with pytest.raises(SynthesisError) as failed:
            await attempt
        assert failed.value.failure is Failure.SYSTEM_VOICE_MISSING
        assert failed.value.detail == "no-such-program-here"


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_words_never_stand_among_the_arguments_and_names_cannot_break_out(
    command: Command,
) -> None:
    words = command("zh", SystemVoice("it's me'; Remove-Item x", 1.5))
    assert all(isinstance(word, str) for word in words)
    assert "'it's me'" not in " ".join(words)


def test_language_and_speed_are_asked_for() -> None:
    assert espeak("zh", SystemVoice(speed=2.0))[-6:] == ["1", "-v", "cmn", "-s", "350", "--stdin"]
    assert "Tingting" in say("zh", SystemVoice())
    assert sapi("en", SystemVoice(speed=1.5))[-1].endswith("'' 'en' 5")


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
@pytest.mark.parametrize("language", ["en", "zh"])
async def test_the_systems_own_voice_speaks(language: str) -> None:
    if sys.platform != "linux":
        pytest.skip("the program of Linux")
    assert len(await spoken(SystemSynthesizer(), language)) > 24_000
