"""One quest, by its id, its place in the last list or its name."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine import shared_tools
from companion.engine.answer import said
from companion.engine.builtin.quests import tools
from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.result import AgentResult
from companion.engine.knowledge.answers import guide_answer
from companion.engine.knowledge.making import how_made
from companion.engine.knowledge.piece import DATABASE_QUERY, GUIDE, RECIPES, Lookup
from companion.engine.knowledge.question import asks_making
from companion.engine.module import Action, ArgumentKind, CommandWord, NoInput
from companion.engine.shared_tools import (
    DETAIL,
    ITEM_SOURCES,
    STARTER_GIFTS,
    GiftQuery,
    ItemName,
    OneQuest,
    QuestName,
)
from companion.games.quest_book import quest_id_text
from companion.language.phrase import phrase
from companion.protocol.actions.quests import FindByName, OpenById, OpenByNumber
from companion.protocol.cards.quest_detail import QuestOutput
from companion.protocol.cards.quest_list import OPEN_QUEST, QuestState
from companion.support.errors import CompanionError, Failure

NUMBER = "system:quest_number"
FIND = "system:quest_find"

_TO_TAKE = frozenset({QuestState.OPEN, QuestState.STARTED, QuestState.CLAIMABLE})


async def open_by_id(asked: OpenById, context: ExecutionContext) -> AgentResult:
    """Show the quest of a pressed row."""
    wanted = OneQuest(asked.quest, rewards_from=asked.rewards_from, options_from=asked.options_from)
    return await opened(wanted, context)


async def opened(wanted: OneQuest, context: ExecutionContext) -> AgentResult:
    """Show a quest; a gift shows all gifts instead (QUEST-012)."""
    shown = await context.tool(DETAIL, "open", wanted)
    card = shown.card
    if isinstance(card, QuestOutput) and card.starter_gift and card.state in _TO_TAKE:
        return (await context.tool(STARTER_GIFTS, "gifts", GiftQuery())).result
    return shown.result


async def open_by_number(asked: OpenByNumber, context: ExecutionContext) -> AgentResult:
    """Show a quest by its place in the last list (QUEST-053)."""
    last = await context.tool(tools.LAST, "last", NoInput())
    if not last:
        return said(phrase("engine.spoken.no_list")).result
    place = len(last) if asked.number == -1 else asked.number
    if not 1 <= place <= len(last):
        return said(phrase("engine.spoken.short_list", count=len(last))).result
    wanted = OneQuest(quest_id_text(last[place - 1]), called=str(place))
    return await opened(wanted, context)


def making(sentence: str) -> Mapping[str, object]:
    """Whether a sentence asks how something is made, as an argument."""
    return {"is_making": "true"} if asks_making(sentence) else {}


async def find(asked: FindByName, context: ExecutionContext) -> AgentResult:
    """Show the quest with this name; several give a choice, none is perhaps an item or a text.

    What is to be made is shown with its recipes, where some are known.
    """
    if asked.is_making and (made := await how_made(asked.name, context)) is not None:
        return made
    try:
        shown = await context.tool(
            shared_tools.FIND, "find", QuestName(asked.name, asked.is_making)
        )
        if isinstance(shown.card, QuestOutput) and shown.card.starter_gift:
            return await opened(OneQuest(shown.card.quest), context)
        return shown.result
    except CompanionError as error:
        if error.failure is not Failure.NOT_FOUND or not context.can_read(ITEM_SOURCES):
            raise
    try:
        wanted = ItemName(asked.name, asked.is_making)
        return (await context.tool(ITEM_SOURCES, "item", wanted)).result
    except CompanionError as error:
        if error.failure is not Failure.NOT_FOUND or not context.can_read(GUIDE):
            raise
        found = (await context.tool(GUIDE, "guide", Lookup(asked.name))).pieces
        if not found:
            raise
        return guide_answer(asked.name, found, context.language).result


OPENING = (
    Action(
        OPEN_QUEST,
        OpenById,
        open_by_id,
        description="Show one quest by its id, as lists and cards name it",
        needs=(DETAIL, STARTER_GIFTS),
    ),
    Action(
        NUMBER,
        OpenByNumber,
        open_by_number,
        CommandWord("open", "engine.command.open", ("打开",), ArgumentKind.NUMBER, "number"),
        slots={"place": "number"},
        label="engine.choice.open",
        description="Show a quest by its number in the list that the player sees",
        needs=(tools.LAST, DETAIL, STARTER_GIFTS),
    ),
    Action(
        FIND,
        FindByName,
        find,
        CommandWord("quest", "engine.command.quest", ("查任务",), ArgumentKind.TEXT, "name"),
        slots={"name": "name"},
        extract=making,
        label="engine.choice.find",
        description="Show a quest by its title, or how something is made",
        needs=(shared_tools.FIND, DETAIL, STARTER_GIFTS),
        uses=(ITEM_SOURCES, GUIDE, RECIPES, DATABASE_QUERY),
    ),
)
