"""The rules that a client's NLS messages and sound are held to."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.gateway.record import Record

BYTES_PER_S = 32_000
MAX_FRAME_BYTES = 16 << 10
FASTEST = 3.0
"""Seconds of sound a second."""
SLACK_S = 0.5

_HEX = re.compile(r"[0-9a-f]{32}")
_FIELDS = {"message_id", "task_id", "namespace", "name", "appkey"}
_COMMANDS = {
    ("SpeechRecognizer", "StartRecognition"),
    ("SpeechRecognizer", "StopRecognition"),
    ("SpeechTranscriber", "StartTranscription"),
    ("SpeechTranscriber", "StopTranscription"),
}


class NlsCheck:
    """Guards what was seen on one socket."""

    def __init__(self, record: Record, app_key: str) -> None:
        self._record = record
        self._app_key = app_key
        self._message_ids: set[str] = set()
        self.task_id = ""

    def message(self, text: bytes) -> dict[str, Any]:
        """Check a text frame; returns its header, empty when it is no message."""
        try:
            message = json.loads(text)
            header: dict[str, Any] = message["header"]
        except (ValueError, KeyError, TypeError):
            self._record.violate("a text frame that is no message")
            return {}
        self._header(header)
        if str(header.get("name")).startswith("Start"):
            self._start(message.get("payload") or {})
        elif "payload" in message:
            self._record.violate("Stop with a payload")
        return header

    def sound(self, sound: bytes, total_bytes: int, seconds: float) -> None:
        """Check a binary frame.

        Args:
            sound: Its payload.
            total_bytes: With the frames before it.
            seconds: Since Started.
        """
        if len(sound) > MAX_FRAME_BYTES or len(sound) % 2 or not sound:
            self._record.violate(f"a sound frame of {len(sound)} bytes")
        if total_bytes / BYTES_PER_S > seconds * FASTEST + SLACK_S:
            self._record.violate(f"{total_bytes} bytes of sound within {seconds:.2f} s")

    def _header(self, header: dict[str, Any]) -> None:
        named = (header.get("namespace"), header.get("name"))
        if set(header) != _FIELDS or named not in _COMMANDS:
            self._record.violate(f"a header with {sorted(header)}")
        for name in ("message_id", "task_id"):
            if not _HEX.fullmatch(str(header.get(name))):
                self._record.violate(f"{name} is not 32 hex digits")
        if header.get("message_id") in self._message_ids:
            self._record.violate("a message_id came twice")
        self._message_ids.add(str(header.get("message_id")))
        if self.task_id and header.get("task_id") != self.task_id:
            self._record.violate("the task_id changed")
        self.task_id = str(header.get("task_id"))

    def _start(self, payload: dict[str, Any]) -> None:
        if (payload.get("format"), payload.get("sample_rate")) != ("pcm", 16000):
            self._record.violate(f"Start with {payload}")
