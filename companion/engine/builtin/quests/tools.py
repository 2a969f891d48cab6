"""Read-only tools over the quest book: a list, a search, one quest, and the list last seen."""

from __future__ import annotations

from companion.engine.answer import Answer
from companion.engine.builtin.quests.detail import detail
from companion.engine.builtin.quests.lists import next_quests, open_quests
from companion.engine.builtin.quests.search import choice, named
from companion.engine.module import NoInput
from companion.engine.quest_views.goods import bare_name
from companion.engine.quest_views.scene import Scene
from companion.engine.seen import Seen
from companion.engine.services import Game, language_of_locale
from companion.engine.shared_tools import (
    DETAIL,
    FIND,
    QUERY,
    OneQuest,
    Order,
    QuestName,
    QuestQuery,
)
from companion.engine.tools.tool import Tool, ToolCall, ToolType
from companion.support.errors import CompanionError, Failure

LAST: ToolType[NoInput, tuple[int, ...]] = ToolType("system.last_list", NoInput, tuple[int, ...])


def query(game: Game) -> Tool[QuestQuery, Seen]:
    """The open quests."""

    async def look(asked: QuestQuery, call: ToolCall) -> Seen:
        def listed(scene: Scene) -> Answer:
            if asked.order is Order.BOOK:
                return open_quests(scene)
            return next_quests(scene, language_of_locale(call.language))

        return Seen.of(await game.look(call, listed), call.language)

    return Tool(QUERY, look, for_events=True, reasoning="The quests the player can do now")


def find(game: Game) -> Tool[QuestName, Seen]:
    """Quests by name: one that is sure, or a few to choose from."""

    async def look(asked: QuestName, call: ToolCall) -> Seen:
        scene = await game.scene(call)
        found = await game.work(named, scene, asked.name)
        if found.quest is not None:
            language = language_of_locale(call.language)
            answer = await game.work(detail, scene, found.quest, language)
            return Seen.of(answer, call.language)
        if not found.choice:
            raise CompanionError(Failure.NOT_FOUND, bare_name(asked.name))
        return Seen.of(choice(scene, found.choice), call.language)

    return Tool(FIND, look, for_events=True, reasoning="A quest by its title, with what it asks")


def one_quest(game: Game) -> Tool[OneQuest, Seen]:
    """One quest, if this player may see it: of a hidden one nothing is told."""

    async def look(asked: OneQuest, call: ToolCall) -> Seen:
        scene = await game.scene(call)
        number = int(asked.quest, 16)
        if scene.quest(number) is None:
            raise CompanionError(Failure.NOT_FOUND, asked.called or asked.quest)
        language = language_of_locale(call.language)
        return Seen.of(await game.work(detail, scene, number, language), call.language)

    return Tool(
        DETAIL,
        look,
        for_events=True,
        reasoning="One quest by its id: what it says, asks and gives, and what must come first",
    )
