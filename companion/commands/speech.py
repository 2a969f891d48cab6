"""`companion speech`: the speech models as a child process; its parent speaks through its pipes.

It ends when its standard input ends, that is, with its parent. Standard output belongs to the
frames alone: what a library prints goes to standard error.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import BinaryIO

from companion.speech.apart.child import SpeechChild
from companion.speech.apart.messages import Frames, Reply, Request, framed, requests
from companion.speech.asr.recognizer import Recognizer
from companion.speech.tts.synthesizer import Synthesizer

READ_BYTES = 1 << 16


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It takes none: what it needs comes through its pipe."""
    parser.epilog = __doc__


def run(_: argparse.Namespace) -> int:
    """Serve until standard input ends."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in a terminal ends the parent first
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    asyncio.run(serve(sys.stdin.buffer, output, _ears, _voice))
    return 0


async def serve(
    source: BinaryIO,
    target: BinaryIO,
    ears: Callable[[str], Recognizer],
    voice: Callable[[str], Synthesizer],
) -> None:
    """Answer requests until `source` ends.

    Args:
        source: Read on a thread of its own, since a pipe of Windows cannot be awaited.
        target: Where replies go.
        ears: Makes the recogniser.
        voice: Makes the voice.
    """
    loop, over = asyncio.get_running_loop(), asyncio.Event()

    def tell(reply: Reply) -> None:
        try:
            target.write(framed(reply))
            target.flush()
        except OSError:  # the parent has gone
            over.set()

    child = SpeechChild(ears, voice, tell)
    reading = threading.Thread(
        target=_read, args=(source, loop, child.take, over.set), name="requests", daemon=True
    )
    reading.start()
    await over.wait()
    await child.end()


def _read(
    source: BinaryIO,
    loop: asyncio.AbstractEventLoop,
    take: Callable[[Request], None],
    end: Callable[[], None],
) -> None:
    frames = Frames()
    try:
        while data := os.read(source.fileno(), READ_BYTES):
            for payload in frames.feed(data):
                loop.call_soon_threadsafe(take, requests.decode(payload))
    finally:
        loop.call_soon_threadsafe(end)


def _ears(language: str) -> Recognizer:
    from companion.speech.asr.offline import OfflineRecognizer

    return OfflineRecognizer(language)


def _voice(language: str) -> Synthesizer:
    from companion.speech.tts.offline import OfflineSynthesizer

    return OfflineSynthesizer(language)
