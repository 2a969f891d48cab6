"""The declaration of the quests feature."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from companion.engine import shared_tools
from companion.engine.answer import Call, said
from companion.engine.builtin.quests import tools
from companion.engine.builtin.quests.search import suggested
from companion.engine.declared import DeclaredModule
from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.result import AgentResult
from companion.engine.execution.workflow import AnyWorkflow
from companion.engine.module import (
    Action,
    ArgumentKind,
    CommandWord,
    HelpEntry,
    Module,
    NoInput,
)
from companion.engine.modules.context import ModuleContext
from companion.engine.services import GAME, LAST_LIST, SUGGESTIONS, Game, Looker, Suggest
from companion.engine.shared_tools import (
    DETAIL,
    ITEM_SOURCES,
    QUERY,
    ItemName,
    OneQuest,
    Order,
    QuestId,
    QuestName,
    QuestQuery,
    QuestTitle,
)
from companion.engine.tools.registry import AnyTool
from companion.engine.tools.tool import Tool, ToolCall
from companion.games.quest_book import quest_id_text
from companion.language.phrase import phrase
from companion.protocol.cards.quest_list import OPEN_QUEST
from companion.protocol.cards.selection import Candidate
from companion.support.errors import CompanionError, Failure

LIST = "system:quest_list"
NEXT = "system:quest_next"
NUMBER = "system:quest_number"
FIND = "system:quest_find"


class ListOpen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No arguments."""


class ListNext(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No arguments."""


class OpenById(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which quest a button opens."""

    quest: QuestId


class OpenByNumber(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place in the last numbered list; -1 is the last one."""

    number: Annotated[
        int, msgspec.Meta(ge=-1, le=100_000, description="Place in the list, from 1; -1 is last")
    ]


class FindByName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody called a quest."""

    name: QuestTitle


async def list_open(_: ListOpen, context: ExecutionContext) -> AgentResult:
    """Show every open quest."""
    return (await context.tool(QUERY, "list", QuestQuery())).result


async def list_next(_: ListNext, context: ExecutionContext) -> AgentResult:
    """Show the open quests, the quickest first."""
    return (await context.tool(QUERY, "list", QuestQuery(Order.SOONEST))).result


async def open_by_id(asked: OpenById, context: ExecutionContext) -> AgentResult:
    """Show the quest of a pressed row."""
    return (await context.tool(DETAIL, "open", OneQuest(asked.quest))).result


async def open_by_number(asked: OpenByNumber, context: ExecutionContext) -> AgentResult:
    """Show a quest by its place in the last list (QUEST-053)."""
    last = await context.tool(tools.LAST, "last", NoInput())
    if not last:
        return said(phrase("engine.spoken.no_list")).result
    place = len(last) if asked.number == -1 else asked.number
    if not 1 <= place <= len(last):
        return said(phrase("engine.spoken.short_list", count=len(last))).result
    wanted = OneQuest(quest_id_text(last[place - 1]), str(place))
    return (await context.tool(DETAIL, "open", wanted)).result


async def find(asked: FindByName, context: ExecutionContext) -> AgentResult:
    """Show the quest with this name; several give a choice, none is perhaps an item."""
    try:
        return (await context.tool(shared_tools.FIND, "find", QuestName(asked.name))).result
    except CompanionError as error:
        if error.failure is not Failure.NOT_FOUND or not context.can_read(ITEM_SOURCES):
            raise
    return (await context.tool(ITEM_SOURCES, "item", ItemName(asked.name))).result


MODULE = Module(
    id="system:quests",
    actions=(
        Action(
            LIST,
            ListOpen,
            list_open,
            CommandWord("quests", "engine.command.quests", ("任务", "查看任务", "list")),
            label="engine.choice.quests",
            shortcut=True,
            description="List the quests that are open now",
            needs=(QUERY,),
        ),
        Action(
            NEXT,
            ListNext,
            list_next,
            CommandWord("next", "engine.command.next", ("下一步", "做什么")),
            label="engine.choice.next",
            shortcut=True,
            description="Say what to do next: the open quests, what is done soonest first",
            needs=(QUERY,),
        ),
        Action(
            OPEN_QUEST,
            OpenById,
            open_by_id,
            description="Show one quest by its id, as lists and cards name it",
            needs=(DETAIL,),
        ),
        Action(
            NUMBER,
            OpenByNumber,
            open_by_number,
            CommandWord("open", "engine.command.open", ("打开",), ArgumentKind.NUMBER, "number"),
            slots={"place": "number"},
            label="engine.choice.open",
            description="Show a quest by its number in the list that the player sees",
            needs=(tools.LAST, DETAIL),
        ),
        Action(
            FIND,
            FindByName,
            find,
            CommandWord("quest", "engine.command.quest", ("查任务",), ArgumentKind.TEXT, "name"),
            slots={"name": "name"},
            label="engine.choice.find",
            description="Show a quest by its title",
            needs=(shared_tools.FIND,),
            uses=(ITEM_SOURCES,),
        ),
    ),
    help=(
        HelpEntry("engine.say.quests", "engine.does.quests", Call(LIST)),
        HelpEntry("engine.say.next", "engine.does.next", Call(NEXT)),
        HelpEntry("engine.say.open", "engine.does.open", Call(NUMBER, {"number": "1"})),
        HelpEntry("engine.say.find", "engine.does.find", Call(LIST)),
    ),
)


class QuestsModule(DeclaredModule, frozen=True):
    """`system:quests`: no parameters."""

    DECLARATION: ClassVar[Module] = MODULE

    def tools(self, context: ModuleContext) -> tuple[AnyTool, ...]:
        """List, search, detail, and the list whose numbers the player last saw."""
        game, last = context.get(GAME), context.get(LAST_LIST)

        async def last_list(_: NoInput, call: ToolCall) -> tuple[int, ...]:
            return last(call.player)

        return (
            context.own_tool(QUERY, lambda: tools.query(game)),
            context.own_tool(shared_tools.FIND, lambda: tools.find(game)),
            context.own_tool(DETAIL, lambda: tools.one_quest(game)),
            context.own_tool(tools.LAST, lambda: Tool(tools.LAST, last_list)),
        )

    def workflows(self, context: ModuleContext) -> tuple[AnyWorkflow, ...]:
        """The declared ones; words that nothing fits may be a title."""
        context.get(SUGGESTIONS)[context.id()] = _suggest(context.get(GAME))
        return super().workflows(context)


def _suggest(game: Game) -> Suggest:
    async def suggest(words: str, looker: Looker) -> tuple[Candidate, ...]:
        return await game.work(suggested, await game.scene(looker), words)

    return suggest
