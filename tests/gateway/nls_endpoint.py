"""The NLS WebSocket: login, one utterance a socket, and a strict eye on what comes.

Written on bare streams: the vendor's own client sends two keys in its handshake and checks the
answer against the first, which no server library lets pass.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from dataclasses import dataclass, field

from tests.gateway.http_wire import Request, response
from tests.gateway.nls_scenario import NlsScenario
from tests.gateway.nls_utterance import NlsUtterance
from tests.gateway.record import Record
from tests.gateway.ws_frames import accept_of


@dataclass
class NlsEndpoint:
    """Guards who may log in and which script the next utterance follows."""

    record: Record
    valid_tokens: set[str]
    app_key: str
    plan: deque[NlsScenario] = field(default_factory=deque)
    """Taken one an utterance; nothing left means `default`."""
    default: NlsScenario = field(default_factory=NlsScenario)
    refuse_logins: int = 0
    """So many upgrades are refused, whatever the token."""
    redirect_to: str = ""
    """Every upgrade is answered with another address."""

    async def serve(
        self, request: Request, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.record.logins += 1
        token = request.header("x-nls-token") or dict(request.query).get("token", "")
        if self.refuse_logins or token not in self.valid_tokens:
            self.refuse_logins = max(0, self.refuse_logins - 1)
            said = f"Meta:ACCESS_DENIED:The token '{token}' is invalid!".encode()
            writer.write(response(403, said, "text/plain", Server="Tengine"))
            return
        if self.redirect_to:
            writer.write(response(302, b"", "text/plain", Location=self.redirect_to))
            return
        if "sec-websocket-extensions" in {name.lower() for name, _ in request.headers}:
            self.record.violate("login: compression was offered")
        writer.write(_upgrade(request))
        scenario = self.plan.popleft() if self.plan else self.default
        with contextlib.suppress(ConnectionError):
            await NlsUtterance(scenario, self.record, self.app_key, reader, writer).run(token)


def _upgrade(request: Request) -> bytes:
    accept = accept_of(request.header("sec-websocket-key"))
    return (
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Accept: {accept}\r\n\r\n"
    ).encode()
