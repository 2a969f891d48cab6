"""The wire, held against events as the reference implementation writes and reads them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager

import pytest

from companion.speech.asr.wyoming import WyomingRecognizer
from companion.speech.events import Synthesize, Transcribe
from companion.speech.tts.wyoming import WyomingSynthesizer
from companion.speech.wyoming_wire import (
    WyomingError,
    WyomingEvent,
    address_of,
    encoded,
    read_event,
)
from companion.support.errors import CompanionError, Failure
from tests.gateway.sound import tone
from tests.gateway.utterances import BLOCK, at_once, hear

Script = Callable[[asyncio.StreamReader, asyncio.StreamWriter, list[WyomingEvent]], Awaitable[None]]


@asynccontextmanager
async def server(script: Script) -> AsyncIterator[tuple[str, list[WyomingEvent]]]:
    heard: list[WyomingEvent] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await script(reader, writer, heard)
        except (WyomingError, ConnectionError):
            pass
        finally:
            writer.close()

    running = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with running:
        yield f"127.0.0.1:{running.sockets[0].getsockname()[1]}", heard


def answering(*answers: WyomingEvent, after: str) -> Script:
    async def script(
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter, heard: list[WyomingEvent]
    ) -> None:
        while not heard or heard[-1].type != after:
            heard.append(await read_event(reader))
        for answer in answers:
            writer.write(encoded(answer))
        await writer.drain()

    return script


def sounding(sound: bytes, rate: int = 22_050, channels: int = 1) -> tuple[WyomingEvent, ...]:
    shape = {"rate": rate, "width": 2, "channels": channels}
    pieces = [sound[at : at + 1001] for at in range(0, len(sound), 1001)]
    chunks = [WyomingEvent("audio-chunk", shape, piece) for piece in pieces]
    return WyomingEvent("audio-start", shape), *chunks, WyomingEvent("audio-stop")


async def spoken(address: str, voice: str = "") -> bytes:
    request = Synthesize("Hello.", "en")
    synthesizer = WyomingSynthesizer(address, voice, answer_timeout_s=30)
    return b"".join([chunk async for chunk in synthesizer.synthesize(request)])


def test_an_event_is_a_line_its_data_and_its_payload() -> None:
    event = WyomingEvent("audio-chunk", {"rate": 16000}, b"\1\2")
    line, rest = encoded(event).split(b"\n", 1)
    assert json.loads(line) == {
        "type": "audio-chunk",
        "version": "1.7.0",
        "data_length": 14,
        "payload_length": 2,
    }
    assert rest == b'{"rate":16000}\1\2'


@pytest.mark.parametrize(
    "wire",
    [
        b"{\n",
        b"[]\n",
        b'{"type":"x","payload_length":-1}\n',
        b'{"type":"x","payload_length":99999999}\n',
        b'{"type":"x","data_length":3}\n[1]',
        b'{"type":"x","payload_length":4}\n12',
        b"",
    ],
    ids=["half", "list", "negative", "huge", "odd data", "cut", "nothing"],
)
async def test_what_is_no_event_is_told(wire: bytes) -> None:
    reader = asyncio.StreamReader()
    reader.feed_data(wire)
    reader.feed_eof()
    with pytest.raises(WyomingError):
        await read_event(reader)


@pytest.mark.parametrize("text", ["", "host", "host:", ":1", "host:99999", "host:x"])
def test_what_is_no_address_is_told(text: str) -> None:
    with pytest.raises(ValueError, match="no HOST:PORT"):
        address_of(text)


async def test_an_utterance_becomes_words_and_labels_go_along() -> None:
    words = [WyomingEvent("transcript-chunk", {"text": t}) for t in ("show my", " quests")]
    answers = (*words, WyomingEvent("transcript", {"text": " show my quests "}))
    async with server(answering(*answers, after="audio-stop")) as (address, heard):
        partials: list[str] = []
        transcript = await WyomingRecognizer(address).transcribe(
            at_once(0.1), Transcribe("en", ("Next page",)), lambda c: partials.append(c.text)
        )
    assert (transcript.text, partials) == ("show my quests", ["show my", "show my quests"])
    assert heard[0].data == {"language": "en", "transcript_terms": ["Next page"]}
    assert b"".join(event.payload for event in heard) == BLOCK * 5


async def test_a_voice_of_another_rate_becomes_ours() -> None:
    async with server(answering(*sounding(tone(0.5, 22_050)), after="synthesize")) as (
        address,
        heard,
    ):
        sound = await spoken(address, "amy")
    assert abs(len(sound) - len(tone(0.5))) <= 4
    assert heard[0].data == {"text": "Hello.", "voice": {"name": "amy"}}


@pytest.mark.parametrize(
    ("answers", "failure"),
    [
        (sounding(tone(0.2))[:3], Failure.SPEECH_TRUNCATED),
        ((), Failure.SPEECH_UNREACHABLE),
        (sounding(b""), Failure.SPEECH_SERVICE_ERROR),
        ((WyomingEvent("error", {"text": "no"}),), Failure.SPEECH_SERVICE_ERROR),
        (sounding(tone(0.1), channels=99), Failure.SPEECH_SERVICE_ERROR),
    ],
    ids=["cut", "left", "no sound", "error", "odd sound"],
)
async def test_a_voice_that_does_not_come_is_told(
    answers: Sequence[WyomingEvent], failure: Failure
) -> None:
    async with server(answering(*answers, after="synthesize")) as (address, _):
        with pytest.raises(CompanionError) as failed:
            await spoken(address)
    assert failed.value.failure is failure


@pytest.mark.parametrize(
    ("answers", "failure"),
    [
        ((), Failure.SPEECH_UNREACHABLE),
        ((WyomingEvent("transcript", {"text": " "}),), Failure.NOTHING_HEARD),
        ((WyomingEvent("error", {}),), Failure.SPEECH_UNREACHABLE),
    ],
    ids=["left", "no words", "error"],
)
async def test_words_that_do_not_come_are_told(
    answers: Sequence[WyomingEvent], failure: Failure
) -> None:
    async with server(answering(*answers, after="audio-stop")) as (address, _):
        with pytest.raises(CompanionError) as failed:
            await hear(WyomingRecognizer(address), at_once(0.1))
    assert failed.value.failure is failure


@pytest.mark.parametrize(
    ("address", "failure"),
    [("127.0.0.1:9", Failure.SPEECH_UNREACHABLE), ("nowhere", Failure.SPEECH_SETTING_WRONG)],
)
@pytest.mark.parametrize("kind", [WyomingRecognizer, WyomingSynthesizer])
async def test_warming_up_finds_nobody(
    kind: type[WyomingRecognizer] | type[WyomingSynthesizer], address: str, failure: Failure
) -> None:
    with pytest.raises(CompanionError) as failed:
        await kind(address).warm_up()
    assert failed.value.failure is failure


@pytest.mark.filterwarnings("ignore:'audioop' is deprecated:DeprecationWarning")
async def test_the_reference_implementation_reads_what_we_write() -> None:
    reference = pytest.importorskip("wyoming.event", reason="the package wyoming is not installed")
    reader = asyncio.StreamReader()
    ours = WyomingEvent("audio-chunk", {"rate": 16000, "说": "好"}, b"\0\1\2")
    reader.feed_data(encoded(ours))
    theirs = await reference.async_read_event(reader)
    assert (theirs.type, theirs.data, theirs.payload) == (ours.type, ours.data, ours.payload)


@pytest.mark.filterwarnings("ignore:'audioop' is deprecated:DeprecationWarning")
async def test_we_read_what_the_reference_implementation_writes() -> None:
    reference = pytest.importorskip("wyoming.event", reason="the package wyoming is not installed")

    async def script(
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter, heard: list[WyomingEvent]
    ) -> None:
        event = reference.Event("transcript", {"text": "打开"}, b"\0\1")
        await reference.async_write_event(event, writer)

    async with server(script) as (address, _):
        reader, writer = await asyncio.open_connection(*address_of(address))
        event = await read_event(reader)
        writer.close()
    assert event == WyomingEvent("transcript", {"text": "打开"}, b"\0\1")
