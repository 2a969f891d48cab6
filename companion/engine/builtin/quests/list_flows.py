"""Lists of quests that words, commands and buttons ask for."""

from __future__ import annotations

from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.result import AgentResult
from companion.engine.module import Action, ArgumentKind, CommandWord
from companion.engine.shared_tools import (
    QUERY,
    STARTER_GIFTS,
    GiftQuery,
    Order,
    QuestQuery,
    QuestView,
)
from companion.protocol.actions.quests import (
    ListClaimable,
    ListGifts,
    ListNext,
    ListOpen,
    ListSubmittable,
)

LIST = "system:quest_list"
CLAIMABLE = "system:quest_claimable"
SUBMITTABLE = "system:quest_submittable"
GIFTS = "system:starter_gifts"
NEXT = "system:quest_next"


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


OPEN_LISTS = (
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
)
WAITING_LISTS = (
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
)
