"""Outsiders that talk to an engine: over a real WebSocket, or straight to its runtime."""

from __future__ import annotations

import asyncio
import threading
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from companion.engine.execution.player import Player
from companion.engine.players import LOCAL_PLAYER, PlayerIdentity
from companion.engine.runtime import Runtime, Setup
from companion.engine.server import EngineServer
from companion.games.link import Link
from companion.language.phrase import Phrase
from companion.language.translations import merged
from companion.protocol.cards.catalog import CardData
from companion.protocol.cards.item_sources import ItemSources
from companion.protocol.cards.quest_list import QuestList
from companion.protocol.cards.ref import CardRef
from companion.protocol.cards.update import ShowCard
from companion.protocol.codec import decode_server, encode
from companion.protocol.requests import (
    CardAction,
    Chat,
    ClientMessage,
    Control,
    ControlAction,
    Hello,
    Request,
)
from companion.protocol.responses import Accepted, Outcome, Reply, ServerMessage, State
from companion.support.clock import SystemClock
from companion.support.resources import translation_tables
from tests.helpers.engine_desk import FakePeer

TOKEN = "a token of at least sixteen letters"


def words(text: Phrase, locale: str = "en_us") -> str:
    """A phrase as a player reads it."""
    return merged(locale, translation_tables()).render(text)


def speech(answer: Told, locale: str = "en_us") -> str:
    """Everything an answer says aloud."""
    spoken = answer.spoken or (answer.card.spoken if answer.card else ())
    return " ".join(words(sentence, locale) for sentence in spoken)


def chat(text: str) -> Chat:
    return Chat(uuid.uuid4(), text)


@dataclass
class Mind:
    """A runtime without a server, and one player in front of it."""

    runtime: Runtime
    peer: FakePeer
    identity: PlayerIdentity = LOCAL_PLAYER

    @property
    def player(self) -> Player:
        """What the engine keeps of the player."""
        return self.runtime.desk(self.identity.uuid).player

    async def say(self, text: str) -> tuple[str, Told]:
        """Ask in words; gives the action that was understood, and the answer."""
        return await self.ask(chat(text))

    async def press(self, action: str, **arguments: str) -> tuple[str, Told]:
        """Press a button of a card that was published."""
        card = self.player.cards.publish()
        return await self.ask(CardAction(uuid.uuid4(), card, action, arguments))

    async def ask(self, request: Request) -> tuple[str, Told]:
        self.runtime.take(request, self.identity, self.peer)
        reply = await self.peer.until(Reply, lambda one: one.request == request.request)
        return reply.action, told(reply, self.player)

    async def say_nothing_until(self, happened: threading.Event) -> None:
        """Wait for something that a worker thread tells."""
        assert await asyncio.to_thread(happened.wait, 60)

    async def state(self, locale: str) -> State:
        """What the client may know, in a language."""
        self.peer.locale = locale
        request = Control(uuid.uuid4(), ControlAction.STATE)
        self.runtime.take(request, self.identity, self.peer)
        return await self.peer.until(State, lambda state: state.request == request.request)


@dataclass(frozen=True)
class Told:
    """A reply as a player gets it.

    Attributes:
        numbered: Quests whose numbers count now, if this reply shows some.
    """

    text: Phrase
    spoken: tuple[Phrase, ...]
    card: CardData | None
    failure: str | None
    numbered: tuple[int, ...] | None
    outcome: Outcome


def told(reply: Reply, player: Player) -> Told:
    cards = [update.data for update in reply.cards if isinstance(update, ShowCard)]
    card = cards[0] if cards else None
    shows = isinstance(card, (QuestList, ItemSources))
    return Told(
        reply.text,
        reply.spoken,
        card,
        reply.code or None,
        player.numbered if shows else None,
        reply.outcome,
    )


@asynccontextmanager
async def mind(link: Link, locale: str = "en_us", **setup: Any) -> AsyncIterator[Mind]:
    """A runtime over a link that keeps nothing, unless `folder` says otherwise."""
    async with arriving(Runtime(Setup(link, locale=locale, **setup)), locale) as someone:
        yield someone


@asynccontextmanager
async def arriving(
    runtime: Runtime, locale: str = "en_us", player: PlayerIdentity = LOCAL_PLAYER
) -> AsyncIterator[Mind]:
    """A runtime that runs, and a player who is there."""
    await runtime.start()
    try:
        peer = FakePeer(locale=locale)
        runtime.connected(player, peer)
        yield Mind(runtime, peer, player)
    finally:
        await runtime.stop()


@dataclass
class Outsider:
    """A client built on nothing but `websockets` and the codec."""

    socket: ClientConnection

    async def send(self, message: ClientMessage) -> None:
        await self.socket.send(encode(message))

    async def receive(self) -> ServerMessage:
        async with asyncio.timeout(60):
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
