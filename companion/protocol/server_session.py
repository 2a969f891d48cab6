"""The engine's half of one connection. It reads no clock and owns no socket: the caller does both.

After every call, send what `data_to_send()` returns, handle what `events()` returns, and when
`closing` is set, close the connection with it. Call `tick()` at `next_deadline()`.
"""

from __future__ import annotations

import hmac
from collections import deque
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import msgspec

from companion.language.phrase import phrase
from companion.protocol.codec import decode_client, encode, request_id_of
from companion.protocol.limits import (
    BAD_FRAME_WINDOW_S,
    CLOSE_POLICY,
    CLOSE_UNAUTHORIZED,
    CLOSE_VERSION,
    HEARTBEAT_S,
    MAX_BAD_FRAMES,
    MAX_CLIENT_FRAME_BYTES,
    MAX_DEADLINE_S,
    MAX_SERVER_FRAME_BYTES,
    PROTOCOL_VERSION,
    SILENCE_S,
)
from companion.protocol.requests import ClientMessage, Hello, Ping, Request
from companion.protocol.responses import (
    Accepted,
    ErrorMessage,
    Outcome,
    Reply,
    ServerMessage,
    Welcome,
)
from companion.protocol.responses import Ping as ServerPing
from companion.protocol.version import OLDER_CLIENT, OLDER_ENGINE, older_side
from companion.support.errors import Failure, ProtocolError

REQUESTS_PER_S = 10.0
REQUEST_BURST = 30.0
CLOSE_SILENT = 1001
"""A peer that said nothing for SILENCE_S is gone (RFC 6455, 7.4.1)."""


_REASONS = {
    OLDER_ENGINE: f"the engine is older, it speaks version {PROTOCOL_VERSION}: update it",
    OLDER_CLIENT: f"the client is older, the engine speaks {PROTOCOL_VERSION}: update the client",
}
"""For the close frame, which has no translations."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The peer is known; it was welcomed."""

    hello: Hello


@dataclass(frozen=True, slots=True)
class Asked:
    """The peer sent a request that may be worked on."""

    request: Request


Event = Opened | Asked


@dataclass(frozen=True, slots=True)
class Close:
    """Why and how the connection must end.

    Attributes:
        reason: At most 123 bytes (RFC 6455, 5.5.1).
    """

    code: int
    reason: str


