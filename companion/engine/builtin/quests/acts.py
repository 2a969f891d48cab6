"""Claiming and handing in, through the link's own acts; what came of it is read, never assumed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.engine.execution.game_queue import GameQueue
from companion.engine.quest_views.gifts import is_starter_gift
from companion.engine.quest_views.reader import QuestReader
from companion.engine.quest_views.scene import Scene
from companion.engine.quest_views.submission import (
    SUBMITTED,
    allowed,
    can_complete,
    input_of,
    submittable_tasks,
)
from companion.engine.services import Game
from companion.engine.tools.tool import ToolCall, ToolRefusedError
from companion.games.quest_actions import QuestActions
from companion.games.quest_book import Quest, Reward
from companion.games.quest_rules import claimable
from companion.support.errors import Failure

CompletedHere = Callable[[str, int], None]
"""Told of a quest that a submission completed, with its team: no notice is due beside the reply."""


@dataclass(frozen=True, slots=True)
class Submitted:
    """What came of handing in.

    Attributes:
        completed: The quest is completed now.
        changed: Something was taken or counted.
    """

    completed: bool
    changed: bool


class QuestActs:
    """Acts for a player. On the engine's loop; the game's calls wait for its tick."""

    def __init__(
        self, game: Game, queue: GameQueue, link: QuestActions, completed: CompletedHere
    ) -> None:
        self._game = game
        self._queue = queue
        self._link = link
        self._completed = completed

    async def claim(self, call: ToolCall, quest: int, reward: Reward, option: int | None) -> bool:
        """Take a reward that waits.

        Args:
            call: Whose.
            quest: Of which quest.
            reward: Which one.
            option: Place in a choice's table, from 0; None for other kinds.

        Returns:
            Whether the game has it down as taken.

        Raises:
            ToolRefusedError: INVALID_INPUT: the choice has no such place. Nothing happened.
        """
        player = self._game.known(call.player)
        if reward.kind == "choice" and not 0 <= (-1 if option is None else option) < len(
            reward.draws
        ):
            raise ToolRefusedError(Failure.INVALID_INPUT, "option")
        await self._act(call, lambda: self._link.claim_reward(player, quest, reward.id))
        after = await self._game.scene(call)
        if not _is_taken(after, quest, reward):
            return False
        if reward.kind == "choice" and option is not None:
            place = option
            await self._queue.submit(
                lambda: self._link.give_choice(player, quest, reward.id, place)
            )
        return True

    async def submit(self, call: ToolCall, quest: Quest, *, checkmark_only: bool) -> Submitted:
        """Hand in what may be handed in, goal by goal, each judged anew.

        Raises:
            ToolRefusedError: INPUT_CHANGED: only ticks were asked for, and the quest wants more.
        """
        before = await self._game.scene(call)
        if checkmark_only and not can_complete(quest, before.progress):
            raise ToolRefusedError(Failure.INPUT_CHANGED, "more than ticks")
        call.check()
        scene = before
        for task in submittable_tasks_of(quest, before):
            if not _may_submit(scene, quest, task):
                continue
            await self._act_on_task(call, quest.id, task)
            scene = await self._game.scene(call)
        done = _round(scene, quest) != _round(before, quest)
        if done:
            self._completed(scene.progress.team or str(call.player), quest.id)
        return Submitted(done, scene.progress.task_progress != before.progress.task_progress)

    async def take_gift(self, call: ToolCall, quest: Quest) -> bool:
        """Tick a gift and take what it gives; no items or experience are asked for.

        Raises:
            ToolRefusedError: It is no gift any more, locked, paused, hidden or held back.
        """
        scene = await self._game.scene(call)
        available = {one.id for one in QuestReader(scene.standing).available_starter_gifts()}
        if quest.id not in available or not is_starter_gift(quest):
            raise ToolRefusedError(Failure.OUTDATED_CARD, "the gift")
        if quest.id not in scene.progress.completed:
            self._completed(scene.progress.team or str(call.player), quest.id)
            for task in quest.tasks:
                await self._act_on_task(call, quest.id, task.id)
        scene = await self._game.scene(call)
        for reward in claimable(scene.book, scene.progress, quest.id):
            await self.claim(call, quest.id, reward, None)
        scene = await self._game.scene(call)
        return all(_is_taken(scene, quest.id, r) for r in quest.rewards if not r.silent)

    async def _act_on_task(self, call: ToolCall, quest: int, task: int) -> None:
        player = self._game.known(call.player)
        await self._act(call, lambda: self._link.submit_task(player, quest, task))

    async def _act(self, call: ToolCall, act: Callable[[], None]) -> None:
        """Judge once more in the game's own tick, then act."""

        def judged() -> None:
            call.check()
            act()

        await self._queue.submit(judged)


def submittable_tasks_of(quest: Quest, scene: Scene) -> Sequence[int]:
    """Goals to go through, in book order: those that a step makes possible come in their turn."""
    now = {task.id for task in submittable_tasks(quest, scene.progress)}
    return [
        t.id for t in quest.tasks if t.id in now or (quest.in_order and input_of(t) in SUBMITTED)
    ]


def _may_submit(scene: Scene, quest: Quest, task: int) -> bool:
    """Whether the quest still takes progress, and this goal is in its turn."""
    return QuestReader(scene.standing).is_open(quest) and any(
        one.id == task for one in allowed(quest, scene.progress)
    )


def _round(scene: Scene, quest: Quest) -> tuple[bool, int, int]:
    """Tells one completion of a quest from the next."""
    progress = scene.progress
    return (
        quest.id in progress.completed,
        progress.completed_ms.get(quest.id, 0),
        progress.ready_ms.get(quest.id, 0),
    )


def _is_taken(scene: Scene, quest: int, reward: Reward) -> bool:
    """Whether the game has a reward down as taken; a quest that began anew has forgotten it."""
    began_anew = quest in scene.progress.ready_ms and quest not in scene.progress.completed
    return reward.id in scene.progress.claimed or began_anew
