"""The loopback gateway: both clouds on one port of 127.0.0.1.

`companion bench` and demos in a checkout use it too: give `nls.default` and `qwen.default` a
scenario with a real recogniser or voice, and hand `endpoints` and `qwen_base_url` to the clients.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from functools import partial

from companion.speech.asr.nls_account import NlsAccount, NlsEndpoints
from companion.speech.tts.qwen_failures import QwenVoice
from tests.gateway.hot_word_endpoint import HotWordEndpoint
from tests.gateway.http_wire import Request, read_request, response
from tests.gateway.nls_endpoint import NlsEndpoint
from tests.gateway.openai_endpoint import OpenAiEndpoint
from tests.gateway.qwen_endpoint import QwenEndpoint
from tests.gateway.realtime_endpoint import RealtimeEndpoint
from tests.gateway.record import Record
from tests.gateway.task_endpoint import TaskEndpoint
from tests.gateway.token_endpoint import TokenEndpoint
from tests.gateway.voice_endpoint import VoiceEndpoint

Serve = Callable[[Request, asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]

BASE = "/api/v1"
QWEN_PATH = f"{BASE}/services/aigc/multimodal-generation/generation"
AUDIO_PATH = f"{BASE}/services/audio/tts/SpeechSynthesizer"
VOICES_PATH = f"{BASE}/services/audio/tts/customization"
HOT_WORDS_PATH = f"{BASE}/services/audio/asr/customization"


class LoopbackGateway:
    """Starts and stops the endpoints; lives on one loop.

    Attributes:
        record: What came, and what was wrong with it.
        token: Troubles of CreateToken, and the tokens that are valid.
        nls: Scripts of recognition.
        qwen: Scripts of synthesis, on both paths.
        task: Scripts of recognition by DashScope's task protocol.
        realtime: Scripts of its realtime sockets, both directions.
        openai: Scripts of an OpenAI-compatible server.
        voices: Designed voices.
        hot_words: Tables of words that recognition prefers.
    """

    def __init__(self) -> None:
        self.record = Record()
        self.account = NlsAccount("canary-id", "canary-secret", "app-1")
        self.key = "sk-canary-key"
        self.token = TokenEndpoint(self.record, self.account.key_id, self.account.key_secret)
        self.nls = NlsEndpoint(self.record, self.token.valid, self.account.app_key)
        self.qwen = QwenEndpoint(self.record, self.key)
        self.task = TaskEndpoint(self.record, self.key)
        self.realtime = RealtimeEndpoint(self.record, self.key)
        self.openai = OpenAiEndpoint(self.record, self.key)
        self.voices = VoiceEndpoint(self.record, self.key)
        self.hot_words = HotWordEndpoint(self.record, self.key)
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
    def openai_base_url(self) -> str:
        """For both OpenAI-compatible providers."""
        return f"http://127.0.0.1:{self.port}/v1"

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
        serve = self._endpoints().get((request.method, request.path))
        if serve:
            await serve(request, reader, writer)
        elif request.method == "GET" and request.path.startswith(f"{BASE}/files/"):
            self.qwen.serve_file(request, writer)
        else:
            self.record.violate(f"{request.method} {request.path}")
            writer.write(response(404, b"", "text/plain"))

    def _endpoints(self) -> dict[tuple[str, str], Serve]:
        return {
            ("GET", "/"): self._serve_token,
            ("POST", "/"): self._serve_token,
            ("GET", "/ws/v1"): self.nls.serve,
            ("GET", "/api-ws/v1/inference"): self.task.serve,
            ("GET", "/api-ws/v1/realtime"): self.realtime.serve,
            ("POST", QWEN_PATH): self.qwen.serve,
            ("POST", AUDIO_PATH): partial(self.qwen.serve, is_audio_path=True),
            ("POST", VOICES_PATH): self.voices.serve,
            ("POST", HOT_WORDS_PATH): self.hot_words.serve,
            ("POST", "/v1/audio/transcriptions"): self.openai.serve,
            ("POST", "/v1/audio/speech"): self.openai.serve,
        }

    async def _serve_token(
        self, request: Request, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        await self.token.serve(request, writer)
