"""What the companion should say to a sentence in the demo world, asked of an engine of our own."""

from __future__ import annotations

import asyncio
from uuid import uuid4

from websockets.asyncio.client import connect

from companion.cards.library import load_library
from companion.cards.view_state import CardViewState
from companion.client.presentation import Presentation
from companion.client.state import LiveCard
from companion.engine.listener import HOST
from companion.engine.server import EngineServer
from companion.games.registry import open_link
from companion.protocol.cards.update import ShowCard
from companion.protocol.codec import decode_server, encode
from companion.protocol.limits import PROTOCOL_VERSION
from companion.protocol.requests import Chat, Hello
from companion.protocol.responses import Reply
from companion.support.clock import SystemClock


def answer_aloud(sentence: str, locale: str = "en_us") -> str:
    """The sentences that a player would hear."""
    reply = asyncio.run(_ask(sentence, locale))
    library = load_library(locale)
    presentation = Presentation(library)
    cards = [update for update in reply.cards if isinstance(update, ShowCard)]
    if reply.spoken or not cards:
        return " ".join(presentation.aloud(reply.spoken or (reply.text,)))
    return " ".join(" ".join(_card_aloud(presentation, card)) for card in cards)


def _card_aloud(presentation: Presentation, card: ShowCard) -> tuple[str, ...]:
    live = LiveCard(card.ref, card.data, CardViewState())
    return presentation.view(live).spoken


async def _ask(sentence: str, locale: str) -> Reply:
    token = "t" * 32
    server = EngineServer(open_link(None), token, SystemClock(), locale)
    port = await server.start()
    try:
        async with asyncio.timeout(60), connect(f"ws://{HOST}:{port}/", proxy=None) as socket:
            await socket.send(encode(Hello(PROTOCOL_VERSION, token, locale)))
            await socket.send(encode(Chat(uuid4(), sentence)))
            while not isinstance(message := decode_server(await socket.recv()), Reply):
                pass
            return message
    finally:
        await server.stop()
