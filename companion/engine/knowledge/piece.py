"""A piece of what is written, with where it is from."""

from __future__ import annotations

import enum

import msgspec

from companion.engine.tools import ids
from companion.engine.tools.tool import ToolType
from companion.language.phrase import Phrase
from companion.protocol.actions.knowledge import Question

MOST_PIECES = 6
"""Of an answer (decisions.md, G24)."""


class Kind(enum.StrEnum):
    """Where a piece is from."""

    QUEST = "quest"
    RECIPE = "recipe"
    FILE = "file"
    NOTE = "note"
    WEB = "web"


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A passage as it was found. Its words are a stranger's: shown, never followed.

    Attributes:
        title: Of the quest, section or page.
        text: Plain; at most 600 characters.
        kind: What sort of source it is.
        source: Chapter, file or site, in words.
        quest: Id of the quest; empty for what is from elsewhere.
        address: Of the page; empty for what is from elsewhere.
        item: Id of what a recipe makes; empty for what is from elsewhere.
        amounts: What a recipe takes: names, and how many of each.
        is_near: It holds too little of the question to be sure that it is an answer.
    """

    title: str
    text: str
    kind: Kind
    source: str = ""
    quest: str = ""
    address: str = ""
    item: str = ""
    amounts: tuple[tuple[str, int], ...] = ()
    is_near: bool = False


class Found(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a search came to, best first."""

    pieces: tuple[Piece, ...] = ()


class Lookup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is looked for, in the player's own words."""

    query: Question


class Made(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the game's recipes say.

    Attributes:
        pieces: Ways to make it; empty where none is known.
        spoken: The first of them in a sentence.
    """

    pieces: tuple[Piece, ...] = ()
    spoken: tuple[Phrase, ...] = ()


GUIDE: ToolType[Lookup, Found] = ToolType(ids.QUEST_GUIDE, Lookup, Found)
RECIPES: ToolType[Lookup, Made] = ToolType(ids.ITEM_RECIPES, Lookup, Made)
DATABASE_QUERY: ToolType[Lookup, Found] = ToolType(ids.DATABASE_QUERY, Lookup, Found)
