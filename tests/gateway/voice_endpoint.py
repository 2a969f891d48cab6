"""DashScope's customization address: voices are made, listed, looked at and deleted."""

from __future__ import annotations

import asyncio
import base64
import re
from dataclasses import dataclass, field
from typing import Any

from tests.gateway.cloud_trouble import Trouble
from tests.gateway.customization import DATES, answer, opened, refused, refused_key
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
        body = opened(request, self.key, "voice-enrollment", self.record)
        if body is None:
            writer.write(refused_key())
            return
        asked = body["input"]
        match asked["action"]:
            case "create_voice":
                await self._create(asked, body.get("parameters", {}), reader, writer)
            case "list_voice":
                rows = [v for n, v in self.voices.items() if (asked.get("prefix") or "") in n]
                at = asked["page_index"] * asked["page_size"]
                page = rows[at : at + asked["page_size"]]
                writer.write(answer({"voice_list": page}))
            case "query_voice" if asked["voice_id"] in self.voices:
                writer.write(answer(self.voices[asked["voice_id"]]))
            case "delete_voice" if self.voices.pop(asked["voice_id"], None):
                writer.write(answer({}))
            case _:
                writer.write(refused(400, "InvalidParameter", "no such voice"))

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
            writer.write(refused(400, self.code))
            return
        if len(self.voices) >= self.most:
            message = "Maximum voice storage limit exceeded"
            writer.write(refused(429, "Throttling.AllocationQuota", message))
            return
        voice_id = f"{asked['target_model']}-vd-{asked['prefix']}-{len(self.designs)}"
        made = {"voice_id": voice_id, "target_model": asked["target_model"]}
        self.voices[voice_id] = made | DATES | {"status": "OK"}
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
                writer.write(answer(made | {"preview_audio": preview}))
