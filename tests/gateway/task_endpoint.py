"""DashScope's task protocol: run-task, sound, finish-task."""

from __future__ import annotations

import asyncio
import json
import re
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from tests.gateway.cloud_trouble import CloudScenario, Trouble
from tests.gateway.http_wire import Request, json_response
from tests.gateway.record import Record
from tests.gateway.ws_peer import WsPeer

BYTES_PER_S = 32_000
_TASK = re.compile(r"[0-9a-f]{32}")
_PAYLOAD = {"task_group", "task", "function", "model", "parameters", "input"}


@dataclass
class TaskEndpoint:
    """Guards the key and the scripts."""

    record: Record
    key: str
    plan: deque[CloudScenario] = field(default_factory=deque)
    default: CloudScenario = field(default_factory=CloudScenario)

    async def serve(
        self, request: Request, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.record.logins += 1
        told = request.header("authorization")
        if told.lower() != f"bearer {self.key}".lower():
            said = {"code": "InvalidApiKey", "message": f"Invalid API-key: {told}"}
            writer.write(json_response(401, said))
            return
        peer = WsPeer(self.record, reader, writer)
        peer.accept(request)
        await _Task(self.plan.popleft() if self.plan else self.default, self.record, peer).run()


class _Task:
    def __init__(self, scenario: CloudScenario, record: Record, peer: WsPeer) -> None:
        self._scenario = scenario
        self._record = record
        self._peer = peer
        self._task_id = ""
        self._is_started = False
        self._sound = bytearray()
        self._told = 0

    async def run(self) -> None:
        async for message in self._peer.messages():
            if isinstance(message, bytes):
                self._hear(message)
            else:
                self._obey(json.loads(message))

    def _obey(self, message: dict[str, Any]) -> None:
        header = message["header"]
        match header.get("action"):
            case "run-task":
                self._begin(header, message["payload"])
            case "finish-task" if self._is_started:
                if header["task_id"] != self._task_id or message["payload"] != {"input": {}}:
                    self._record.violate("finish-task of another task, or with a payload")
                self._finish()
            case action:
                self._record.violate(f"{action} out of order")

    def _begin(self, header: dict[str, Any], payload: dict[str, Any]) -> None:
        self._task_id = header["task_id"]
        self._record.tasks.append(self._task_id)
        is_named = header["streaming"] == "duplex" and _TASK.fullmatch(self._task_id)
        if not is_named or not set(payload) >= _PAYLOAD:
            self._record.violate(f"run-task with {header} {sorted(payload)}")
        if payload["parameters"].get("sample_rate") != 16_000:
            self._record.violate("run-task without the rate of the sound")
        match self._scenario.trouble:
            case Trouble.NEVER_BEGINS:
                pass
            case Trouble.FAIL_AT_START:
                self._fail()
            case Trouble.CUT_AT_START:
                self._peer.cut()
            case trouble:
                if trouble is Trouble.ODD_EVENTS:
                    self._say("task-mood", {"mood": 1})
                    self._say("result-generated", _result("not yours", ends=True), "f" * 32)
                self._is_started = True
                self._say("task-started", {})

    def _hear(self, sound: bytes) -> None:
        if not self._is_started:
            self._record.violate("sound before task-started")
        if not sound or len(sound) % 2 or len(sound) > 16 << 10:
            self._record.violate(f"a sound frame of {len(sound)} bytes")
        self._sound += sound
        if self._told == 0:
            self._told = 1
            self._say("result-generated", _result(self._scenario.words[0]))
            self._midway()

    def _midway(self) -> None:
        match self._scenario.trouble:
            case Trouble.FAIL_MIDWAY:
                self._fail()
            case Trouble.CUT_MIDWAY:
                self._peer.cut()
            case Trouble.CLOSE_MIDWAY:
                self._peer.close(1011, "going")
            case Trouble.NO_JSON:
                self._peer.say("<html>")
            case Trouble.ODD_EVENTS:
                self._peer.ping()
                beat = _result("")
                beat["output"]["sentence"]["heartbeat"] = True
                self._say("result-generated", beat)
                self._say("result-generated", {"output": {}, "usage": None})

    def _finish(self) -> None:
        if self._scenario.trouble is Trouble.STALL_MIDWAY:
            return
        self._record.stops += 1
        self._record.heard.append(bytes(self._sound))
        seconds = len(self._sound) / BYTES_PER_S
        words = () if self._scenario.trouble is Trouble.EMPTY else self._scenario.words
        if self._scenario.trouble is Trouble.EMPTY:
            self._say("result-generated", _result("", ends=True))
        for sentence in words:
            told = {"duration": seconds} if self._scenario.usage else None
            self._say("result-generated", _result(sentence, ends=True) | {"usage": told})
        self._say("task-finished", {"output": {}})
        if self._scenario.trouble is Trouble.ODD_EVENTS:
            self._say("result-generated", _result("late", ends=True))
        self._peer.is_over = True

    def _fail(self) -> None:
        header = {"error_code": self._scenario.code, "error_message": self._scenario.message}
        self._say("task-failed", {}, **header)
        self._peer.close(1007)

    def _say(self, event: str, payload: dict[str, Any], task_id: str = "", **more: str) -> None:
        header = {"event": event, "task_id": task_id or self._task_id, "attributes": {}} | more
        self._peer.say(json.dumps({"header": header, "payload": payload}, ensure_ascii=False))


def _result(text: str, *, ends: bool = False) -> dict[str, Any]:
    sentence = {
        "begin_time": 170,
        "end_time": 900 if ends else None,
        "text": text,
        "heartbeat": False,
        "sentence_end": False,
        "words": [],
    }
    return {"output": {"sentence": sentence}, "usage": None}
