"""`system:guide`: the texts of readable quests, searched by words; asks no model (GUIDE-009)."""

from __future__ import annotations

from typing import ClassVar

from companion.engine.answer import Call
from companion.engine.declared import DeclaredModule
from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.result import AgentResult
from companion.engine.knowledge.answers import guide_answer
from companion.engine.knowledge.guides import Guides
from companion.engine.knowledge.piece import GUIDE, Found, Lookup
from companion.engine.module import Action, ArgumentKind, CommandWord, HelpEntry, Module
from companion.engine.modules.context import ModuleContext
from companion.engine.services import GAME, SHARED_DATABASE
from companion.engine.tools.registry import AnyTool
from companion.engine.tools.tool import Tool, ToolCall
from companion.protocol.actions.guide import AskGuide

GUIDE_ACTION = "system:quest_guide"


async def ask(asked: AskGuide, context: ExecutionContext) -> AgentResult:
    """Show the passages of readable quests."""
    found = await context.tool(GUIDE, "guide", Lookup(asked.query))
    return guide_answer(asked.query, found.pieces, context.language).result


def guide_tool(guides: Guides) -> Tool[Lookup, Found]:
    """`ftb.guide` (GUIDE-001)."""

    async def look(asked: Lookup, call: ToolCall) -> Found:
        return Found(tuple(piece for _, piece in await guides.search(asked.query, call)))

    return Tool(GUIDE, look, reasoning="What the quest book says about something, in its own words")


class GuideModule(DeclaredModule, frozen=True):
    """No parameters."""

    DECLARATION: ClassVar[Module] = Module(
        id="system:guide",
        actions=(
            Action(
                GUIDE_ACTION,
                AskGuide,
                ask,
                CommandWord(
                    "guide", "guide.command", ("指南", "查指南"), ArgumentKind.TEXT, "query"
                ),
                slots={"topic": "query"},
                label="guide.choice",
                description="Show what the quest book says about something, word for word",
                needs=(GUIDE,),
            ),
        ),
        help=(HelpEntry("guide.say", "guide.does", Call(GUIDE_ACTION, {"query": "start"})),),
    )

    def tools(self, context: ModuleContext) -> tuple[AnyTool, ...]:
        """The one tool; questions may use it too (GUIDE-010)."""
        guides = Guides(context.get(GAME), context.get(SHARED_DATABASE))
        return (context.own_tool(GUIDE, lambda: guide_tool(guides)),)
