"""What the client answers by itself, without a packet: pages, back, close (CARD-015, CARD-045).

Pure. *repeat* and *stop* are the conversation's, since they are about the voice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, assert_never

from companion.cards.view import CardView
from companion.client.events import Event, FrontClosed, PageTurned, WentBack
from companion.language.phrase import Phrase, phrase

CardMove = Literal["next_page", "previous_page", "back", "close"]


@dataclass(frozen=True, slots=True)
class Moved:
    """What a local action does, and the sentence that tells of it."""

    words: Phrase
    event: Event | None = None


def move(name: CardMove, view: CardView | None, parent_title: str | None) -> Moved:
    """Decide what a local action does to the card it is about.

    Args:
        name: The action.
        view: The card as it is seen; None when there is none.
        parent_title: Title of the card behind it; None when there is none.
    """
    if view is None:
        return Moved(phrase("client.nothing_open"))
    match name:
        case "next_page":
            return _page(view, view.page + 1)
        case "previous_page":
            return _page(view, view.page - 1)
        case "back":
            if parent_title is None:
                return Moved(phrase("client.back.none"))
            return Moved(phrase("client.back", title=parent_title), WentBack())
        case "close":
            return Moved(phrase("client.closed"), FrontClosed())
        case _:
            assert_never(name)


def _page(view: CardView, page: int) -> Moved:
    if view.pages <= 1:
        return Moved(phrase("client.page.only"))
    if page < 0:
        return Moved(phrase("client.page.first"))
    if page >= view.pages:
        return Moved(phrase("client.page.last", pages=view.pages))
    return Moved(phrase("client.page", page=page + 1, pages=view.pages), PageTurned(view.ref, page))
