"""Outsiders that talk to an engine: over a real WebSocket, or straight to its runtime."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from websockets.asyncio.client import ClientConnection, connect

from companion.engine.answer import Answer
from companion.engine.execution.player import Player
from companion.engine.execution.workers import Workers
from companion.engine.registry import MODULES
from companion.engine.runtime import Runtime
from companion.engine.server import EngineServer
from companion.games.link import Link
from companion.language.phrase import Phrase
from companion.language.translations import merged
from companion.protocol.cards.ref import CardRef
from companion.protocol.codec import decode_server, encode
from companion.protocol.requests import (
    CardAction,
    Chat,
    ClientMessage,
    Control,
    ControlAction,
    Hello,
)
from companion.protocol.responses import Accepted, Reply, ServerMessage
from companion.support.clock import SystemClock
from companion.support.resources import translation_tables

TOKEN = "a token of at least sixteen letters"


def words(text: Phrase, locale: str = "en_us") -> str:
    """A phrase as a player reads it."""
    return merged(locale, translation_tables()).render(text)


def speech(answer: Answer, locale: str = "en_us") -> str:
    """Everything an answer says aloud."""
    spoken = answer.spoken or (answer.card.spoken if answer.card else ())
    return " ".join(words(sentence, locale) for sentence in spoken)


def chat(text: str) -> Chat:
    return Chat(uuid.uuid4(), text)


@dataclass
class Mind:
    """A runtime without a server; remembers lists and cards as the desk would."""

    runtime: Runtime
    locale: str = "en_us"
    player: Player = field(default_factory=Player)

    async def say(self, text: str) -> tuple[str, Answer]:
        return self._kept(await self.runtime.respond(chat(text), self.player, self.locale))

    async def press(self, action: str, **arguments: str) -> tuple[str, Answer]:
        """Press a button of a card that was published."""
        request = CardAction(uuid.uuid4(), self.player.cards.publish(), action, arguments)
        return self._kept(await self.runtime.respond(request, self.player, self.locale))

    def _kept(self, result: tuple[str, Answer]) -> tuple[str, Answer]:
        if result[1].numbered is not None:
            self.player.numbered = result[1].numbered
        return result


@asynccontextmanager
async def mind(link: Link, locale: str = "en_us") -> AsyncIterator[Mind]:
    """A runtime over a link."""
    workers = Workers("test", 2, 8)
    workers.start()
    try:
        yield Mind(Runtime(link, MODULES, workers, workers), locale)
    finally:
        workers.stop()


@dataclass
class Outsider:
    """A client built on nothing but `websockets` and the codec."""

    socket: ClientConnection

    async def send(self, message: ClientMessage) -> None:
        await self.socket.send(encode(message))

    async def receive(self) -> ServerMessage:
        async with asyncio.timeout(20):
            return decode_server(await self.socket.recv())

    async def next(self, kind: type[ServerMessage]) -> ServerMessage:
        """The next message of one kind."""
        while not isinstance(message := await self.receive(), kind):
            pass
        return message

    async def hello(self, token: str = TOKEN, locale: str = "en_us") -> None:
        await self.send(Hello(1, token, locale))

    async def ask(self, text: str) -> Reply:
        await self.send(chat(text))
        return await self.next(Reply)  # type: ignore[return-value]

    async def press(self, card: CardRef, action: str, **arguments: str) -> Reply:
        await self.send(CardAction(uuid.uuid4(), card, action, arguments))
        return await self.next(Reply)  # type: ignore[return-value]

    async def start(self, text: str) -> Chat:
        """Send a request and wait until it is worked on."""
        request = chat(text)
        await self.send(request)
        await self.next(Accepted)
        return request

    async def cancel(self) -> None:
        await self.send(Control(uuid.uuid4(), ControlAction.CANCEL))


@asynccontextmanager
async def serving(link: Link, **options: object) -> AsyncIterator[int]:
    """A server in this process; gives its port."""
    server = EngineServer(link, TOKEN, SystemClock(), **options)  # type: ignore[arg-type]
    port = await server.start()
    try:
        yield port
    finally:
        await server.stop()


@asynccontextmanager
async def outsider(
    port: int, *, greet: bool = True, locale: str = "en_us"
) -> AsyncIterator[Outsider]:
    """A connected client; welcomed unless `greet` is false."""
    async with connect(f"ws://127.0.0.1:{port}/", proxy=None) as socket:
        client = Outsider(socket)
        if greet:
            await client.hello(locale=locale)
            await client.receive()
        yield client
