"""`game.item_sources`, an item and the quests around it, and `game.recipes`, how it is made."""

from __future__ import annotations

from companion.engine.builtin.items.sources import ItemAsked, choice, sources
from companion.engine.knowledge.piece import RECIPES, Lookup, Made
from companion.engine.knowledge.recipe_shelf import RecipeShelf
from companion.engine.quest_views.goods import SURE, FoundGoods, bare_name, find_goods
from companion.engine.seen import Seen
from companion.engine.services import Game, language_of_locale
from companion.engine.shared_tools import ITEM_SOURCES, ItemName
from companion.engine.tools.tool import Tool, ToolCall
from companion.support.errors import CompanionError, Failure

SOURCES = "system:item_sources"
GAP = 0.05


def item_sources(game: Game, shelf: RecipeShelf) -> Tool[ItemName, Seen]:
    """The tool over a game; what no quest names may still have a recipe."""

    async def find(asked: ItemName, call: ToolCall) -> Seen:
        locale = call.language
        scene = await game.scene(call)
        found = await game.work(find_goods, scene, asked.item)
        found = found or await shelf.find(asked.item, scene, call)
        if not found:
            raise CompanionError(Failure.NOT_FOUND, bare_name(asked.item))
        if not _is_sure(found):
            return Seen.of(choice(found, SOURCES), locale)
        known = await shelf.book(locale)
        asking = ItemAsked(found[0], language_of_locale(locale), is_making=asked.is_making)
        answer = await game.work(sources, scene, asking, known)
        return Seen.of(answer, locale)

    return Tool(
        ITEM_SOURCES,
        find,
        for_events=True,
        reasoning="How an item is made, which quests give it and which ask for it, and how many "
        "the player has",
    )


def recipes(shelf: RecipeShelf) -> Tool[Lookup, Made]:
    """`game.recipes`: how something is made, as the game's own files have it."""

    async def look(asked: Lookup, call: ToolCall) -> Made:
        return await shelf.about(asked.query, call)

    return Tool(RECIPES, look, reasoning="How an item is made: amounts counted from the recipe")


def _is_sure(found: tuple[FoundGoods, ...]) -> bool:
    if len(found) == 1:
        return True
    return found[0].score >= SURE and found[0].score - found[1].score >= GAP
