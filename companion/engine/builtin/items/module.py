"""The declaration of the items feature."""

from __future__ import annotations

from typing import Annotated

import msgspec

from companion.engine.answer import Answer, Call, failed
from companion.engine.builtin.items.sources import choice, sources
from companion.engine.module import Action, ArgumentKind, CommandWord, HelpEntry, Module, Turn
from companion.engine.quest_views.goods import SURE, FoundGoods, bare_name, find_goods
from companion.protocol.limits import Argument
from companion.support.errors import Failure

SOURCES = "system:item_sources"
GAP = 0.05


class FindItem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody called an item, or its registry id."""

    item: Annotated[Argument, msgspec.Meta(min_length=1)]


async def find(asked: FindItem, turn: Turn) -> Answer:
    """Show the item with this name; several give a choice."""
    scene = await turn.scene()
    found = await turn.work(find_goods, scene, asked.item)
    if not found:
        return failed(Failure.NOT_FOUND, bare_name(asked.item))
    if _is_sure(found):
        return await turn.work(sources, scene, found[0], turn.language)
    return choice(found, SOURCES)


def _is_sure(found: tuple[FoundGoods, ...]) -> bool:
    if len(found) == 1:
        return True
    return found[0].score >= SURE and found[0].score - found[1].score >= GAP


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
        ),
    ),
    help=(HelpEntry("engine.say.item", "engine.does.item", Call("system:quest_list")),),
)
