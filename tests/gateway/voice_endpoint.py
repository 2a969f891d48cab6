"""DashScope's customization address: voices are made, listed, looked at and deleted."""

from __future__ import annotations

import asyncio
import base64
import json
import re
from dataclasses import dataclass, field
from typing import Any

from tests.gateway.cloud_trouble import Trouble
from tests.gateway.http_wire import Request, json_response
from tests.gateway.record import Record
from tests.gateway.sound import tone, wav

_PREFIX = re.compile(r"[A-Za-z0-9]{1,10}")


@dataclass
class VoiceEndpoint:
    """Guards the voices of one account.

    Attributes:
        designs: Creating calls that came: each is paid for.
        most: Voices that the account may hold.
    """

    record: Record
    key: str
    trouble: Trouble = Trouble.NONE
    code: str = ""
    most: int = 3
    voices: dict[str, dict[str, Any]] = field(default_factory=dict)
    designs: list[dict[str, Any]] = field(default_factory=list)

    async def serve(
        self, request: Request, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        if request.header("authorization") != f"Bearer {self.key}":
            writer.write(json_response(401, _error("InvalidApiKey")))
            return
        body = json.loads(request.body)
        asked = body["input"]
        if body["model"] != "voice-enrollment":
            self.record.violate(f"model {body['model']}")
        match asked["action"]:
            case "create_voice":
                await self._create(asked, body.get("parameters", {}), reader, writer)
            case "list_voice":
                rows = [v for n, v in self.voices.items() if (asked.get("prefix") or "") in n]
                at = asked["page_index"] * asked["page_size"]
                page = rows[at : at + asked["page_size"]]
                writer.write(_answer({"voice_list": page}))
            case "query_voice" if asked["voice_id"] in self.voices:
                writer.write(_answer(self.voices[asked["voice_id"]]))
            case "delete_voice" if self.voices.pop(asked["voice_id"], None):
                writer.write(_answer({}))
            case _:
                writer.write(json_response(400, _error("InvalidParameter", "no such voice")))

    async def _create(
        self,
        asked: dict[str, Any],
        parameters: dict[str, Any],
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        self.designs.append(asked)
        if not _PREFIX.fullmatch(asked["prefix"]) or parameters.get("response_format") != "wav":
            self.record.violate(f"a design of {asked} {parameters}")
        if self.trouble is Trouble.FAIL_AT_START:
            writer.write(json_response(400, _error(self.code)))
            return
        if len(self.voices) >= self.most:
            message = "Maximum voice storage limit exceeded"
            writer.write(json_response(429, _error("Throttling.AllocationQuota", message)))
            return
        voice_id = f"{asked['target_model']}-vd-{asked['prefix']}-{len(self.designs)}"
        made = {"voice_id": voice_id, "target_model": asked["target_model"]}
        dates = {"gmt_create": "2026-11-30 10:00:00", "gmt_modified": "2026-11-30 10:00:00"}
        self.voices[voice_id] = made | dates | {"status": "OK"}
        match self.trouble:
            case Trouble.CUT_AT_START:
                writer.transport.abort()
            case Trouble.STALL_MIDWAY:
                await reader.read()
            case Trouble.NO_JSON:
                writer.write(json_response(200, {"output": {}}))
            case _:
                sound = base64.b64encode(wav(tone(0.1))).decode()
                preview = {"data": sound, "sample_rate": 24_000, "response_format": "wav"}
                writer.write(_answer(made | {"preview_audio": preview}))


def _answer(output: dict[str, Any]) -> bytes:
    return json_response(200, {"output": output, "usage": {"count": 1}, "request_id": "r"})


def _error(code: str, message: str = "") -> dict[str, Any]:
    return {"code": code, "message": message, "request_id": "r"}
