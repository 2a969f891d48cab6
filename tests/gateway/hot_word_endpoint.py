"""DashScope's address for tables of hot words: made, listed and deleted."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field
from typing import Any

from tests.gateway.cloud_trouble import Trouble
from tests.gateway.customization import DATES, answer, opened, refused, refused_key
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
        body = opened(request, self.key, "speech-biasing", self.record)
        if body is None:
            writer.write(refused_key())
            return
        asked = body["input"]
        match asked["action"]:
            case "create_vocabulary":
                self._create(asked, writer)
            case "list_vocabulary":
                writer.write(answer({"vocabulary_list": list(self.tables.values())}))
            case "delete_vocabulary" if self.tables.pop(asked["vocabulary_id"], None):
                writer.write(answer({}))
            case _:
                writer.write(refused(400, "InvalidParameter", "no such table"))

    def _create(self, asked: dict[str, Any], writer: asyncio.StreamWriter) -> None:
        self.made.append(asked)
        rows = asked["vocabulary"]
        if not _PREFIX.fullmatch(asked["prefix"]) or not all(
            set(row) == {"text", "weight", "lang"} for row in rows
        ):
            self.record.violate(f"a table of {asked}")
        table = f"vocab-{asked['prefix']}-{len(self.made)}"
        self.tables[table] = {"vocabulary_id": table, "status": "OK"} | DATES
        match self.trouble:
            case Trouble.CUT_AT_START:
                writer.transport.abort()
            case Trouble.NO_JSON:
                writer.write(json_response(200, {"output": {}}))
            case _:
                writer.write(answer({"vocabulary_id": table}))
