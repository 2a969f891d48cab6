"""The engine's half of one connection. It reads no clock and owns no socket: the caller does both.

After every call, send what `data_to_send()` returns, handle what `events()` returns, and when
`closing` is set, close the connection with it. Call `tick()` at `next_deadline()`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import assert_never
from uuid import UUID

import msgspec

from companion.language.phrase import phrase
from companion.protocol.allowance import Allowance
from companion.protocol.bounds import BOUNDS, Bounds
from companion.protocol.codec import request_id_of
from companion.protocol.limits import (
    CLOSE_POLICY,
    CLOSE_UNAUTHORIZED,
    CLOSE_VERSION,
    HEARTBEAT_S,
    MAX_DEADLINE_S,
    MAX_PAIRING_S,
    MAX_SERVER_FRAME_BYTES,
    PROTOCOL_VERSION,
    SILENCE_S,
)
from companion.protocol.requests import Heard, Hello, Ping, Request
from companion.protocol.responses import Accepted, ErrorMessage, ServerMessage, Welcome
from companion.protocol.responses import Ping as ServerPing
from companion.protocol.server_event import (
    Asked,
    Close,
    Event,
    Judge,
    Listened,
    Opened,
    PairingAsked,
    Standing,
)
from companion.protocol.server_frame import decode_text, encode_within, stated_version
from companion.protocol.signon import Pair
from companion.protocol.version import OLDER_CLIENT, OLDER_ENGINE, older_side
from companion.support.errors import Failure, ProtocolError

CLOSE_SILENT = 1001
"""A peer that said nothing for SILENCE_S is gone (RFC 6455, 7.4.1)."""
MAX_QUEUED_BYTES = 2 * MAX_SERVER_FRAME_BYTES
"""What may wait for a peer that reads slowly."""
MAX_STRANGER_S = 2 * MAX_PAIRING_S
"""Nobody needs longer to pair."""

_REASONS = {
    OLDER_ENGINE: f"the engine is older, it speaks version {PROTOCOL_VERSION}: update it",
    OLDER_CLIENT: f"the client is older, the engine speaks {PROTOCOL_VERSION}: update the client",
}
"""For the close frame, which has no translations."""


@dataclass(slots=True)
class ServerSession:
    """Guards one connection: who may speak, how fast, and how long it may be silent.

    Attributes:
        judge: Says what the token of the hello is worth.
        generation: Number of this connection, counted by the engine.
        opened_at: Seconds on the caller's monotonic clock.
        engine: Version of the program, for the peer's log.
        bounds: What it may do.
        closing: Set once the connection must end; nothing is received after it.
    """

    judge: Judge
    generation: int
    opened_at: float
    engine: str = ""
    bounds: Bounds = BOUNDS
    closing: Close | None = None
    _standing: Standing | None = None
    _outbox: list[str] = field(default_factory=list)
    _can_wait: bool = True
    _queued_bytes: int = 0
    _events: list[Event] = field(default_factory=list)
    _allowance: Allowance = field(init=False)
    _heard_at: float = field(init=False)
    _pinged_at: float = field(init=False)

    def __post_init__(self) -> None:
        self._allowance = Allowance(self.bounds, self.opened_at)
        self._heard_at = self._pinged_at = self.opened_at

    def receive(self, frame: str | bytes, now: float) -> None:
        """Take one frame from the peer; a bad one is answered, never raised."""
        if self.closing:
            return
        self._heard_at = now
        if not self._allowance.may_send(now):
            self.closing = Close(CLOSE_POLICY, "too many frames")
            return
        if self._standing is None:
            self._greet(frame)
            return
        try:
            message = decode_text(frame)
        except ProtocolError:
            self._refuse_frame(frame, now)
            return
        match message:
            case Ping():
                pass
            case Hello():
                self._refuse_frame(frame, now)
            case Heard() if self._standing is Standing.PLAYER:
                self._events.append(Listened(message))
            case Heard():
                pass
            case _:
                self._take(message, now)

    def tick(self, now: float) -> None:
        """Send the heartbeat that is due, or give up a silent peer."""
        if self.closing:
            return
        if now - self._heard_at >= SILENCE_S:
            self.closing = Close(CLOSE_SILENT, f"silent for {SILENCE_S:.0f} s")
        elif now >= self._must_end_at():
            self._leave(CLOSE_POLICY, Failure.NOT_PAIRED)
        elif self._standing and now - self._pinged_at >= HEARTBEAT_S:
            self._pinged_at = now
            self.send(ServerPing())

    def next_deadline(self) -> float:
        """When `tick()` has work to do, in the caller's seconds."""
        due = min(self._heard_at + SILENCE_S, self._must_end_at())
        return min(due, self._pinged_at + HEARTBEAT_S) if self._standing else due

    def accept(self, request: UUID, deadline_s: float) -> None:
        """Tell the peer that a request is worked on and how long it may take.

        It may wait for what comes next: see `is_urgent`.
        """
        could_wait = self._can_wait
        self.send(Accepted(request, min(deadline_s, MAX_DEADLINE_S)))
        self._can_wait = could_wait

    def refuse(self, request: UUID, failure: Failure) -> None:
        """Tell the peer that a request does not run."""
        self._error(failure, request)

    def send(self, message: ServerMessage) -> None:
        """Queue a message; a reply that outgrows the frame is replaced by a failure."""
        text = encode_within(message)
        self._outbox.append(text)
        self._can_wait = False
        self._queued_bytes += len(text)
        if self._queued_bytes > MAX_QUEUED_BYTES and len(self._outbox) > 1:
            self.break_off("reads too slowly")

    def break_off(self, reason: str) -> None:
        """End the connection without a word: nobody reads there, or it has to go for another."""
        self._outbox.clear()
        self.closing = self.closing or Close(CLOSE_POLICY, reason, is_abrupt=True)

    def turn_away(self) -> None:
        """End the connection of a device that was revoked."""
        self._leave(CLOSE_UNAUTHORIZED, Failure.UNAUTHORIZED)

    def data_to_send(self) -> list[str]:
        """Take the frames to write to the socket, oldest first."""
        outbox, self._outbox, self._queued_bytes = self._outbox, [], 0
        self._can_wait = True
        return outbox

    @property
    def is_urgent(self) -> bool:
        """Whether something is queued that somebody waits for: more than an announcement."""
        return not self._can_wait

    def events(self) -> list[Event]:
        """Take what happened, oldest first."""
        events, self._events = self._events, []
        return events

    def _greet(self, frame: str | bytes) -> None:
        """Judge the first frame: version before shape before token."""
        version = stated_version(frame)
        if version is not None and version != PROTOCOL_VERSION:
            older = older_side(client=version, engine=PROTOCOL_VERSION)
            self._leave(CLOSE_VERSION, Failure.VERSION_MISMATCH, older)
            return
        try:
            hello = decode_text(frame)
        except ProtocolError:
            hello = Ping()
        if not isinstance(hello, Hello):
            self._leave(CLOSE_POLICY, Failure.INVALID_MESSAGE)
            return
        self._standing = self.judge(hello.token)
        if self._standing is None:
            self._leave(CLOSE_UNAUTHORIZED, Failure.UNAUTHORIZED)
        else:
            self.send(Welcome(PROTOCOL_VERSION, self.generation, self.engine))
            self._events.append(Opened(hello))

    def _take(self, request: Request | Pair, now: float) -> None:
        """Let a request pass that is not too much, by a peer that may ask it."""
        if not self._allowance.may_ask(request, now):
            self._refuse_too_many(request.request, now)
        elif isinstance(request, Pair):
            self._take_pairing(request)
        elif self._standing is Standing.STRANGER:
            self._error(Failure.NOT_PAIRED, request.request)
        else:
            self._events.append(Asked(request))

    def _take_pairing(self, message: Pair) -> None:
        if self._standing is Standing.STRANGER:
            self._events.append(PairingAsked(message))
        else:
            self._error(Failure.INVALID_INPUT, message.request)

    def _refuse_too_many(self, request: UUID, now: float) -> None:
        self._error(Failure.TOO_MANY_REQUESTS, request)
        if self._allowance.is_refusal_the_last(now):
            self.closing = Close(CLOSE_POLICY, "too many requests")

    def _must_end_at(self) -> float:
        """When a peer must have said who it is, however busily it sends."""
        match self._standing:
            case None:
                return self.opened_at + self.bounds.handshake_s
            case Standing.STRANGER:
                return self.opened_at + MAX_STRANGER_S
            case Standing.PLAYER:
                return math.inf
            case _:
                assert_never(self._standing)

    def _refuse_frame(self, frame: str | bytes, now: float) -> None:
        self._error(Failure.INVALID_MESSAGE, request_id_of(frame))
        if self._allowance.is_bad_frame_the_last(now):
            self.closing = Close(CLOSE_POLICY, f"{self.bounds.bad_frames} bad frames in a minute")

    def _leave(self, code: int, failure: Failure, detail: str = "") -> None:
        self._error(failure, None, detail)
        self.closing = Close(code, _REASONS.get(detail, str(failure)))

    def _error(self, failure: Failure, request: UUID | None, detail: str = "") -> None:
        text = phrase(f"failure.{failure}", detail=detail)
        self.send(ErrorMessage(failure, text, msgspec.UNSET if request is None else request))
