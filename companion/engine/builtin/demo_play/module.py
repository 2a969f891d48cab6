"""`system:demo_play`: `/play [quest]`, where a link plays itself and nowhere else."""

from __future__ import annotations

from typing import ClassVar

from companion.engine.builtin.demo_play.tool import PLAY, PlayOn, play
from companion.engine.declared import DeclaredModule
from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.policy import ExecutionPolicy
from companion.engine.execution.result import AgentResult, succeeded
from companion.engine.execution.selection import Selection
from companion.engine.module import Action, ArgumentKind, CommandWord, Module
from companion.engine.modules.context import ModuleContext
from companion.engine.services import GAME, GAME_QUEUE
from companion.engine.shared_tools import DETAIL, OneQuest
from companion.engine.tools.registry import AnyTool
from companion.games.quest_actions import SimulatedPlay
from companion.language.phrase import phrase
from companion.protocol.actions.demo_play import AskPlay

PLAY_ACTION = "system:demo_play"
PLAYING = ExecutionPolicy(model_calls=0, write_steps=1, ttl_millis=30_000)


async def play_on(asked: AskPlay, context: ExecutionContext) -> AgentResult:
    """Do the next goal of a quest in the demo world, and show where the quest stands then."""
    done = await context.tool(PLAY, "play", PlayOn(asked.name))
    words = phrase(f"engine.play.{done.came}", title=done.title, goal=done.goal)
    shown = await context.tool(DETAIL, "open", OneQuest(done.quest))
    return succeeded(words, spoken=(words,), cards=(shown.card,) if shown.card else ())


class DemoPlayModule(DeclaredModule, frozen=True):
    """No parameters."""

    DECLARATION: ClassVar[Module] = Module(
        id="system:demo_play",
        actions=(
            Action(
                PLAY_ACTION,
                AskPlay,
                play_on,
                CommandWord(
                    "play", "engine.command.play", ("试玩",), ArgumentKind.OPTIONAL_TEXT, "name"
                ),
                needs=(PLAY, DETAIL),
                selection=Selection.STRUCTURED_ONLY,
                policy=PLAYING,
            ),
        ),
    )

    def tools(self, context: ModuleContext) -> tuple[AnyTool, ...]:
        """The one tool, where the link plays itself."""
        game = context.get(GAME)
        world = game.scenes.link
        if not isinstance(world, SimulatedPlay):
            return ()
        queue = context.get(GAME_QUEUE)
        return (context.own_tool(PLAY, lambda: play(game, queue, world)),)
