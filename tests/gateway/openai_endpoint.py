"""An OpenAI-compatible speech server: `/audio/transcriptions` and `/audio/speech`."""

from __future__ import annotations

import asyncio
import email.parser
import email.policy
import json
from collections import deque
from dataclasses import dataclass, field

from tests.gateway.cloud_trouble import CloudScenario, Trouble
from tests.gateway.http_wire import Request, chunk, head, json_response
from tests.gateway.record import Record
from tests.gateway.sound import tone


@dataclass
class OpenAiEndpoint:
    """Guards the key and the scripts.

    Attributes:
        forms: Fields of the last transcription, the file's content among them.
    """

    record: Record
    key: str
    plan: deque[CloudScenario] = field(default_factory=deque)
    default: CloudScenario = field(default_factory=CloudScenario)
    status: int = 400
    forms: dict[str, bytes] = field(default_factory=dict)

    async def serve(
        self, request: Request, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        if request.header("authorization") != f"Bearer {self.key}":
            fault = {"code": "invalid_api_key", "message": request.header("authorization")}
            writer.write(json_response(401, {"error": fault}))
            return
        scenario = self.plan.popleft() if self.plan else self.default
        is_speech = request.path.endswith("/speech")
        if is_speech:
            asked = json.loads(request.body)
            self.record.posts[asked["input"]] += 1
            if asked["response_format"] != "pcm":
                self.record.violate("speech of another format than we can play")
        else:
            self.forms = _form(request)
            self.record.tasks.append("transcription")
        match scenario.trouble:
            case Trouble.FAIL_AT_START:
                fault = {"code": scenario.code, "message": scenario.message}
                writer.write(json_response(self.status, {"error": fault}))
            case Trouble.CUT_AT_START:
                writer.transport.abort()
            case Trouble.NEVER_BEGINS:
                await self._wait_for_hang_up(reader, writer)
            case Trouble.NO_JSON:
                writer.write(head(200, {"Content-Type": "text/html"}) + b"<html>")
            case _ if is_speech:
                await self._speak(scenario, tone(0.3), reader, writer)
            case trouble:
                words = "" if trouble is Trouble.EMPTY else " ".join(scenario.words)
                writer.write(json_response(200, {"text": words}))

    async def _speak(
        self,
        scenario: CloudScenario,
        sound: bytes,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        kind = {"Content-Type": "audio/pcm", "Transfer-Encoding": "chunked"}
        writer.write(head(200, kind))
        if scenario.trouble is not Trouble.EMPTY:
            writer.write(chunk(sound[:4_801]))
            await writer.drain()
        match scenario.trouble:
            case Trouble.CUT_MIDWAY:
                writer.close()
                return
            case Trouble.STALL_MIDWAY:
                await self._wait_for_hang_up(reader, writer)
                return
            case Trouble.NONE:
                writer.write(chunk(sound[4_801:]))
        writer.write(chunk(b""))

    async def _wait_for_hang_up(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        await writer.drain()
        try:
            await reader.read()
        finally:
            self.record.hung_up.set()


def _form(request: Request) -> dict[str, bytes]:
    """The fields of multipart/form-data."""
    head_lines = f"Content-Type: {request.header('content-type')}\r\n\r\n".encode()
    parser = email.parser.BytesParser(policy=email.policy.HTTP)
    message = parser.parsebytes(head_lines + request.body)
    fields = {}
    for part in message.iter_parts():
        content = part.get_payload(decode=True)
        assert isinstance(content, bytes)
        fields[str(part.get_param("name", header="content-disposition"))] = content
    return fields