@dataclass(slots=True)
class ServerSession:
    """Guards one connection: who may speak, how fast, and how long it may be silent.

    Attributes:
        token: What the peer must show.
        generation: Number of this connection, counted by the engine.
        opened_at: Seconds on the caller's monotonic clock.
        engine: Version of the program, for the peer's log.
        closing: Set once the connection must end; nothing is received after it.
    """

    token: str
    generation: int
    opened_at: float
    engine: str = ""
    closing: Close | None = None
    _known: bool = False
    _outbox: list[str] = field(default_factory=list)
    _events: list[Event] = field(default_factory=list)
    _bad_frames: deque[float] = field(default_factory=deque)
    _credit: float = REQUEST_BURST
    _credit_at: float = field(init=False)
    _heard_at: float = field(init=False)
    _pinged_at: float = field(init=False)

    def __post_init__(self) -> None:
        self._credit_at = self._heard_at = self._pinged_at = self.opened_at

    def receive(self, frame: str | bytes, now: float) -> None:
        """Take one frame from the peer; a bad one is answered, never raised."""
        if self.closing:
            return
        self._heard_at = now
        if not self._known:
            self._greet(frame)
            return
        try:
            message = _decode_text(frame)
        except ProtocolError:
            self._refuse_frame(frame, now)
            return
        match message:
            case Ping():
                pass
            case Hello():
                self._refuse_frame(frame, now)
            case _:
                self._take(message, now)

    def tick(self, now: float) -> None:
        """Send the heartbeat that is due, or give up a silent peer."""
        if self.closing:
            return
        if now - self._heard_at >= SILENCE_S:
            self.closing = Close(CLOSE_SILENT, f"silent for {SILENCE_S:.0f} s")
        elif self._known and now - self._pinged_at >= HEARTBEAT_S:
            self._pinged_at = now
            self.send(ServerPing())

    def next_deadline(self) -> float:
        """When `tick()` has work to do, in the caller's seconds."""
        silent = self._heard_at + SILENCE_S
        return min(silent, self._pinged_at + HEARTBEAT_S) if self._known else silent

    def accept(self, request: UUID, deadline_s: float) -> None:
        """Tell the peer that a request is worked on and how long it may take."""
        self.send(Accepted(request, min(deadline_s, MAX_DEADLINE_S)))

    def refuse(self, request: UUID, failure: Failure) -> None:
        """Tell the peer that a request does not run."""
        self._error(failure, request)

    def send(self, message: ServerMessage) -> None:
        """Queue a message; a reply that outgrows the frame is replaced by a failure."""
        text = encode(message)
        if len(text) > MAX_SERVER_FRAME_BYTES // 4 and _bytes(text) > MAX_SERVER_FRAME_BYTES:
            if not isinstance(message, Reply):
                raise ProtocolError("a message outgrew the frame", Failure.INTERNAL)
            text = encode(_too_long(message))
        self._outbox.append(text)

    def data_to_send(self) -> list[str]:
        """Take the frames to write to the socket, oldest first."""
        outbox, self._outbox = self._outbox, []
        return outbox

    def events(self) -> list[Event]:
        """Take what happened, oldest first."""
        events, self._events = self._events, []
        return events

    def _greet(self, frame: str | bytes) -> None:
        """Judge the first frame: version before shape before token."""
        version = _stated_version(frame)
        if version is not None and version != PROTOCOL_VERSION:
            older = older_side(client=version, engine=PROTOCOL_VERSION)
            self._leave(CLOSE_VERSION, Failure.VERSION_MISMATCH, older)
            return
        try:
            hello = _decode_text(frame)
        except ProtocolError:
            hello = Ping()
        if not isinstance(hello, Hello):
            self._leave(CLOSE_POLICY, Failure.INVALID_MESSAGE)
        elif not hmac.compare_digest(hello.token.encode(), self.token.encode()):
            self._leave(CLOSE_UNAUTHORIZED, Failure.UNAUTHORIZED)
        else:
            self._known = True
            self.send(Welcome(PROTOCOL_VERSION, self.generation, self.engine))
            self._events.append(Opened(hello))

    def _take(self, request: Request, now: float) -> None:
        earned = (now - self._credit_at) * REQUESTS_PER_S
        self._credit, self._credit_at = min(REQUEST_BURST, self._credit + earned), now
        if self._credit < 1.0:
            self._error(Failure.TOO_MANY_REQUESTS, request.request)
            return
        self._credit -= 1.0
        self._events.append(Asked(request))

    def _refuse_frame(self, frame: str | bytes, now: float) -> None:
        self._error(Failure.INVALID_MESSAGE, request_id_of(frame))
        self._bad_frames.append(now)
        while now - self._bad_frames[0] >= BAD_FRAME_WINDOW_S:
            self._bad_frames.popleft()
        if len(self._bad_frames) >= MAX_BAD_FRAMES:
            self.closing = Close(CLOSE_POLICY, f"{MAX_BAD_FRAMES} bad frames in a minute")

    def _leave(self, code: int, failure: Failure, detail: str = "") -> None:
        self._error(failure, None, detail)
        self.closing = Close(code, _REASONS.get(detail, str(failure)))

    def _error(self, failure: Failure, request: UUID | None, detail: str = "") -> None:
        text = phrase(f"failure.{failure}", detail=detail)
        self.send(ErrorMessage(failure, text, msgspec.UNSET if request is None else request))


def _decode_text(frame: str | bytes) -> ClientMessage:
    """Decode a text frame; binary ones are no part of the protocol."""
    if isinstance(frame, bytes):
        raise ProtocolError("a binary frame")
    return decode_client(frame)


def _stated_version(frame: str | bytes) -> int | None:
    """The version in a hello whose other fields a later version may have changed."""
    if len(frame) > MAX_CLIENT_FRAME_BYTES:
        return None
    try:
        fields = msgspec.json.decode(frame, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None
    version = fields.get("protocol") if fields.get("type") == "system:hello" else None
    return version if type(version) is int else None


def _too_long(reply: Reply) -> Reply:
    return Reply(
        reply.request,
        reply.generation,
        Outcome.FAILED,
        phrase(f"failure.{Failure.INTERNAL}"),
        code=Failure.INTERNAL,
        action=reply.action,
    )


def _bytes(text: str) -> int:
    return len(text.encode())
