"""The loopback gateway: both clouds on one port of 127.0.0.1.

`companion bench` and demos in a checkout use it too: give `nls.default` and `qwen.default` a
scenario with a real recogniser or voice, and hand `endpoints` and `qwen_base_url` to the clients.
"""

from __future__ import annotations

import asyncio
import contextlib

from companion.speech.asr.nls_account import NlsAccount, NlsEndpoints
from companion.speech.tts.qwen_failures import QwenVoice
from tests.gateway.http_wire import Request, read_request, response
from tests.gateway.nls_endpoint import NlsEndpoint
from tests.gateway.qwen_endpoint import QwenEndpoint
from tests.gateway.record import Record
from tests.gateway.token_endpoint import TokenEndpoint

BASE = "/api/v1"
QWEN_PATH = f"{BASE}/services/aigc/multimodal-generation/generation"


class LoopbackGateway:
    """Starts and stops the endpoints; lives on one loop.

    Attributes:
        record: What came, and what was wrong with it.
        token: Troubles of CreateToken, and the tokens that are valid.
        nls: Scripts of recognition.
        qwen: Scripts of synthesis.
    """

    def __init__(self) -> None:
        self.record = Record()
        self.account = NlsAccount("canary-id", "canary-secret", "app-1")
        self.key = "sk-canary-key"
        self.token = TokenEndpoint(self.record, self.account.key_id, self.account.key_secret)
        self.nls = NlsEndpoint(self.record, self.token.valid, self.account.app_key)
        self.qwen = QwenEndpoint(self.record, self.key)
        self._connections: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Listen on a free port."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port: int = self._server.sockets[0].getsockname()[1]
        self.qwen.base_url = self.qwen_base_url

    async def stop(self) -> None:
        """End every connection."""
        self._server.close()
        for task in self._connections:
            task.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)
        await self._server.wait_closed()

    @property
    def endpoints(self) -> NlsEndpoints:
        """For `AliyunRecognizer`."""
        at = f"127.0.0.1:{self.port}"
        return NlsEndpoints(f"http://{at}/", f"ws://{at}/ws/v1", "cn-shanghai")

    @property
    def qwen_base_url(self) -> str:
        """For `QwenVoice`, and for the vendor's own client."""
        return f"http://127.0.0.1:{self.port}{BASE}"

    @property
    def voice(self) -> QwenVoice:
        """For `QwenSynthesizer`."""
        return QwenVoice("qwen3-tts-flash", "Cherry", self.qwen_base_url)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._connections.add(task)
        task.add_done_callback(self._connections.discard)
        try:
            with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
                await self._dispatch(await read_request(reader), reader, writer)
                await writer.drain()
        except asyncio.CancelledError:
            pass  # `stop` ends us; asyncio's streams would report it as a fault
        finally:
            writer.close()

    async def _dispatch(
        self, request: Request, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        match request.method, request.path:
            case "GET" | "POST", "/":
                await self.token.serve(request, writer)
            case "GET", "/ws/v1":
                await self.nls.serve(request, reader, writer)
            case "POST", path if path == QWEN_PATH:
                await self.qwen.serve(request, reader, writer)
            case "GET", path if path.startswith(f"{BASE}/files/"):
                self.qwen.serve_file(request, writer)
            case method, path:
                self.record.violate(f"{method} {path}")
                writer.write(response(404, b"", "text/plain"))
