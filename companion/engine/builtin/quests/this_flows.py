"""What is said of "this": the quest that the player was last shown by itself.

"How do I finish this?" and "claim it" name no quest. Nothing is handed in or taken here: words
lead to the quest, and its buttons do the rest.
"""

from __future__ import annotations

from companion.engine.builtin.quests import tools
from companion.engine.builtin.quests.list_flows import list_next
from companion.engine.builtin.quests.open_flows import opened
from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.result import AgentResult
from companion.engine.module import Action, NoInput
from companion.engine.shared_tools import (
    DETAIL,
    QUERY,
    STARTER_GIFTS,
    OneQuest,
    QuestQuery,
    QuestView,
)
from companion.games.quest_book import quest_id_text
from companion.protocol.actions.quests import AboutThis, ClaimThis, ListNext
from companion.protocol.cards.quest_detail import QuestOutput
from companion.protocol.cards.quest_list import QuestList, QuestState

THIS = "system:quest_this"
CLAIM_THIS = "system:quest_claim_this"


async def about_this(_: AboutThis, context: ExecutionContext) -> AgentResult:
    """Show what "this" quest still asks for; where none was shown, what can be done next."""
    number = await context.tool(tools.OPENED, "this", NoInput())
    if not number:
        return await list_next(ListNext(), context)
    return await opened(OneQuest(quest_id_text(number)), context)


async def claim_this(_: ClaimThis, context: ExecutionContext) -> AgentResult:
    """Show the quest whose reward is meant: "this" one, else the only one, else all that wait."""
    number = await context.tool(tools.OPENED, "this", NoInput())
    shown = None
    if number:
        shown = await context.tool(DETAIL, "open", OneQuest(quest_id_text(number)))
        if isinstance(shown.card, QuestOutput) and shown.card.state == QuestState.CLAIMABLE:
            return shown.result
    waiting = await context.tool(QUERY, "list", QuestQuery(view=QuestView.CLAIMABLE))
    if not isinstance(waiting.card, QuestList):
        return shown.result if shown else waiting.result
    if len(waiting.card.quests) == 1:
        return await opened(OneQuest(waiting.card.quests[0].quest), context)
    return waiting.result


ABOUT_THIS = (
    Action(
        THIS,
        AboutThis,
        about_this,
        label="engine.choice.this",
        description="Say what the quest that was shown last still asks for",
        needs=(tools.OPENED, DETAIL, STARTER_GIFTS, QUERY),
    ),
    Action(
        CLAIM_THIS,
        ClaimThis,
        claim_this,
        description="Show the quest whose reward the player wants to take",
        needs=(tools.OPENED, DETAIL, STARTER_GIFTS, QUERY),
    ),
)
