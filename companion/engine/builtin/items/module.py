"""The declaration of the items feature."""

from __future__ import annotations

from typing import ClassVar

from companion.engine.answer import Call
from companion.engine.builtin.items.tools import SOURCES, item_sources, recipes
from companion.engine.declared import DeclaredModule
from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.result import AgentResult
from companion.engine.knowledge.piece import RECIPES
from companion.engine.knowledge.recipe_shelf import RecipeShelf
from companion.engine.module import Action, ArgumentKind, CommandWord, HelpEntry, Module
from companion.engine.modules.context import ModuleContext
from companion.engine.services import GAME
from companion.engine.shared_tools import ITEM_SOURCES, ItemName
from companion.engine.tools.registry import AnyTool
from companion.protocol.actions.items import FindItem


async def find(asked: FindItem, context: ExecutionContext) -> AgentResult:
    """Show the item with this name; several give a choice."""
    return (await context.tool(ITEM_SOURCES, "find", ItemName(asked.item))).result


MODULE = Module(
    id="system:items",
    actions=(
        Action(
            SOURCES,
            FindItem,
            find,
            CommandWord(
                "items", "engine.command.items", ("item", "物品"), ArgumentKind.TEXT, "item"
            ),
            slots={"item": "item"},
            label="engine.choice.item",
            description="Show which quests give an item or ask for it",
            needs=(ITEM_SOURCES,),
        ),
    ),
    help=(HelpEntry("engine.say.item", "engine.does.item", Call("system:quest_list")),),
)


class ItemsModule(DeclaredModule, frozen=True):
    """`system:items`: no parameters."""

    DECLARATION: ClassVar[Module] = MODULE

    def tools(self, context: ModuleContext) -> tuple[AnyTool, ...]:
        """Items, and their recipes."""
        game = context.get(GAME)
        shelf = RecipeShelf(game)
        return (
            context.own_tool(ITEM_SOURCES, lambda: item_sources(game, shelf)),
            context.own_tool(RECIPES, lambda: recipes(shelf)),
        )
