"""`companion hear FILE|--mic`: recognise a recording, or what the microphone hears.

`--json` prints one object: `text`, `language`, `confidence`, `provider`, `seconds` (of sound),
`wait_ms` (from the end of the sound to the words), `partials` (how often words came meanwhile);
or `failure`, `detail` and `sentence`. The exit status is 0 for words, 1 without.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from companion.commands.speech_desk import add_language, open_desk, print_json
from companion.speech.asr.recognizer import Recognizer
from companion.speech.audio.devices import Microphone
from companion.speech.audio.wav import read_wav
from companion.speech.events import (
    BLOCK_BYTES,
    LISTEN_RATE_HZ,
    Transcribe,
    Transcript,
    TranscriptChunk,
)
from companion.speech.providers import RECOGNIZERS, choose_recognizer
from companion.support.clock import Clock, SystemClock
from companion.support.errors import AudioError, CompanionError, Failure

DEVICE_DEADLINE_S = 5.0
_SECOND_BYTES = LISTEN_RATE_HZ * 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.epilog = __doc__
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("file", nargs="?", type=Path, metavar="FILE", help="a WAV file")
    source.add_argument("--mic", action="store_true", help="listen to the microphone")
    parser.add_argument(
        "--seconds", type=_seconds, default=5.0, help="how long to listen (default 5)"
    )
    parser.add_argument(
        "--provider", choices=("auto", *RECOGNIZERS), default="", help="instead of the settings'"
    )
    parser.add_argument(
        "--hint", action="append", default=[], metavar="LABEL", help="a label on the screen"
    )
    add_language(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Recognise and print."""
    desk = open_desk(recognizer=arguments.provider)
    try:
        recognizer = choose_recognizer(desk.settings, desk.secrets, desk.meter)
        request = Transcribe(arguments.language or desk.language, tuple(arguments.hint))
        heard = asyncio.run(_hear(recognizer, request, arguments, desk.settings.microphones))
    except CompanionError as error:
        return desk.fail(error, as_json=arguments.json)
    _print(heard, recognizer.id, arguments)
    return 0


@dataclass(frozen=True, slots=True)
class Heard:
    """What came of it."""

    transcript: Transcript
    seconds: float
    wait_ms: float
    partials: int


@dataclass
class Listening:
    """Passes sound on and remembers how much there was and when it ended.

    Attributes:
        clock: Times are its monotonic seconds.
        size: Bytes so far.
        ended: When the sound ended.
        partials: How often words came.
    """

    clock: Clock
    size: int = 0
    ended: float = 0.0
    partials: list[str] = field(default_factory=list)

    async def through(self, audio: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """The same sound."""
        async for block in audio:
            self.size += len(block)
            yield block
        self.ended = self.clock.monotonic()

    def on_partial(self, chunk: TranscriptChunk) -> None:
        """Words so far."""
        self.partials.append(chunk.text)


async def hear(
    recognizer: Recognizer, audio: AsyncIterator[bytes], request: Transcribe, clock: Clock
) -> Heard:
    """Recognise one utterance.

    Raises:
        RecognitionError: With the code that names the cause.
    """
    listening = Listening(clock)
    try:
        await recognizer.warm_up()
        transcript = await recognizer.transcribe(
            listening.through(audio), request, listening.on_partial
        )
        wait_ms = (clock.monotonic() - listening.ended) * 1000
    finally:
        await recognizer.close()
    return Heard(transcript, listening.size / _SECOND_BYTES, wait_ms, len(listening.partials))


async def blocks(pcm: bytes) -> AsyncIterator[bytes]:
    """A recording, block by block."""
    for at in range(0, len(pcm), BLOCK_BYTES):
        yield pcm[at : at + BLOCK_BYTES]


async def microphone_blocks(microphone: Microphone, seconds: float) -> AsyncIterator[bytes]:
    """What a microphone delivers within so many seconds of sound.

    Raises:
        AudioError: It delivers nothing, or goes away.
    """
    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[bytes | Failure] = asyncio.Queue()

    def put(item: bytes | Failure) -> None:
        loop.call_soon_threadsafe(queue.put_nowait, item)

    microphone.start(put, put)
    try:
        left = int(seconds * _SECOND_BYTES)
        while left > 0:
            async with asyncio.timeout(DEVICE_DEADLINE_S):
                block = await queue.get()
            if isinstance(block, Failure):
                raise AudioError(block)
            left -= len(block)
            yield block
    except TimeoutError as error:
        raise AudioError(Failure.MICROPHONE_LOST, "no sound") from error
    finally:
        microphone.stop()


async def _hear(
    recognizer: Recognizer,
    request: Transcribe,
    arguments: argparse.Namespace,
    microphones: Sequence[str],
) -> Heard:
    if arguments.mic:
        from companion.speech.audio.capture import SoundDeviceMicrophone

        audio = microphone_blocks(SoundDeviceMicrophone(microphones), arguments.seconds)
    else:
        audio = blocks(await asyncio.to_thread(read_wav, arguments.file))
    return await hear(recognizer, audio, request, SystemClock())


def _print(heard: Heard, provider: str, arguments: argparse.Namespace) -> None:
    if not arguments.json:
        print(heard.transcript.text)
        return
    print_json(
        {
            "text": heard.transcript.text,
            "language": heard.transcript.language,
            "confidence": round(heard.transcript.confidence, 3),
            "provider": provider,
            "seconds": round(heard.seconds, 3),
            "wait_ms": round(heard.wait_ms, 1),
            "partials": heard.partials,
        }
    )


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 < seconds <= 58:
        raise argparse.ArgumentTypeError("more than 0, at most 58")
    return seconds
