"""The declaration of the quests feature."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

import msgspec

from companion.engine import shared_tools
from companion.engine.access.order import Order as ServerOrder
from companion.engine.answer import Call
from companion.engine.builtin.quests import act_tools, tools
from companion.engine.builtin.quests.act_flows import ACTIONS
from companion.engine.builtin.quests.installing import quest_runtime
from companion.engine.builtin.quests.list_flows import LIST, NEXT, OPEN_LISTS, WAITING_LISTS
from companion.engine.builtin.quests.open_flows import NUMBER, OPENING
from companion.engine.builtin.quests.orders import quest_order
from companion.engine.builtin.quests.runtime import QuestRuntime
from companion.engine.builtin.quests.search import suggested
from companion.engine.builtin.quests.this_flows import ABOUT_THIS
from companion.engine.declared import DeclaredModule
from companion.engine.execution.workflow import AnyWorkflow
from companion.engine.module import HelpEntry, Module
from companion.engine.modules.context import ModuleContext
from companion.engine.narration.tellers import MOST_NAME
from companion.engine.services import (
    GAME,
    LAST_LIST,
    LAST_QUEST,
    SUGGESTIONS,
    Game,
    Looker,
    Suggest,
)
from companion.engine.shared_tools import (
    CLAIM,
    CLAIM_GIFTS,
    DETAIL,
    QUERY,
    STARTER_GIFTS,
    SUBMIT,
)
from companion.engine.tools.registry import AnyTool
from companion.protocol.cards.selection import Candidate

MODULE = Module(
    id="system:quests",
    # In the order in which completion lists them: what is asked most comes first.
    actions=(*OPEN_LISTS, *OPENING, *WAITING_LISTS, *ABOUT_THIS, *ACTIONS),
    help=(
        HelpEntry("engine.say.quests", "engine.does.quests", Call(LIST)),
        HelpEntry("engine.say.next", "engine.does.next", Call(NEXT)),
        HelpEntry("engine.say.open", "engine.does.open", Call(NUMBER, {"number": "1"})),
        HelpEntry("engine.say.find", "engine.does.find", Call(LIST)),
    ),
)


class QuestsModule(DeclaredModule, frozen=True):
    """`system:quests`.

    Attributes:
        character: Who tells quests; players hear the voice they bound to that name. Empty for
            nobody in particular.
    """

    DECLARATION: ClassVar[Module] = MODULE

    character: Annotated[str, msgspec.Meta(max_length=MOST_NAME)] = ""

    def tools(self, context: ModuleContext) -> tuple[AnyTool, ...]:
        """What reads, for every link; what acts, for a link that can."""
        runtime = self.runtime(context)
        book = tools.Book(
            context.get(GAME),
            runtime.refs,
            context.get(LAST_LIST),
            context.get(LAST_QUEST),
            runtime.stories,
        )
        reading = (
            context.own_tool(QUERY, lambda: tools.query(book)),
            context.own_tool(shared_tools.FIND, lambda: tools.find(book)),
            context.own_tool(DETAIL, lambda: tools.one_quest(book)),
            context.own_tool(STARTER_GIFTS, lambda: tools.starter_gifts(book)),
            context.own_tool(tools.LAST, lambda: tools.last_list(book)),
            context.own_tool(tools.OPENED, lambda: tools.last_quest(book)),
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
        runtime = context.shared_runtime(QuestRuntime, lambda: quest_runtime(context))
        runtime.stories.tellers.name(context.id(), self.character)
        return runtime


def _suggest(game: Game) -> Suggest:
    async def suggest(words: str, looker: Looker) -> tuple[Candidate, ...]:
        return await game.work(suggested, await game.scene(looker), words)

    return suggest
