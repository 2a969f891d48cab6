"""Cards of `bench cards`: a shelf of 64 offers, a list of quests, a log of answers."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

from companion.cards.library import CardLibrary
from companion.cards.view import (
    BoundCell,
    BoundChoice,
    BoundGrid,
    BoundHeading,
    BoundOffer,
    CardView,
    Span,
    Variant,
)
from companion.cards.view_builder import CardSource, build_view
from companion.cards.view_state import CardViewState
from companion.client.state import EMPTY, ClientState, Entry, LiveCard, Speaker
from companion.language.phrase import literal
from companion.protocol.cards.builder import ServerAction
from companion.protocol.cards.item import ItemPreview
from companion.protocol.cards.quest_list import QuestBrief, QuestList, QuestState
from companion.protocol.cards.ref import CardRef

CELLS, COLUMNS = 64, 8
STATES = (QuestState.STARTED, QuestState.OPEN, QuestState.CLAIMABLE, QuestState.LOCKED)


def grid_view(page: int) -> CardView:
    """A card with 64 offers; another page has other ones."""
    cells = tuple(_cell(page, number) for number in range(CELLS))
    nodes = (
        BoundHeading((Span("Shop"),), "128", "Say a name"),
        BoundGrid(cells, COLUMNS, page, 2),
    )
    return CardView(
        CardRef(UUID(int=1), 0), Variant.FULL, "Shop", nodes, (), (), (), page, 2, (), tuple
    )


def _cell(page: int, number: int) -> BoundCell:
    item = ItemPreview(f"example:item_{number}", f"Item {page} {number}", count=number + 1)
    choice = BoundChoice(number + 1, number + 1, item.name, ServerAction("system:shop_quote"))
    offer = BoundOffer(item, (Span(item.name),), price=f"{number} coins")
    return BoundCell(offer, f"{item.name}, {number} coins", choice)


def quests(count: int) -> QuestList:
    """A list of quests as an engine sends it."""
    rows = tuple(
        QuestBrief(
            number=number,
            quest=f"{number:016X}",
            title=f"Quest number {number}",
            chapter=f"Chapter {number % 20}",
            state=STATES[number % 4],
            line=literal(f"{number % 9} of 9"),
            done=number % 9,
            total=9,
            icon=ItemPreview(f"example:item_{number % CELLS}", f"Item {number}"),
        )
        for number in range(1, count + 1)
    )
    return QuestList(literal("Open quests"), literal("Say a number"), rows, ())


def list_view(data: QuestList, library: CardLibrary, page: int) -> CardView:
    """The card of a list, on a page."""
    source = CardSource(CardRef(UUID(int=2), 0), data, CardViewState(page))
    return build_view(source, library, Variant.FULL)


def conversation(data: QuestList, first: int, count: int) -> ClientState:
    """Answers with a card each, by their ids."""
    return grown(EMPTY, data, first, count, count)


def grown(state: ClientState, data: QuestList, first: int, count: int, most: int) -> ClientState:
    """A state with more answers, of which the newest `most` are kept."""
    numbers = range(first, first + count)
    cards = tuple(LiveCard(CardRef(UUID(int=n), 0), data, CardViewState()) for n in numbers)
    entries = tuple(
        Entry(n, Speaker.COMPANION, literal(f"Answer {n}"), card=card.ref)
        for n, card in zip(numbers, cards, strict=True)
    )
    return replace(
        state,
        revision=first,
        entries=(*state.entries, *entries)[-most:],
        cards=(*state.cards, *cards)[-most:],
    )
