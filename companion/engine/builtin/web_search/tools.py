"""The two tools. Each call asks anew whether this request and this player may use the web."""

from __future__ import annotations

import asyncio

from companion.engine.execution.scope import Rights
from companion.engine.knowledge.cutting import passages
from companion.engine.knowledge.piece import Kind, Piece
from companion.engine.knowledge.shelf import Shelf
from companion.engine.tools.tool import Tool, ToolCall
from companion.engine.web.access import WebAccess
from companion.engine.web.gate import WebGate, gate_of
from companion.engine.web.tool_types import WEB_FETCH, WEB_SEARCH, WebAddress, WebHit, WebQuery
from companion.support.errors import CompanionError, Failure

MOST_PASSAGES = 5
"""Of a page; together they are short enough for one observation."""


def search(web: WebAccess, rights: Rights) -> Tool[WebQuery, tuple[WebHit, ...]]:
    """`web.search`: results of the configured service."""

    async def find(asked: WebQuery, call: ToolCall) -> tuple[WebHit, ...]:
        gate = _allowed(call, rights)
        results = await web.search(call.player, asked.query)
        _allowed(call, rights)
        numbers = gate.add(results)
        return tuple(
            WebHit(number, one.title, one.address, one.text)
            for number, one in zip(numbers, results, strict=True)
        )

    return Tool(WEB_SEARCH, find)


def fetch(web: WebAccess, rights: Rights) -> Tool[WebAddress, tuple[WebHit, ...]]:
    """`web.fetch`: the passages of a page that a search of this request returned."""

    async def look(asked: WebAddress, call: ToolCall) -> tuple[WebHit, ...]:
        gate = _allowed(call, rights)
        number = gate.number_of(asked.address)
        title, text = await web.fetch(call.player, asked.address)
        _allowed(call, rights)
        title = title or gate.sources[number - 1].title
        found = await asyncio.to_thread(_about, title, text, asked.about)
        return tuple(WebHit(number, title, asked.address, part) for part in found)

    return Tool(WEB_FETCH, look)


def _allowed(call: ToolCall, rights: Rights) -> WebGate:
    """The gate of this request, where everything still allows the web (WEB-003, WEB-004).

    Raises:
        CompanionError: NOT_PERMITTED, or what `ToolCall.check` raises.
    """
    call.check()
    if not rights.has_module(call.player, call.owner):
        raise CompanionError(Failure.NOT_PERMITTED, call.owner)
    if not rights.may_ask_model(call.player):
        raise CompanionError(Failure.NOT_PERMITTED, "no outside service for this player")
    return gate_of(call.player)


def _about(title: str, text: str, about: str) -> tuple[str, ...]:
    """The passages that are about something; the first ones where none is."""
    cut = passages(text)
    shelf = Shelf([Piece("", part, Kind.WEB) for part in cut])
    found = tuple(piece.text for _, piece in shelf.search(about, most=MOST_PASSAGES))
    return found or cut[:2]
