"""A question asked in the game: it runs like one of a companion, and its words come back."""

from __future__ import annotations

import asyncio
from uuid import UUID, uuid4

from companion.engine.access.order import Lines
from companion.engine.players import PlayerIdentity
from companion.engine.runtime import Runtime
from companion.language.phrase import phrase
from companion.protocol.limits import MAX_CHAT_CHARACTERS, MAX_DEADLINE_S
from companion.protocol.requests import Chat
from companion.protocol.responses import Reply, ServerMessage
from companion.support.errors import CompanionError, Failure

ASK = "ask"
"""`/system ask hello` asks the same as `/system hello` (CHAT-012)."""


class GamePeer:
    """Implements `Peer` for one question; of all that is sent it keeps the reply."""

    generation = 0
    is_open = True

    def __init__(self, locale: str) -> None:
        self.locale = locale
        self.reply: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()

    def accept(self, request: UUID, deadline_s: float) -> None:
        """Nothing is shown until there is an answer."""

    def refuse(self, request: UUID, failure: Failure) -> None:
        """The request does not run."""
        if not self.reply.done():
            self.reply.set_exception(CompanionError(failure))

    def send(self, message: ServerMessage) -> None:
        """Take the reply."""
        if isinstance(message, Reply) and not self.reply.done():
            self.reply.set_result(message)


async def answer(runtime: Runtime, player: PlayerIdentity, words: str, locale: str) -> Lines:
    """Ask in a player's name; the sentences of the answer.

    Raises:
        CompanionError: It was refused, or took too long.
    """
    text = words.removeprefix(f"{ASK} ").strip()[:MAX_CHAT_CHARACTERS]
    peer = GamePeer(locale)
    runtime.connected(player, peer)
    try:
        async with asyncio.timeout(MAX_DEADLINE_S):
            runtime.take(Chat(uuid4(), text), player, peer)
            reply = await peer.reply
    except TimeoutError:
        raise CompanionError(Failure.DEADLINE_EXCEEDED) from None
    finally:
        peer.is_open = False
        runtime.disconnected(player, peer)
    if not reply.cards:
        return (reply.text,)
    return (reply.text, phrase("access.card_in_companion"))
