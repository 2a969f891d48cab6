"""The declaration of the quests feature."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

import msgspec

from companion.engine import shared_tools
from companion.engine.access.order import Order as ServerOrder
from companion.engine.answer import Call, said
from companion.engine.builtin.quests import act_tools, tools
from companion.engine.builtin.quests.act_flows import ACTIONS
from companion.engine.builtin.quests.installing import quest_runtime
from companion.engine.builtin.quests.orders import quest_order
from companion.engine.builtin.quests.runtime import QuestRuntime
from companion.engine.builtin.quests.search import suggested
from companion.engine.declared import DeclaredModule
from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.result import AgentResult
from companion.engine.execution.workflow import AnyWorkflow
from companion.engine.knowledge.answers import guide_answer
from companion.engine.knowledge.piece import GUIDE, Lookup
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
    CLAIM,
    CLAIM_GIFTS,
    DETAIL,
    ITEM_SOURCES,
    QUERY,
    STARTER_GIFTS,
    SUBMIT,
    GiftQuery,
    ItemName,
    Offset,
    OneQuest,
    Order,
    QuestId,
    QuestName,
    QuestQuery,
    QuestTitle,
    QuestView,
)
from companion.engine.tools.registry import AnyTool
from companion.games.quest_book import quest_id_text
from companion.language.phrase import phrase
from companion.protocol.cards.quest_detail import QuestOutput
from companion.protocol.cards.quest_list import OPEN_QUEST, QuestState
from companion.protocol.cards.selection import Candidate
from companion.protocol.limits import Argument
from companion.support.errors import CompanionError, Failure

LIST = "system:quest_list"
CLAIMABLE = "system:quest_claimable"
SUBMITTABLE = "system:quest_submittable"
GIFTS = "system:starter_gifts"
NEXT = "system:quest_next"
NUMBER = "system:quest_number"
FIND = "system:quest_find"

_TO_TAKE = frozenset({QuestState.OPEN, QuestState.STARTED, QuestState.CLAIMABLE})


class ListOpen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No arguments."""


