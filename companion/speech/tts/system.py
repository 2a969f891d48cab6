"""Synthesis by the operating system's own voices: a process a sentence."""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import AsyncGenerator
from contextlib import suppress

from companion.speech.events import Synthesize
from companion.speech.tts.any_rate import AnyRate
from companion.speech.tts.qwen_pcm import PcmStream
from companion.speech.tts.system_command import COMMANDS, Command, SystemVoice
from companion.support.errors import Failure, SynthesisError

ANSWER_TIMEOUT_S = 20.0
_PIECE_BYTES = 8192


class SystemSynthesizer:
    """A process a sentence, ended when nobody listens any more. Lives on one loop."""

    id = "system"
    rate_hz = 24_000

    def __init__(
        self,
        voice: SystemVoice | None = None,
        command: Command | None = None,
        answer_timeout_s: float = ANSWER_TIMEOUT_S,
    ) -> None:
        """Store what is given; nothing is started.

        Args:
            voice: What is asked of the system.
            command: How it is asked; by the platform when None.
            answer_timeout_s: Time without sound after which a sentence is given up.
        """
        self._voice = voice or SystemVoice()
        self._command = command or COMMANDS.get(sys.platform)
        self._answer_timeout_s = answer_timeout_s

    async def warm_up(self) -> None:
        """See whether the program is there.

        Raises:
            SynthesisError: SYSTEM_VOICE_MISSING.
        """
        program = self._words("en")[0]
        if await asyncio.to_thread(shutil.which, program) is None:
            raise SynthesisError(Failure.SYSTEM_VOICE_MISSING, program)

    async def synthesize(self, request: Synthesize) -> AsyncGenerator[bytes, None]:
        """Say one sentence; see `Synthesizer`.

        Raises:
            SynthesisError: With the code that names the cause.
        """
        process = await self._start(request)
        try:
            pcm, sound = PcmStream(any_format=True), None
            while piece := await self._read(process):
                if samples := pcm.feed(piece):
                    sound = sound or AnyRate(pcm.rate_hz, pcm.channels, self.rate_hz)
                    yield sound.feed(samples)
            code = await process.wait()
            if code or sound is None:
                raise SynthesisError(Failure.SPEECH_SERVICE_ERROR, f"the program ended with {code}")
            yield sound.flush()
        except TimeoutError as error:
            raise SynthesisError(Failure.SPEECH_SILENT, "the system's voice") from error
        except ValueError as error:
            raise SynthesisError(Failure.SPEECH_SERVICE_ERROR, str(error)) from error
        finally:
            await _ended(process)

    async def close(self) -> None:
        """Nothing is kept between sentences."""

    async def _start(self, request: Synthesize) -> asyncio.subprocess.Process:
        words = self._words(request.language)
        try:
            process = await asyncio.create_subprocess_exec(
                *words,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
            )
        except OSError as error:
            raise SynthesisError(Failure.SYSTEM_VOICE_MISSING, words[0]) from error
        assert process.stdin
        # The text goes over a pipe: other users may read arguments.
        process.stdin.write(request.text.encode(errors="replace"))
        process.stdin.close()
        return process

    async def _read(self, process: asyncio.subprocess.Process) -> bytes:
        assert process.stdout
        async with asyncio.timeout(self._answer_timeout_s):
            return await process.stdout.read(_PIECE_BYTES)

    def _words(self, language: str) -> list[str]:
        if self._command is None:
            raise SynthesisError(Failure.SYSTEM_VOICE_MISSING, sys.platform)
        return self._command(language, self._voice)


async def _ended(process: asyncio.subprocess.Process) -> None:
    """Kill what still speaks, and wait for it: nothing stays behind."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.kill()
    assert process.stdout
    await process.stdout.read()
    await process.wait()
