"""`game.item_sources`: an item by what somebody calls it, and the quests around it."""

from __future__ import annotations

from companion.engine.builtin.items.sources import choice, sources
from companion.engine.quest_views.goods import SURE, FoundGoods, bare_name, find_goods
from companion.engine.seen import Seen
from companion.engine.services import Game, language_of_locale
from companion.engine.shared_tools import ITEM_SOURCES, ItemName
from companion.engine.tools.tool import Tool, ToolCall
from companion.games.recipe_link import recipes_of
from companion.support.errors import CompanionError, Failure

SOURCES = "system:item_sources"
GAP = 0.05


def item_sources(game: Game) -> Tool[ItemName, Seen]:
    """The tool over a game."""

    async def find(asked: ItemName, call: ToolCall) -> Seen:
        locale = call.language
        scene = await game.scene(call)
        found = await game.work(find_goods, scene, asked.item)
        if not found:
            raise CompanionError(Failure.NOT_FOUND, bare_name(asked.item))
        if not _is_sure(found):
            return Seen.of(choice(found, SOURCES), locale)
        known = await game.work(recipes_of, game.scenes.link)
        answer = await game.work(sources, scene, found[0], language_of_locale(locale), known)
        return Seen.of(answer, locale)

    return Tool(
        ITEM_SOURCES,
        find,
        for_events=True,
        reasoning="How an item is made, which quests give it and which ask for it, and how many "
        "the player has",
    )


def _is_sure(found: tuple[FoundGoods, ...]) -> bool:
    if len(found) == 1:
        return True
    return found[0].score >= SURE and found[0].score - found[1].score >= GAP
