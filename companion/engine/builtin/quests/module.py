"""The declaration of the quests feature."""

from __future__ import annotations

from typing import Annotated

import msgspec

from companion.engine.answer import Answer, Call, Forward, failed, said
from companion.engine.builtin.quests.detail import detail
from companion.engine.builtin.quests.lists import next_quests, open_quests
from companion.engine.builtin.quests.search import choice, named, suggested
from companion.engine.module import (
    Action,
    ArgumentKind,
    CommandWord,
    HelpEntry,
    Module,
    NoInput,
    Turn,
)
from companion.language.phrase import phrase
from companion.protocol.cards.quest_list import OPEN_QUEST
from companion.protocol.cards.selection import Candidate
from companion.protocol.limits import Argument
from companion.support.errors import Failure

LIST = "system:quest_list"
NEXT = "system:quest_next"
NUMBER = "system:quest_number"
FIND = "system:quest_find"


class OpenById(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which quest a button opens."""

    quest: Annotated[str, msgspec.Meta(pattern=r"\A[0-9A-F]{16}\Z")]


class OpenByNumber(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place in the last numbered list; -1 is the last one."""

    number: Annotated[int, msgspec.Meta(ge=-1, le=100_000)]


class FindByName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody called a quest."""

    name: Annotated[Argument, msgspec.Meta(min_length=1)]


async def list_open(_: NoInput, turn: Turn) -> Answer:
    """Show every open quest."""
    scene = await turn.scene()
    return await turn.work(open_quests, scene)


async def list_next(_: NoInput, turn: Turn) -> Answer:
    """Show the open quests, the quickest first."""
    scene = await turn.scene()
    return await turn.work(next_quests, scene, turn.language)


async def open_by_id(asked: OpenById, turn: Turn) -> Answer:
    """Show the quest of a pressed row."""
    return await _shown(int(asked.quest, 16), turn, asked.quest)


async def open_by_number(asked: OpenByNumber, turn: Turn) -> Answer:
    """Show a quest by its place in the last list (QUEST-053)."""
    if not turn.numbered:
        return said(phrase("engine.spoken.no_list"))
    place = len(turn.numbered) if asked.number == -1 else asked.number
    if not 1 <= place <= len(turn.numbered):
        return said(phrase("engine.spoken.short_list", count=len(turn.numbered)))
    return await _shown(turn.numbered[place - 1], turn, str(place))


async def find(asked: FindByName, turn: Turn) -> Answer | Forward:
    """Show the quest with this name; several give a choice, none is perhaps an item."""
    scene = await turn.scene()
    found = await turn.work(named, scene, asked.name)
    if found.quest is not None:
        return await turn.work(detail, scene, found.quest, turn.language)
    if found.choice:
        return choice(scene, found.choice)
    return Forward(Call("system:item_sources", {"item": asked.name}))


async def suggest(words: str, turn: Turn) -> tuple[Candidate, ...]:
    """Quests that words without a known sentence may have meant."""
    scene = await turn.scene()
    return await turn.work(suggested, scene, words)


async def _shown(number: int, turn: Turn, called: str) -> Answer:
    """Show a quest, if this player may see it: of a hidden one nothing is told."""
    scene = await turn.scene()
    if scene.quest(number) is None:
        return failed(Failure.NOT_FOUND, called)
    return await turn.work(detail, scene, number, turn.language)


MODULE = Module(
    id="system:quests",
    actions=(
        Action(
            LIST,
            NoInput,
            list_open,
            CommandWord("quests", "engine.command.quests", ("任务", "查看任务", "list")),
            label="engine.choice.quests",
            shortcut=True,
        ),
        Action(
            NEXT,
            NoInput,
            list_next,
            CommandWord("next", "engine.command.next", ("下一步", "做什么")),
            label="engine.choice.next",
            shortcut=True,
        ),
        Action(OPEN_QUEST, OpenById, open_by_id),
        Action(
            NUMBER,
            OpenByNumber,
            open_by_number,
            CommandWord("open", "engine.command.open", ("打开",), ArgumentKind.NUMBER, "number"),
            slots={"place": "number"},
            label="engine.choice.open",
        ),
        Action(
            FIND,
            FindByName,
            find,
            CommandWord("quest", "engine.command.quest", ("查任务",), ArgumentKind.TEXT, "name"),
            slots={"name": "name"},
            label="engine.choice.find",
        ),
    ),
    help=(
        HelpEntry("engine.say.quests", "engine.does.quests", Call(LIST)),
        HelpEntry("engine.say.next", "engine.does.next", Call(NEXT)),
        HelpEntry("engine.say.open", "engine.does.open", Call(NUMBER, {"number": "1"})),
        HelpEntry("engine.say.find", "engine.does.find", Call(LIST)),
    ),
    suggest=suggest,
)
