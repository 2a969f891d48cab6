"""DashScope's realtime sockets: recognition in manual mode, and speech in commit mode."""

from __future__ import annotations

import asyncio
import base64
import json
import re
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from tests.gateway.cloud_trouble import CloudScenario, Trouble
from tests.gateway.http_wire import Request, json_response
from tests.gateway.record import Record
from tests.gateway.sound import tone
from tests.gateway.ws_peer import WsPeer

VOICES = ("Cherry", "Ethan")
_EVENT_ID = re.compile(r"event_[0-9a-f]{32}")
_ITEM = "conversation.item.input_audio_transcription"


@dataclass
class RealtimeEndpoint:
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
        if told != f"Bearer {self.key}":
            said = {"code": "InvalidApiKey", "message": f"Invalid API-key: {told}"}
            writer.write(json_response(401, said))
            return
        peer = WsPeer(self.record, reader, writer)
        peer.accept(request)
        scenario = self.plan.popleft() if self.plan else self.default
        kind = _Ears if "-asr-" in dict(request.query).get("model", "") else _Voice
        await kind(scenario, self.record, peer).run()


class _Session:
    def __init__(self, scenario: CloudScenario, record: Record, peer: WsPeer) -> None:
        self._scenario = scenario
        self._record = record
        self._peer = peer
        self._ids: set[str] = set()

    async def run(self) -> None:
        self._say("session.created")
        async for text in self._peer.messages():
            message = json.loads(text)
            event_id = str(message.get("event_id"))
            if not _EVENT_ID.fullmatch(event_id) or event_id in self._ids:
                self._record.violate(f"event_id {event_id}")
            self._ids.add(event_id)
            self._obey(message)

    def _obey(self, message: dict[str, Any]) -> None:
        raise NotImplementedError

    def _update(self) -> None:
        match self._scenario.trouble:
            case Trouble.NEVER_BEGINS:
                pass
            case Trouble.FAIL_AT_START:
                self._fail()
            case Trouble.CUT_AT_START:
                self._peer.cut()
            case trouble:
                if trouble is Trouble.ODD_EVENTS:
                    self._say("session.mood", mood=["fine"])
                self._say("session.updated")

    def _midway(self) -> bool:
        match self._scenario.trouble:
            case Trouble.FAIL_MIDWAY:
                self._fail()
            case Trouble.CUT_MIDWAY:
                self._peer.cut()
            case Trouble.CLOSE_MIDWAY:
                self._peer.close(1011, "going")
            case Trouble.NO_JSON:
                self._peer.say("<html>")
            case Trouble.STALL_MIDWAY:
                pass
            case _:
                return False
        return True

    def _fail(self) -> None:
        fault = {"code": self._scenario.code, "message": self._scenario.message}
        self._say("error", error=fault)
        self._peer.close(1007)

    def _say(self, kind: str, **fields: Any) -> None:
        self._peer.say(json.dumps({"type": kind, "event_id": "e"} | fields, ensure_ascii=False))


class _Ears(_Session):
    def __init__(self, scenario: CloudScenario, record: Record, peer: WsPeer) -> None:
        super().__init__(scenario, record, peer)
        self._sound = bytearray()

    def _obey(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "session.update":
                self._record.tasks.append("session")
                if message["session"].get("turn_detection", "") is not None:
                    self._record.violate("the service was to find the end")
                self._update()
            case "input_audio_buffer.append":
                first = not self._sound
                self._sound += base64.b64decode(message["audio"], validate=True)
                if first:
                    text = self._scenario.words[0]
                    self._say(f"{_ITEM}.text", text=text[:3], stash=text[3:])
                    self._midway()
            case "input_audio_buffer.commit":
                self._record.stops += 1
                self._record.heard.append(bytes(self._sound))
            case "session.finish" if self._scenario.trouble is not Trouble.STALL_MIDWAY:
                words = " ".join(self._scenario.words)
                self._say(
                    f"{_ITEM}.completed",
                    transcript="" if self._scenario.trouble is Trouble.EMPTY else words,
                )
                self._say("session.finished")
                self._peer.is_over = True


class _Voice(_Session):
    def __init__(self, scenario: CloudScenario, record: Record, peer: WsPeer) -> None:
        super().__init__(scenario, record, peer)
        self._text = ""

    def _obey(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "session.update":
                asked = message["session"]
                if (asked["mode"], asked["response_format"], asked["sample_rate"]) != (
                    "commit",
                    "pcm",
                    24_000,
                ):
                    self._record.violate(f"a session of {asked}")
                if asked["voice"] not in VOICES:
                    said = f"The requested voice '{asked['voice']}' is not supported."
                    self._say("error", error={"code": "invalid_value", "message": said})
                    self._peer.close(1007)
                    return
                self._update()
            case "input_text_buffer.append":
                self._text += message["text"]
            case "input_text_buffer.commit":
                self._record.posts[self._text] += 1
                self._speak()
            case "session.finish" if self._scenario.trouble in (
                Trouble.NONE,
                Trouble.ODD_EVENTS,
                Trouble.EMPTY,
            ):
                self._say("session.finished")
                self._peer.close()

    def _speak(self) -> None:
        for kind in ("input_text_buffer.committed", "response.created"):
            self._say(kind)
        sound = tone(0.3 + 0.05 * len(self._text))
        pieces = [sound[at : at + 9_601] for at in range(0, len(sound), 9_601)]
        for number, piece in enumerate([] if self._scenario.trouble is Trouble.EMPTY else pieces):
            if number == 1 and self._midway():
                return
            self._say("response.audio.delta", delta=base64.b64encode(piece).decode())
        self._say("response.audio.done")
        billed = sum(2 if "\u4e00" <= character <= "\u9fff" else 1 for character in self._text)
        usage = {"usage": {"characters": billed}} if self._scenario.usage else {}
        self._say("response.done", response=usage)
