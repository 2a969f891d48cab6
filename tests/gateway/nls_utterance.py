"""One utterance at the gateway: IDLE, then STARTED, then DONE."""

from __future__ import annotations

import asyncio
import enum
import json
import secrets
from collections import deque
from typing import Any

from tests.gateway.nls_check import BYTES_PER_S, NlsCheck
from tests.gateway.nls_scenario import NlsScenario, NlsTrouble
from tests.gateway.record import Record
from tests.gateway.ws_frames import (
    BINARY,
    CLOSE,
    CONTINUATION,
    PING,
    PONG,
    TEXT,
    FrameReader,
    WsFrame,
    frame_bytes,
)

APPKEY_NOT_EXIST = 40020105
IDLE_TIMEOUT = 40000004
TOO_LONG_SPEECH = 41010104


class _State(enum.Enum):
    IDLE = enum.auto()
    STARTED = enum.auto()
    STOPPED = enum.auto()
    DONE = enum.auto()


class NlsUtterance:
    """Guards one socket from the upgrade to its end."""

    def __init__(
        self,
        scenario: NlsScenario,
        record: Record,
        app_key: str,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        self._scenario = scenario
        self._record = record
        self._app_key = app_key
        self._reader = reader
        self._writer = writer
        self._check = NlsCheck(record, app_key)
        self._partials = deque(scenario.partials)
        self._sound = bytearray()
        self._state = _State.IDLE
        self._started_at = 0.0
        self._open = True
        self._token = ""
        self._is_stream = False

    async def run(self, token: str) -> None:
        """Serve until either side ends the connection; failures quote the token, as some do."""
        self._token = token
        frames = FrameReader()
        while self._open:
            try:
                data = await asyncio.wait_for(self._reader.read(1 << 16), self._scenario.idle_s)
            except TimeoutError:
                if self._state is _State.STARTED:
                    self._fail(IDLE_TIMEOUT)
                continue
            if not data:
                break
            for frame in frames.feed(data):
                await self._take(frame)
        if self._state is not _State.DONE:
            self._record.hung_up.set()

    async def _take(self, frame: WsFrame) -> None:
        if not frame.masked:
            self._record.violate("an unmasked frame")
        match frame.opcode:
            case opcode if opcode == TEXT and frame.final:
                await self._message(self._check.message(frame.payload))
            case opcode if opcode == BINARY and frame.final:
                self._take_sound(frame.payload)
            case opcode if opcode == CLOSE:
                self._writer.write(frame_bytes(CLOSE, frame.payload))
                self._open = False
            case opcode if opcode == PING:
                self._writer.write(frame_bytes(PONG, frame.payload))
            case opcode if opcode != PONG:
                self._record.violate(f"a frame of kind {frame.opcode}")

    async def _message(self, header: dict[str, Any]) -> None:
        match header.get("name"), self._state:
            case "StartRecognition" | "StartTranscription" as name, _State.IDLE:
                self._is_stream = name == "StartTranscription"
                self._record.tasks.append(self._check.task_id)
                self._start(str(header.get("appkey")))
            case "StopRecognition" | "StopTranscription", _State.STARTED:
                self._record.stops += 1
                await self._stop()
            case _, _State.DONE:
                pass  # it crossed our last word
            case name, state:
                self._record.violate(f"{name} while {state.name}")

    def _start(self, app_key: str) -> None:
        self._started_at = asyncio.get_running_loop().time()
        trouble = self._scenario.trouble
        if app_key != self._app_key:
            self._fail(APPKEY_NOT_EXIST)
        elif trouble is NlsTrouble.FAIL_AT_START:
            self._fail(self._scenario.status)
        elif trouble is NlsTrouble.RESET_AT_START:
            self._reset()
        elif trouble is not NlsTrouble.NO_STARTED:
            self._state = _State.STARTED
            self._say("RecognitionStarted")

    def _take_sound(self, sound: bytes) -> None:
        if self._state in (_State.IDLE, _State.STOPPED):
            self._record.violate(f"sound while {self._state.name}")
        if self._state is not _State.STARTED:
            return
        self._sound += sound
        seconds = asyncio.get_running_loop().time() - self._started_at
        self._check.sound(sound, len(self._sound), seconds)
        if len(self._sound) > self._scenario.limit_s * BYTES_PER_S:
            self._fail(TOO_LONG_SPEECH)
            return
        if self._partials:
            self._partial(self._partials.popleft())
        self._trouble_in_sound()

    def _partial(self, words: str) -> None:
        match self._scenario.trouble:
            case NlsTrouble.FRAGMENTED:
                self._fragmented(words)
            case NlsTrouble.UNKNOWN_EVENT:
                self._say("RecognitionMood", {"mood": ["fine"]})
                self._say("RecognitionResultChanged", {"result": words})
            case NlsTrouble.PING:
                self._writer.write(frame_bytes(PING, b"there?"))
                self._say("RecognitionResultChanged", {"result": words})
            case _:
                self._say("RecognitionResultChanged", {"result": words})

    def _trouble_in_sound(self) -> None:
        match self._scenario.trouble:
            case NlsTrouble.FAIL_IN_SOUND:
                self._fail(self._scenario.status)
            case NlsTrouble.RESET_IN_SOUND:
                self._reset()
            case NlsTrouble.CLOSE_IN_SOUND:
                self._state = _State.DONE
                self._writer.write(frame_bytes(CLOSE, b"\x03\xf0going"))
            case NlsTrouble.NO_JSON:
                self._state = _State.DONE
                self._writer.write(frame_bytes(TEXT, b"<html>"))
            case NlsTrouble.EARLY_COMPLETED if not self._partials:
                self._complete(self._scenario.final)

    async def _stop(self) -> None:
        self._state = _State.STOPPED
        match self._scenario.trouble:
            case NlsTrouble.FAIL_AFTER_STOP:
                self._fail(self._scenario.status)
            case NlsTrouble.NO_COMPLETED:
                pass
            case _:
                transcribe = self._scenario.transcribe
                words = await transcribe(bytes(self._sound)) if transcribe else self._scenario.final
                self._complete(words)

    def _complete(self, words: str) -> None:
        self._state = _State.DONE
        self._record.heard.append(bytes(self._sound))
        duration = len(self._sound) * 1000 // BYTES_PER_S
        if self._is_stream:
            self._sentence_by_sentence(words)
        else:
            self._say("RecognitionCompleted", {"result": words, "duration": duration})

    def _sentence_by_sentence(self, words: str) -> None:
        for index, sentence in enumerate(words.split("|"), 1):
            self._say("SentenceBegin", {"index": index, "time": 320})
            self._say("SentenceEnd", {"index": index, "result": sentence, "confidence": 0.9})
        self._say("TranscriptionCompleted")

    def _fail(self, status: int) -> None:
        self._state = _State.DONE
        self._write(_event("TaskFailed", self._check.task_id, None, status, self._token))

    def _reset(self) -> None:
        self._state = _State.DONE
        self._open = False
        self._writer.transport.abort()

    def _say(self, name: str, payload: dict[str, Any] | None = None) -> None:
        name = name.replace("Recognition", "Transcription") if self._is_stream else name
        self._write(_event(name, self._check.task_id, payload))

    def _write(self, event: bytes) -> None:
        self._writer.write(frame_bytes(TEXT, event))

    def _fragmented(self, words: str) -> None:
        event = _event("RecognitionResultChanged", self._check.task_id, {"result": words})
        middle = len(event) // 2
        self._writer.write(frame_bytes(TEXT, event[:middle], final=False))
        self._writer.write(frame_bytes(PING, b""))
        self._writer.write(frame_bytes(CONTINUATION, event[middle:]))


def _event(
    name: str,
    task_id: str,
    payload: dict[str, Any] | None,
    status: int = 20000000,
    token: str = "",
) -> bytes:
    header = {
        "namespace": _namespace(name),
        "name": name,
        "status": status,
        "message_id": secrets.token_hex(16),
        "task_id": task_id,
        "status_text": f"Gateway:FAILED:'{token}'" if token else "Gateway:SUCCESS:Success.",
    }
    message = {"header": header} | ({"payload": payload} if payload is not None else {})
    return json.dumps(message, ensure_ascii=False).encode()


def _namespace(name: str) -> str:
    if name == "TaskFailed":
        return "Default"
    return "SpeechRecognizer" if name.startswith("Recognition") else "SpeechTranscriber"
