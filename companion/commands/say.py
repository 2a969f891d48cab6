"""`companion say TEXT`: have a text spoken, through the loudspeaker or into a WAV file.

`--json` prints one object: `provider`, `seconds` (of sound), `rate_hz`, `first_ms` (until the first
sound was there), `sentences`, `file`; or `failure`, `detail` and `sentence`. The exit status is 0
when all was spoken, else 1.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.commands.speech_desk import SpeechDesk, add_language, open_desk, print_json
from companion.language.ear import sentences
from companion.speech.audio.devices import Speaker
from companion.speech.audio.wav import wav_bytes
from companion.speech.events import Synthesize
from companion.speech.providers import SYNTHESIZERS, choose_synthesizer
from companion.speech.tts.closing import closing_chunks
from companion.speech.tts.synthesizer import Synthesizer
from companion.speech.voices.bindings import check_speaker
from companion.speech.voices.opened import read_voices
from companion.support.atomic import write_atomically
from companion.support.clock import Clock, SystemClock
from companion.support.errors import CompanionError, Failure, SynthesisError
from companion.support.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.epilog = __doc__
    parser.add_argument("text", help="what is to be said")
    parser.add_argument(
        "--provider", choices=("auto", *SYNTHESIZERS), default="", help="instead of the settings'"
    )
    parser.add_argument(
        "--speaker", default="", help="who speaks, such as quest or character:ID; chooses the voice"
    )
    add_language(parser)
    parser.add_argument("--out", type=Path, metavar="WAV", help="write a file instead of playing")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Speak and print."""
    desk = open_desk(synthesizer=arguments.provider)
    try:
        synthesizer = _chosen(desk, arguments)
        spoken = asyncio.run(_speak(synthesizer, desk, arguments))
    except CompanionError as error:
        return desk.fail(error, as_json=arguments.json)
    except OSError as error:
        return desk.fail(
            CompanionError(Failure.STORAGE_UNAVAILABLE, error.strerror or ""),
            as_json=arguments.json,
        )
    if arguments.json:
        print_json(
            {
                "provider": synthesizer.id,
                "seconds": round(len(spoken.pcm) / 2 / synthesizer.rate_hz, 3),
                "rate_hz": synthesizer.rate_hz,
                "first_ms": round(spoken.first_ms, 1),
                "sentences": spoken.sentences,
                "file": str(arguments.out) if arguments.out else "",
            }
        )
    return 0


@dataclass(frozen=True, slots=True)
class Spoken:
    """What came of it.

    Attributes:
        pcm: Mono s16le.
        first_ms: Until the first sound was there.
        sentences: How many were said.
    """

    pcm: bytes
    first_ms: float
    sentences: int


async def speak(
    synthesizer: Synthesizer,
    requests: tuple[Synthesize, ...],
    on_sound: Callable[[bytes], None],
    clock: Clock,
) -> Spoken:
    """Say sentences in order; each is handed on as it comes.

    Raises:
        SynthesisError: With the code that names the cause.
    """
    pcm, begun, first = bytearray(), clock.monotonic(), 0.0
    for request in requests:
        async with closing_chunks(synthesizer.synthesize(request)) as chunks:
            async for chunk in chunks:
                first = first or clock.monotonic()
                pcm += chunk
                on_sound(chunk)
    return Spoken(bytes(pcm), (first - begun) * 1000, len(requests))


def _chosen(desk: SpeechDesk, arguments: argparse.Namespace) -> Synthesizer:
    if arguments.speaker:
        check_speaker(arguments.speaker)
    synthesizer = choose_synthesizer(
        desk.settings, desk.secrets, desk.meter, lambda: read_voices(desk.folder)
    )
    if synthesizer is None:
        raise SynthesisError(Failure.SPEECH_SETTING_WRONG, "synthesizer none")
    return synthesizer


async def _speak(
    synthesizer: Synthesizer, desk: SpeechDesk, arguments: argparse.Namespace
) -> Spoken:
    language = arguments.language or desk.language
    requests = tuple(
        Synthesize(sentence, language, arguments.speaker)
        for sentence in sentences(arguments.text, language)
    )
    if not requests:
        raise SynthesisError(Failure.SPEECH_SETTING_WRONG, "a text without words")
    try:
        await synthesizer.warm_up()
        if arguments.out is None:
            return await _aloud(synthesizer, requests, loudspeaker(desk.settings))
        spoken = await speak(synthesizer, requests, lambda chunk: None, SystemClock())
        wav = wav_bytes(spoken.pcm, synthesizer.rate_hz)
        await asyncio.to_thread(write_atomically, arguments.out, wav)
        return spoken
    finally:
        await synthesizer.close()


async def _aloud(
    synthesizer: Synthesizer, requests: tuple[Synthesize, ...], speaker: Speaker
) -> Spoken:
    stream = speaker.open(synthesizer.rate_hz, lambda: None)
    try:
        spoken = await speak(synthesizer, requests, stream.push, SystemClock())
        stream.end()
        await stream.drained()
        return spoken
    except BaseException:
        stream.abort()
        raise


async def play(pcm: bytes, rate_hz: int, speaker: Speaker) -> None:
    """Let a sound be heard to its end.

    Raises:
        AudioError: There is no loudspeaker, or it went away.
    """
    stream = speaker.open(rate_hz, lambda: None, pcm)
    try:
        stream.end()
        await stream.drained()
    except BaseException:
        stream.abort()
        raise


def loudspeaker(settings: Settings) -> Speaker:
    """The one that the player prefers."""
    from companion.speech.audio.playback import SoundDeviceSpeaker

    return SoundDeviceSpeaker(settings.speakers)
