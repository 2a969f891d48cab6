"""The quest runtime, put together for the link of an installation."""

from __future__ import annotations

from companion.engine.builtin.quests.act_tools import Hands
from companion.engine.builtin.quests.acts import QuestActs
from companion.engine.builtin.quests.claim_refs import ClaimRefs
from companion.engine.builtin.quests.runtime import Around, QuestRuntime
from companion.engine.modules.context import ModuleContext
from companion.engine.narration.organiser import Organiser
from companion.engine.narration.stories import Stories
from companion.engine.services import (
    CLOCK,
    GAME,
    GAME_QUEUE,
    LOCALE_OF,
    NOTICES,
    PROMPT_TEXTS,
    SHARED_DATABASE,
)
from companion.games.quest_actions import actions_of
from companion.games.watching import Watch


def quest_runtime(context: ModuleContext) -> QuestRuntime:
    """A runtime for the link of an installation."""
    game, refs = context.get(GAME), ClaimRefs(context.get(CLOCK))
    organiser = Organiser(context.engine, context.get(SHARED_DATABASE), context.get(PROMPT_TEXTS))
    around = Around(game, refs, context.get(NOTICES), context.get(LOCALE_OF), Stories(organiser))
    link = game.scenes.link
    runtime = QuestRuntime(around, None, Watch.of(link))
    if (acting := actions_of(link)) is not None:
        acts = QuestActs(game, context.get(GAME_QUEUE), acting, runtime.completed_here)
        runtime.hands = Hands(game, refs, acts)
        runtime.refs = refs
    return runtime
