"""Qwen's multimodal-generation endpoint: validates a POST and streams sound as events."""

from __future__ import annotations

import asyncio
import base64
import json
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.gateway.http_wire import Request, chunk, head, json_response, response
from tests.gateway.qwen_scenario import QwenScenario, QwenTrouble
from tests.gateway.record import Record
from tests.gateway.sound import list_chunk, tone, wav

LIMIT = 600
VOICES = {
    "qwen3-tts-flash": ("Cherry", "Ethan", "Serena"),
    "qwen3-tts-instruct-flash": ("Cherry",),
    "qwen-audio-3.0-tts-flash": ("longanhuan_v3.6", "qwen-audio-3.0-tts-flash-vd-companion-1"),
}
STREAM_HEAD = {"Content-Type": "text/event-stream;charset=UTF-8", "Transfer-Encoding": "chunked"}


@dataclass
class QwenEndpoint:
    """Guards the key, the voices and the scripts."""

    record: Record
    key: str
    base_url: str = ""
    plan: deque[QwenScenario] = field(default_factory=deque)
    """Taken one a request; nothing left means `default`."""
    default: QwenScenario = field(default_factory=QwenScenario)
    files: dict[str, bytes] = field(default_factory=dict)
    """Whole WAV files, by name, that final events point to."""

    async def serve(
        self,
        request: Request,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        *,
        is_audio_path: bool = False,
    ) -> None:
        if request.header("authorization") != f"Bearer {self.key}":
            writer.write(json_response(401, _error("InvalidApiKey", "Invalid API-key provided.")))
            return
        asked = self._asked(request)
        text = str(asked.get("text", ""))
        named = (asked.get("format"), asked.get("sample_rate"))
        if named != (("pcm", 24_000) if is_audio_path else (None, None)):
            self.record.violate(f"sound of {named}")
        self.record.posts[text] += 1
        if refused := _refusal(asked):
            writer.write(json_response(400, refused))
            return
        scenario = self.plan.popleft() if self.plan else self.default
        voice = scenario.voice
        language = str(asked.get("language_type", "Auto"))
        pcm = await voice(text, language) if voice else tone(0.3 + 0.05 * len(text))
        answer = _Answer(scenario, self.record, reader, writer)
        count = len(text) if is_audio_path else _billed(text)
        events = self._events(scenario, pcm, count)
        await answer.run(_by_sentence(events) if is_audio_path else events, request)

    def serve_file(self, request: Request, writer: asyncio.StreamWriter) -> None:
        """The whole WAV that a final event pointed to."""
        found = self.files.get(request.path.rsplit("/", 1)[-1])
        body = found or b""
        writer.write(response(200 if found else 404, body, "audio/wav"))

    def _asked(self, request: Request) -> dict[str, Any]:
        try:
            body = json.loads(request.body)
            asked: dict[str, Any] = body["input"] | {"model": body["model"]}
        except (ValueError, KeyError, TypeError):
            self.record.violate("a body that is no request")
            return {}
        unknown = set(body) - {"model", "input", "parameters"}
        if unknown or request.header("content-type").split(";")[0] != "application/json":
            self.record.violate(f"a request with {sorted(unknown)}")
        return asked

    def _events(self, scenario: QwenScenario, pcm: bytes, count: int) -> Iterator[dict[str, Any]]:
        name = f"{len(self.files)}.wav"
        self.files[name] = wav(pcm)
        sound = wav(pcm, extra=list_chunk()) + list_chunk() if scenario.with_header else pcm
        usage = {"input_tokens": 0, "output_tokens": 0, "characters": count}
        told = {"usage": usage} if scenario.usage else {}
        for at in range(0, len(sound), scenario.chunk_bytes):
            piece = base64.b64encode(sound[at : at + scenario.chunk_bytes]).decode()
            yield _payload("null", {"data": piece, "url": ""}) | told
        url = f"{self.base_url}/files/{name}"
        yield _payload("stop", {"data": "", "url": url, "expires_at": 1}) | told