class ListNext(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No arguments."""


class OpenById(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which quest a button opens."""

    quest: QuestId
    rewards_from: Offset = 0
    options_from: Offset = 0


class ListClaimable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words that titles must have; empty for all."""

    query: Argument = ""


class ListSubmittable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words that titles must have; empty for all."""

    query: Argument = ""


class ListGifts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No arguments."""


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


async def list_claimable(asked: ListClaimable, context: ExecutionContext) -> AgentResult:
    """Show quests with rewards that wait."""
    wanted = QuestQuery(view=QuestView.CLAIMABLE, keyword=asked.query)
    return (await context.tool(QUERY, "list", wanted)).result


async def list_submittable(asked: ListSubmittable, context: ExecutionContext) -> AgentResult:
    """Show quests that something can be handed in for."""
    wanted = QuestQuery(view=QuestView.SUBMITTABLE, keyword=asked.query)
    return (await context.tool(QUERY, "list", wanted)).result


async def list_gifts(_: ListGifts, context: ExecutionContext) -> AgentResult:
    """Show the starter gifts."""
    return (await context.tool(STARTER_GIFTS, "list", GiftQuery())).result


async def open_by_id(asked: OpenById, context: ExecutionContext) -> AgentResult:
    """Show the quest of a pressed row; a gift shows all gifts instead (QUEST-012)."""
    wanted = OneQuest(asked.quest, rewards_from=asked.rewards_from, options_from=asked.options_from)
    return await _opened(wanted, context)


async def _opened(wanted: OneQuest, context: ExecutionContext) -> AgentResult:
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
    return await _opened(wanted, context)


async def find(asked: FindByName, context: ExecutionContext) -> AgentResult:
    """Show the quest with this name; several give a choice, none is perhaps an item or a text."""
    try:
        shown = await context.tool(shared_tools.FIND, "find", QuestName(asked.name))
        if isinstance(shown.card, QuestOutput) and shown.card.starter_gift:
            return await _opened(OneQuest(shown.card.quest), context)
        return shown.result
    except CompanionError as error:
        if error.failure is not Failure.NOT_FOUND or not context.can_read(ITEM_SOURCES):
            raise
    try:
        return (await context.tool(ITEM_SOURCES, "item", ItemName(asked.name))).result
    except CompanionError as error:
        if error.failure is not Failure.NOT_FOUND or not context.can_read(GUIDE):
            raise
        found = (await context.tool(GUIDE, "guide", Lookup(asked.name))).pieces
        if not found:
            raise
        return guide_answer(asked.name, found, context.language).result


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
            label="engine.choice.find",
            description="Show a quest by its title",
            needs=(shared_tools.FIND, DETAIL, STARTER_GIFTS),
            uses=(ITEM_SOURCES, GUIDE),
        ),
        Action(
            CLAIMABLE,
            ListClaimable,
            list_claimable,
            CommandWord(
                "claimable",
                "engine.command.claimable",
                ("可领取",),
                ArgumentKind.OPTIONAL_TEXT,
                "query",
            ),
            label="engine.choice.claimable",
            description="List the quests whose rewards wait to be taken",
            needs=(QUERY,),
        ),
        Action(
            SUBMITTABLE,
            ListSubmittable,
            list_submittable,
            CommandWord(
                "submittable",
                "engine.command.submittable",
                ("可提交",),
                ArgumentKind.OPTIONAL_TEXT,
                "query",
            ),
            label="engine.choice.submittable",
            description="List the quests that something can be handed in or ticked off for",
            needs=(QUERY,),
        ),
        Action(
            GIFTS,
            ListGifts,
            list_gifts,
            CommandWord("gifts", "engine.command.gifts", ("新手礼包", "礼包")),
            label="engine.choice.gifts",
            description="Show the starter gifts that can be taken now",
            needs=(STARTER_GIFTS,),
        ),
        *ACTIONS,
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
        """What reads, for every link; what acts, for a link that can."""
        runtime = self.runtime(context)
        book = tools.Book(context.get(GAME), runtime.refs, context.get(LAST_LIST), runtime.stories)
        reading = (
            context.own_tool(QUERY, lambda: tools.query(book)),
            context.own_tool(shared_tools.FIND, lambda: tools.find(book)),
            context.own_tool(DETAIL, lambda: tools.one_quest(book)),
            context.own_tool(STARTER_GIFTS, lambda: tools.starter_gifts(book)),
            context.own_tool(tools.LAST, lambda: tools.last_list(book)),
        )
        if (hands := runtime.hands) is None:
            return reading
        return (
            *reading,
            context.own_tool(CLAIM, lambda: act_tools.claim(hands)),
            context.own_tool(SUBMIT, lambda: act_tools.submit(hands)),
            context.own_tool(CLAIM_GIFTS, lambda: act_tools.claim_gifts(hands)),
        )

    def workflows(self, context: ModuleContext) -> tuple[AnyWorkflow, ...]:
        """The declared ones; words that nothing fits may be a title."""
        context.get(SUGGESTIONS)[context.id()] = _suggest(context.get(GAME))
        return super().workflows(context)

    def server_commands(self, context: ModuleContext) -> Mapping[str, ServerOrder]:
        """`ftb reload` (MOD-065)."""
        return {"ftb": quest_order(self.runtime(context).reload)}

    def runtime(self, context: ModuleContext) -> QuestRuntime:
        """The one that all configurations of quests share (QUEST-079)."""
        return context.shared_runtime(QuestRuntime, lambda: quest_runtime(context))


def _suggest(game: Game) -> Suggest:
    async def suggest(words: str, looker: Looker) -> tuple[Candidate, ...]:
        return await game.work(suggested, await game.scene(looker), words)

    return suggest
