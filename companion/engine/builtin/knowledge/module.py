"""`system:knowledge`: `system:question`, and the same with leave to look on the web."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import partial
from typing import ClassVar

import msgspec

from companion.engine.access.order import Order
from companion.engine.answer import Call
from companion.engine.builtin.knowledge.flow import Asking
from companion.engine.builtin.knowledge.orders import knowledge_order
from companion.engine.builtin.knowledge.query import database_query
from companion.engine.declared import DeclaredModule
from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.policy import QUESTION
from companion.engine.execution.result import AgentResult
from companion.engine.execution.selection import Selection
from companion.engine.execution.workflow import AnyWorkflow
from companion.engine.knowledge.notes import Notes
from companion.engine.knowledge.piece import DATABASE_QUERY, GUIDE, RECIPES
from companion.engine.knowledge.places import KNOWLEDGE
from companion.engine.knowledge.question import looks_like_question, without_looking_up
from companion.engine.module import Action, ArgumentKind, CommandWord, Flow, HelpEntry, Module
from companion.engine.modules.context import ModuleContext
from companion.engine.services import GAME, PROMPT_TEXTS, SUGGESTIONS, Looker
from companion.engine.tools.registry import AnyTool
from companion.engine.web.tool_types import WEB_FETCH, WEB_SEARCH
from companion.language.phrase import phrase
from companion.protocol.actions.knowledge import QuestionInput, SearchInput
from companion.protocol.cards.builder import ServerAction
from companion.protocol.cards.selection import Candidate

QUESTION_ACTION, SEARCH_ACTION = "system:question", "system:search"


async def unbound(_: msgspec.Struct, __: ExecutionContext) -> AgentResult:
    """Stand for a flow until the module is installed and gives it what it needs."""
    raise AssertionError("the module was not installed")


async def suggest(words: str, looker: Looker) -> tuple[Candidate, ...]:
    """Words that look like a question may be one; nothing is looked up before it is chosen."""
    if not looks_like_question(words):
        return ()
    label = phrase("guide.choice.question")
    question = without_looking_up(words)
    return (Candidate(label, ServerAction(QUESTION_ACTION, {"question": question})),)


class KnowledgeModule(DeclaredModule, frozen=True):
    """No parameters."""

    DECLARATION: ClassVar[Module] = Module(
        id="system:knowledge",
        actions=(
            Action(
                QUESTION_ACTION,
                QuestionInput,
                unbound,
                CommandWord(
                    "question", "guide.command.question", ("提问",), ArgumentKind.TEXT, "question"
                ),
                description="Answer a question about this game from its quest book and the "
                "knowledge of this world",
                needs=(DATABASE_QUERY,),
                uses=(GUIDE, RECIPES, WEB_SEARCH, WEB_FETCH),
                selection=Selection.EXPLICIT_ONLY,
                policy=QUESTION,
            ),
            Action(
                SEARCH_ACTION,
                SearchInput,
                unbound,
                CommandWord(
                    "search", "guide.command.search", ("搜索",), ArgumentKind.TEXT, "question"
                ),
                needs=(DATABASE_QUERY,),
                uses=(GUIDE, RECIPES, WEB_SEARCH, WEB_FETCH),
                selection=Selection.STRUCTURED_ONLY,
                policy=QUESTION,
            ),
        ),
        help=(
            HelpEntry(
                "guide.say.question",
                "guide.does.question",
                Call(QUESTION_ACTION, {"question": "how do I start"}),
            ),
        ),
    )

    def tools(self, context: ModuleContext) -> tuple[AnyTool, ...]:
        """The query that every answer begins with."""
        knowledge, game = context.get(KNOWLEDGE), context.get(GAME)
        make = partial(database_query, knowledge, Notes(), game)
        return (context.own_tool(DATABASE_QUERY, make),)

    def server_commands(self, context: ModuleContext) -> Mapping[str, Order]:
        """`knowledge list`."""
        return {"knowledge": knowledge_order(context.get(KNOWLEDGE).library)}

    def workflows(self, context: ModuleContext) -> tuple[AnyWorkflow, ...]:
        """The declared ones; words that nothing fits may be a question."""
        asking = Asking(context.get(PROMPT_TEXTS))
        context.get(SUGGESTIONS)[context.id()] = suggest

        async def ask(asked: QuestionInput, task: ExecutionContext) -> AgentResult:
            return await asking.answer(asked.question, task, allow_web=asked.allow_web)

        async def search(asked: SearchInput, task: ExecutionContext) -> AgentResult:
            return await asking.answer(asked.question, task, allow_web=True)

        runs: dict[str, Flow] = {QUESTION_ACTION: ask, SEARCH_ACTION: search}
        flows = super().workflows(context)
        return tuple(dataclasses.replace(flow, run=runs[flow.id]) for flow in flows)
