"""Keys of the tools that features share, with their inputs; each is declared here and nowhere else.

The handlers are in the features that export them (`builtin/`).
"""

from __future__ import annotations

import enum
from typing import Annotated

import msgspec

from companion.engine.seen import Seen
from companion.engine.tools import ids
from companion.engine.tools.tool import ToolType
from companion.protocol.limits import Argument

QuestId = Annotated[
    str, msgspec.Meta(pattern=r"\A[0-9A-F]{16}\Z", description="Id of the quest: 16 hex digits")
]
QuestTitle = Annotated[
    Argument, msgspec.Meta(min_length=1, description="Title of the quest as the player said it")
]


class Order(enum.StrEnum):
    """How open quests are listed."""

    BOOK = "book"
    SOONEST = "soonest"


class QuestQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which open quests come first: as in the book, or what is done soonest."""

    order: Order = Order.BOOK


class QuestName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody called a quest."""

    name: QuestTitle


class OneQuest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which quest, and what the player called it."""

    quest: QuestId
    called: Argument = ""


QUERY: ToolType[QuestQuery, Seen] = ToolType(ids.QUEST_QUERY, QuestQuery, Seen)
FIND: ToolType[QuestName, Seen] = ToolType(ids.QUEST_FIND, QuestName, Seen)
DETAIL: ToolType[OneQuest, Seen] = ToolType(ids.QUEST_DETAIL, OneQuest, Seen)


class ItemName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody called an item, or its registry id."""

    item: Annotated[Argument, msgspec.Meta(min_length=1, description="Name of the item, or its id")]


ITEM_SOURCES: ToolType[ItemName, Seen] = ToolType(ids.ITEM_SOURCES, ItemName, Seen)
