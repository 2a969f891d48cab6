"""DashScope's address for tables of hot words: made, listed and deleted."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import dataclass, field
from typing import Any

from tests.gateway.cloud_trouble import Trouble
from tests.gateway.http_wire import Request, json_response
from tests.gateway.record import Record

_PREFIX = re.compile(r"[a-z0-9]{1,9}")


@dataclass
class HotWordEndpoint:
    """Guards the tables of one account.

    Attributes:
        made: Creating calls that came.
    """

    record: Record
    key: str
    trouble: Trouble = Trouble.NONE
    tables: dict[str, dict[str, Any]] = field(default_factory=dict)
    made: list[dict[str, Any]] = field(default_factory=list)

    async def serve(
        self, request: Request, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        if request.header("authorization") != f"Bearer {self.key}":
            writer.write(json_response(401, _error("InvalidApiKey")))
            return
        body = json.loads(request.body)
        asked = body["input"]
        if body["model"] != "speech-biasing":
            self.record.violate(f"model {body['model']}")
        match asked["action"]:
            case "create_vocabulary":
                self._create(asked, writer)
            case "list_vocabulary":
                writer.write(_answer({"vocabulary_list": list(self.tables.values())}))
            case "delete_vocabulary" if self.tables.pop(asked["vocabulary_id"], None):
                writer.write(_answer({}))
            case _:
                writer.write(json_response(400, _error("InvalidParameter", "no such table")))

    def _create(self, asked: dict[str, Any], writer: asyncio.StreamWriter) -> None:
        self.made.append(asked)
        rows = asked["vocabulary"]
        if not _PREFIX.fullmatch(asked["prefix"]) or not all(
            set(row) == {"text", "weight", "lang"} for row in rows
        ):
            self.record.violate(f"a table of {asked}")
        table = f"vocab-{asked['prefix']}-{len(self.made)}"
        dates = {"gmt_create": "2026-11-30 10:00:00", "gmt_modified": "2026-11-30 10:00:00"}
        self.tables[table] = {"vocabulary_id": table, "status": "OK"} | dates
        match self.trouble:
            case Trouble.CUT_AT_START:
                writer.transport.abort()
            case Trouble.NO_JSON:
                writer.write(json_response(200, {"output": {}}))
            case _:
                writer.write(_answer({"vocabulary_id": table}))


def _answer(output: dict[str, Any]) -> bytes:
    return json_response(200, {"output": output, "usage": {"count": 1}, "request_id": "r"})


def _error(code: str, message: str = "") -> dict[str, Any]:
    return {"code": code, "message": message, "request_id": "r"}
