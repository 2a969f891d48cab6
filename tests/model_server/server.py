"""A loopback model service in the Chat Completions format; judges what it is asked.

Start it in tests and demos: give `default` or `plan` a scenario and `config` to the client.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
from collections import deque
from collections.abc import Iterator
from typing import Any

from companion.engine.config.model import ModelConfig, Thinking
from tests.gateway.http_wire import Request, chunk, head, json_response, read_request, response
from tests.model_server.judge import faults_of
from tests.model_server.scenario import Scenario, Trouble
from tests.model_server.wording import chunks, event, whole

PATH = "/v1/chat/completions"
STREAM_HEAD = {"Content-Type": "text/event-stream", "Transfer-Encoding": "chunked"}
BODIES = {
    Trouble.NO_JSON: b"{nothing}",
    Trouble.DEEP_JSON: b"[" * 100_000,
    Trouble.BAD_UTF8: b'{"choices": "\xff\xfe"}',
    Trouble.NO_OBJECT: b'"just words"',
    Trouble.NO_CHOICES: b'{"choices": 5}',
}
"""Garbage instead of a reply; in a stream it comes as its first event."""


class ModelServer:
    """One service on a free port of 127.0.0.1; lives on one loop.

    Attributes:
        key: What it asks for; empty asks for nothing.
        plan: Scenarios, one a request; nothing left means `default`.
        asked: Bodies of all requests that had the right key: one paid call each.
        headers: Headers of all requests.
        violations: What a client did wrong.
        most_at_once: The most requests that were under way together.
        hung_up: Set once a client leaves while there was more to say.
    """

    def __init__(self, key: str = "sk-canary-key") -> None:
        self.key = key
        self.plan: deque[Scenario] = deque()
        self.default = Scenario()
        self.asked: list[dict[str, Any]] = []
        self.headers: list[tuple[tuple[str, str], ...]] = []
        self.violations: list[str] = []
        self.hung_up = asyncio.Event()
        self.most_at_once = 0
        self._at_once = 0
        self._gate = asyncio.Event()
        self._came = asyncio.Event()
        self._connections: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Listen."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port: int = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """End every connection."""
        self._server.close()
        for task in self._connections:
            task.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)
        await self._server.wait_closed()

    def open(self) -> None:
        """Let answers go that wait at the gate."""
        self._gate.set()

    async def seen(self, count: int) -> None:
        """Wait until so many requests came."""
        async with asyncio.timeout(5):
            while len(self.asked) < count:
                self._came.clear()
                await self._came.wait()

    @property
    def base_url(self) -> str:
        """For `ModelConfig`."""
        return f"http://127.0.0.1:{self.port}/v1"

    def config(self, **fields: Any) -> ModelConfig:
        """A configuration that reaches it."""
        chosen = {"model": "deepseek-flash", "thinking": Thinking.OFF} | fields
        return ModelConfig(base_url=self.base_url, **chosen)

    @property
    def environment(self) -> dict[str, str]:
        """Where the client finds the key."""
        return {"SYSTEM_DEEPSEEK_API_KEY": self.key}

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._connections.add(task)
        task.add_done_callback(self._connections.discard)
        self._at_once += 1
        self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
                await self._answer(await read_request(reader), reader, writer)
                await writer.drain()
        except asyncio.CancelledError:
            pass  # `stop` ends us; asyncio's streams would report it as a fault
        finally:
            self._at_once -= 1
            writer.close()

    async def _answer(
        self, request: Request, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.headers.append(request.headers)
        if (request.method, request.path) != ("POST", PATH):
            self.violations.append(f"{request.method} {request.path}")
        if self.key and request.header("authorization") != f"Bearer {self.key}":
            told = f"Incorrect API key provided: {request.header('authorization')}"
            error = {"message": told, "code": "invalid_api_key", "type": "invalid_request_error"}
            writer.write(json_response(401, {"error": error}))
            return
        body = json.loads(request.body)
        self.violations += faults_of(body)
        self.asked.append(body)
        self._came.set()
        scenario = self.plan.popleft() if self.plan else self.default
        await _Answer(self, scenario, body, reader, writer).run(self._gate)


class _Answer:
    """One answer."""

    def __init__(
        self,
        server: ModelServer,
        scenario: Scenario,
        body: dict[str, Any],
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        self._server = server
        self._scenario = scenario
        self._body = body
        self._reader = reader
        self._writer = writer

    async def run(self, gate: asyncio.Event) -> None:
        scenario = self._scenario
        if scenario.gate:
            await self._wait_for_hang_up_or(gate)
        match scenario.trouble:
            case Trouble.REFUSE:
                error = {"error": {"message": "no", **scenario.error}}
                body = json.dumps(error).encode()
                kind = "application/json"
                self._writer.write(response(scenario.status, body, kind, **scenario.headers))
            case Trouble.REFUSE_IN_HTML:
                self._writer.write(response(scenario.status, b"<h1>Gateway</h1>", "text/html"))
            case Trouble.REDIRECT:
                self._writer.write(response(307, b"", "text/plain", Location="/v1/elsewhere"))
            case Trouble.CUT_BEFORE_REPLY:
                self._writer.transport.abort()
            case Trouble.STALL_BEFORE_REPLY:
                await self._wait_for_hang_up()
            case Trouble.HTML:
                self._writer.write(response(200, b"<h1>Welcome</h1>", "text/html"))
            case Trouble.COMPRESSED:
                flood = gzip.compress(json.dumps(whole(scenario, "m")).encode())
                told = {"Content-Encoding": "gzip"}
                self._writer.write(response(200, flood, "application/json", **told))
            case _ if self._body.get("stream") and scenario.trouble is not Trouble.NOT_STREAMED:
                await self._stream()
            case _:
                self._writer.write(self._whole())

    def _whole(self) -> bytes:
        scenario = self._scenario
        body = BODIES.get(scenario.trouble)
        body = body or json.dumps(whole(scenario, self._body["model"])).encode()
        return response(200, b"\n" * 5 * scenario.comments + body, "application/json")

    async def _stream(self) -> None:
        self._writer.write(head(200, STREAM_HEAD))
        if self._scenario.comments:
            await self._send(b": keep-alive\n\n" * 3)
        if garbage := BODIES.get(self._scenario.trouble):
            await self._send(b"data: " + garbage + b"\n\n")
        options = self._body.get("stream_options") or {}
        pieces = chunks(
            self._scenario, self._body["model"], with_usage=options.get("include_usage", False)
        )
        await self._send_all(pieces)

    async def _send_all(self, pieces: Iterator[dict[str, Any]]) -> None:
        for number, piece in enumerate(pieces):
            if number == 2 and await self._trouble(piece):
                return
            is_end = bool(piece["choices"] and piece["choices"][0]["finish_reason"])
            if is_end and self._scenario.trouble is Trouble.END_WITHOUT_FINISH:
                continue
            await self._send(event(piece))
            if is_end and self._scenario.trouble is Trouble.STALL_BEFORE_USAGE:
                await self._wait_for_hang_up()
        if self._scenario.trouble is not Trouble.END_WITHOUT_DONE:
            await self._send(b"data: [DONE]\n\n")
        if self._scenario.trouble is Trouble.STALL_AFTER_DONE:
            await self._wait_for_hang_up()
        self._writer.write(chunk(b""))

    async def _trouble(self, piece: dict[str, Any]) -> bool:
        """Go wrong after the first words; True when nothing more is to come."""
        match self._scenario.trouble:
            case Trouble.CUT:
                await self._writer.drain()
                self._writer.close()
            case Trouble.STALL:
                await self._wait_for_hang_up()
            case Trouble.ONLY_COMMENTS:
                await self._repeat(b": keep-alive\n\n")
            case Trouble.ENDLESS:
                await self._repeat(event(piece))
            case Trouble.ENDLESS_LINE:
                await self._send(b"data: ")
                await self._repeat(b"x" * 65_536)
            case Trouble.ERROR_IN_STREAM:
                await self._send(event({"error": {"message": "no", **self._scenario.error}}))
                self._writer.write(chunk(b""))
            case _:
                return False
        return True

    async def _send(self, data: bytes) -> None:
        self._writer.write(chunk(data))
        await self._writer.drain()

    async def _repeat(self, data: bytes) -> None:
        """Say it until the client leaves."""
        try:
            while True:
                await self._send(data)
                await asyncio.sleep(0)
        finally:
            self._server.hung_up.set()

    async def _wait_for_hang_up(self) -> None:
        await self._writer.drain()
        await self._reader.read()
        self._server.hung_up.set()

    async def _wait_for_hang_up_or(self, gate: asyncio.Event) -> None:
        left, opened = (
            asyncio.ensure_future(coroutine)  # noqa: TID251 - both are ended below
            for coroutine in (self._reader.read(), gate.wait())
        )
        await asyncio.wait({left, opened}, return_when=asyncio.FIRST_COMPLETED)
        if left.done():
            self._server.hung_up.set()
        left.cancel()
        opened.cancel()
        await asyncio.gather(left, opened, return_exceptions=True)