class _Answer:
    """One streamed answer."""

    def __init__(
        self,
        scenario: QwenScenario,
        record: Record,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        self._scenario = scenario
        self._record = record
        self._reader = reader
        self._writer = writer

    async def run(self, events: Iterator[dict[str, Any]], request: Request) -> None:
        scenario = self._scenario
        error = _error(scenario.code, scenario.message)
        match scenario.trouble:
            case QwenTrouble.REFUSE:
                self._writer.write(json_response(scenario.status, error))
            case QwenTrouble.REFUSE_AS_STREAM:
                body = f"event:error\ndata:{json.dumps(error)}\n\n".encode()
                self._writer.write(response(scenario.status, body, "text/event-stream"))
            case QwenTrouble.CUT_BEFORE_REPLY:
                self._writer.transport.abort()
            case QwenTrouble.STALL_BEFORE_REPLY:
                await self._wait_for_hang_up()
            case _ if request.header("x-dashscope-sse").lower() != "enable":
                *_, last = events
                self._writer.write(json_response(200, last))
            case _:
                await self._stream(events)

    async def _stream(self, events: Iterator[dict[str, Any]]) -> None:
        self._writer.write(head(200, STREAM_HEAD))
        is_due, was_due = False, False
        for number, event in enumerate(events, 1):
            is_last = event["output"]["finish_reason"] == "stop"
            if is_due and await self._trouble():
                return
            has_sound = bool(event["output"].get("audio", {}).get("data"))
            is_due, was_due = has_sound and not was_due, has_sound or was_due
            if is_last and self._scenario.trouble is QwenTrouble.END_WITHOUT_STOP:
                break
            if is_last or self._scenario.trouble is not QwenTrouble.ONLY_FINAL:
                await self._send(self._dressed("result", event, number, is_last=is_last))
        if self._scenario.trouble is QwenTrouble.STALL_AFTER_FINAL:
            await self._wait_for_hang_up()
        self._writer.write(chunk(b""))

    async def _trouble(self) -> bool:
        """Go wrong after the first event; True when nothing more is to come."""
        match self._scenario.trouble:
            case QwenTrouble.STALL:
                await self._wait_for_hang_up()
            case QwenTrouble.ONLY_COMMENTS:
                await self._comment_until_hang_up()
            case QwenTrouble.CUT:
                self._writer.close()  # without the chunk that ends a body
            case QwenTrouble.CUT_IN_EVENT:
                await self._send(b'id:2\nevent:result\ndata:{"output":{"audio"')
                self._writer.write(chunk(b""))
            case QwenTrouble.NO_JSON:
                await self._send(b"event:result\ndata:{nothing}\n\n")
            case QwenTrouble.NO_BASE64:
                bad = _payload("null", {"data": "%%%", "url": ""})
                await self._send(self._dressed("result", bad, 2))
            case QwenTrouble.ERROR_IN_STREAM:
                error = _error(self._scenario.code, self._scenario.message)
                await self._send(self._dressed("error", error, 2))
                self._writer.write(chunk(b""))
            case _:
                return False
        return True

    async def _wait_for_hang_up(self) -> None:
        await self._writer.drain()
        try:
            await self._reader.read()
        finally:
            self._record.hung_up.set()

    async def _comment_until_hang_up(self) -> None:
        gone = asyncio.ensure_future(self._wait_for_hang_up())  # noqa: TID251 - awaited below
        while not gone.done():
            self._writer.write(chunk(b": still here\n"))
            await asyncio.wait({gone}, timeout=0.02)
        await gone

    def _dressed(
        self, name: str, payload: dict[str, Any], number: int, *, is_last: bool = False
    ) -> bytes:
        s = self._scenario
        text = json.dumps(payload, ensure_ascii=False, indent=1 if s.data_lines > 1 else None)
        status = 400 if name == "error" else 200
        lines = [f"id:{number}", f"event:{name}", f":HTTP_STATUS/{status}"]
        lines += [f"data:{' ' if s.space else ''}{part}" for part in _parts(text, s.data_lines)]
        if s.comments:
            lines = [": heartbeat", "", *lines, ": within", "retry: 10", "unknown: field"]
        end = "" if is_last and not s.last_blank else s.line_end
        return (s.line_end.join(lines) + s.line_end + end).encode()

    async def _send(self, event: bytes) -> None:
        size = self._scenario.segment_bytes or len(event)
        for at in range(0, len(event), size):
            self._writer.write(chunk(event[at : at + size]))
            await self._writer.drain()
            if self._scenario.segment_bytes:
                await asyncio.sleep(0)  # lets the segment go alone


def _by_sentence(events: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The same as the Qwen-Audio path tells it: sentences begin and end, the last has no type."""
    sentence = {"original_text": "声音", "sentence": {"index": 0, "words": []}}
    yield {"output": {"type": "sentence-begin", "finish_reason": "null"} | sentence}
    for event in events:
        if event["output"]["finish_reason"] == "stop":
            yield {"output": {"type": "sentence-end", "finish_reason": "null"} | sentence}
            yield event
        else:
            event["output"] |= {"type": "sentence-synthesis"} | sentence
            yield event


def _parts(text: str, count: int) -> list[str]:
    """Spread JSON over lines; the breaks lie where its own indentation put them."""
    lines = text.split("\n")
    head_lines, rest = lines[: count - 1], lines[count - 1 :]
    return [*head_lines, " ".join(rest)] if rest else head_lines


def _payload(finish: str, audio: dict[str, Any]) -> dict[str, Any]:
    output = {
        "text": "声音",
        "choices": None,
        "finish_reason": finish,
        "audio": audio | {"id": "a"},
    }
    return {"output": output, "request_id": "r"}


def _refusal(asked: dict[str, Any]) -> dict[str, Any] | None:
    voices = VOICES.get(str(asked.get("model")))
    if voices is None:
        return _error("InvalidParameter", "Model not exist.")
    if asked.get("voice") not in voices:
        listed = ", ".join(f"'{voice}'" for voice in voices)
        return _error("InvalidParameter", f"<400> voice: Input should be {listed}")
    if not 0 < _billed(str(asked.get("text", ""))) <= LIMIT:
        return _error("InvalidParameter", f"Range of input length should be [0, {LIMIT}]")
    return None


def _billed(text: str) -> int:
    return sum(2 if "\u4e00" <= character <= "\u9fff" else 1 for character in text)


def _error(code: str, message: str) -> dict[str, Any]:
    return {"code": code, "message": message, "request_id": "r"}
