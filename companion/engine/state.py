"""What a client may know of the engine."""

from __future__ import annotations

from companion.engine.quest_views.scene import SceneReader
from companion.engine.quest_views.wording import several
from companion.games.link import GamePlayer
from companion.games.quest_book import Fault, Progress
from companion.games.quest_rules import visible
from companion.language.phrase import Phrase, phrase
from companion.protocol.responses import Command, State
from companion.support.errors import LinkError

MOST_FAULTS = 8
"""Faults that are told one by one; the log and the command line have them all."""


def state_of(
    scenes: SceneReader, locale: str, player: GamePlayer | None, commands: tuple[Command, ...]
) -> State:
    """Look at the game now; blocks on the disk. What cannot be read becomes a fault.

    Args:
        scenes: Reads the game.
        locale: Language of the book.
        player: Who looks; None for whoever plays on this computer.
        commands: What the player may type.
    """
    link, name = scenes.link, player.name if player else ""
    try:
        scene = scenes.read(locale, player)
    except LinkError as error:
        fault = phrase(f"failure.{error.failure}", detail=error.detail)
        return State(link.world_name(), name, link.id, 0, 0, False, commands, (fault,))
    return State(
        world=link.world_name(),
        player=scene.progress.player or name,
        link=link.id,
        quests=len(visible(scene.book, Progress(known=True))),
        open=len(scene.standing.active),
        progress_known=scene.progress.known,
        commands=commands,
        faults=_faults(scene.book.faults),
    )


def _faults(faults: tuple[Fault, ...]) -> tuple[Phrase, ...]:
    told = tuple(phrase("engine.fault.file", file=fault.file) for fault in faults[:MOST_FAULTS])
    more = len(faults) - len(told)
    return (*told, several("engine.fault.more", more)) if more else told
