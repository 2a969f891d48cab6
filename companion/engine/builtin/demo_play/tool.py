"""`demo.play`: the next goal of a quest is done out in the demo world."""

from __future__ import annotations

import enum
from collections.abc import Sequence

import msgspec

from companion.engine.execution.game_queue import GameQueue
from companion.engine.quest_views.remaining import effort
from companion.engine.quest_views.scene import Scene
from companion.engine.quest_views.wording import title_of
from companion.engine.services import Game
from companion.engine.tools.tool import Tool, ToolCall, ToolRefusedError, ToolType
from companion.games.quest_actions import SimulatedPlay
from companion.games.quest_book import quest_id_text
from companion.games.quest_rules import is_completed
from companion.games.search import find_quests
from companion.protocol.actions.quests import QuestId
from companion.protocol.limits import Argument
from companion.support.errors import Failure


class PlayOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody called a quest; empty for the one that is done soonest."""

    name: Argument = ""


class Came(enum.StrEnum):
    """What came of playing."""

    MOVED = "moved"
    IN_HAND = "in_hand"
    """The player has what is to be handed in."""
    NOTHING = "nothing"
    """Only the quest book moves what is left."""


class Played(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was played for.

    Attributes:
        goal: As the player reads it; empty when nothing moved.
        completed: Whether the quest is completed now.
    """

    came: Came
    quest: QuestId
    title: str
    goal: str = ""
    completed: bool = False


PLAY: ToolType[PlayOn, Played] = ToolType("demo.play", PlayOn, Played)


def play(game: Game, queue: GameQueue, world: SimulatedPlay) -> Tool[PlayOn, Played]:
    """The tool; only for a link that plays itself."""

    async def act(asked: PlayOn, call: ToolCall) -> Played:
        scene = await game.scene(call)
        meant = await game.work(_meant, scene, asked.name)
        if not meant:
            raise ToolRefusedError(Failure.NOT_FOUND, asked.name)
        player = game.known(call.player)

        def first() -> tuple[int, int]:
            """The first of them that playing moves, and its goal."""
            call.check()
            goals = ((number, world.play(player, number)) for number in meant)
            return next(((number, goal) for number, goal in goals if goal), (meant[0], 0))

        quest, goal = await queue.submit(first)
        return _told(scene, await game.scene(call), quest, goal)

    return Tool(PLAY, act, writes=True)


def _meant(scene: Scene, name: str) -> Sequence[int]:
    """The quest of a name; without one all that are open, the soonest done first."""
    if not name:
        return sorted(scene.standing.active, key=lambda number: effort(scene, number))
    return [found.quest for found in find_quests(scene.book, name, scene.standing.visible)[:1]]


def _told(before: Scene, after: Scene, number: int, goal: int) -> Played:
    quest = after.book.quests[number]
    told = Played(Came.NOTHING, quest_id_text(number), title_of(quest.title))
    task = next((one for one in quest.tasks if one.id == goal), None)
    if task is None:
        return told
    in_hand = before.progress == after.progress
    return msgspec.structs.replace(
        told,
        came=Came.IN_HAND if in_hand else Came.MOVED,
        goal=title_of(task.title),
        completed=is_completed(after.book, after.progress, number),
    )
