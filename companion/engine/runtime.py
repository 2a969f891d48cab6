"""The engine's mind: words to actions to answers, over one link and the enabled modules."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from companion.engine.answer import Answer, Call, Forward, failed
from companion.engine.execution.player import Player
from companion.engine.execution.workers import Workers
from companion.engine.module import DEADLINE_S, Action, Module, Turn
from companion.engine.quest_views.scene import SceneReader
from companion.engine.routing.clarify import clarified, corrected
from companion.engine.routing.commands import BadCommand
from companion.engine.routing.examples import load_examples
from companion.engine.routing.router import Chosen, Router, Source, Unsure
from companion.engine.state import state_of
from companion.games.link import Link
from companion.games.search import warm_up as warm_search
from companion.language.pinyin import warm_up as warm_pinyin
from companion.protocol.cards.selection import Candidate
from companion.protocol.requests import CardAction, Chat
from companion.protocol.responses import State
from companion.support.errors import CompanionError, Failure, LinkError

logger = logging.getLogger(__name__)


class Runtime:
    """Answers requests of any player. On the engine's loop, its blocking work on two pools.

    Modules and sentences are fixed once it is built (ENG-004, ROUTE-007).
    """

    deadline_s = DEADLINE_S

    def __init__(
        self, link: Link, modules: Sequence[Module], interactive: Workers, maintenance: Workers
    ) -> None:
        """Build the index and check the declarations; blocks on the disk.

        Raises:
            ValueError: Two modules claim one action or one command, or sentences name an action
                that nobody has.
        """
        self._link = link
        self._modules = tuple(modules)
        self._actions = _by_id(modules)
        self._help = tuple(entry for module in modules for entry in module.help)
        self._router = Router(self._actions.values(), load_examples())
        self._scenes = SceneReader(link)
        self._interactive = interactive
        self._maintenance = maintenance

    async def respond(
        self, request: Chat | CardAction, player: Player, locale: str
    ) -> tuple[str, Answer]:
        """Answer a sentence or a press.

        Returns:
            Identifier of the action that was understood, and what it said.

        Raises:
            CompanionError: A reason the player is told.
        """
        turn = Turn(locale, player.numbered, self._help, self._scenes, self._interactive)
        if isinstance(request, Chat):
            return await self._sentence(request, turn)
        if not player.cards.is_current(request.card):
            return request.action, failed(Failure.OUTDATED_CARD)
        self._log(request, Source.STRUCTURED, request.action, 1.0)
        return await self._run(Call(request.action, request.arguments), turn)

    async def state(self, locale: str) -> State:
        """What the client may know; a book that cannot be read is a fault of it, not an error."""
        commands = self._router.commands.listed(locale)
        return await self._maintenance.run(state_of, self._link, self._scenes, locale, commands)

    async def warm_up(self, locale: str) -> None:
        """Read the book before anyone asks; a failure is told when somebody does."""
        try:
            await self._maintenance.run(_warm, self._scenes, locale)
        except CompanionError as error:
            logger.warning("quests not read yet: %s", error)

    async def _sentence(self, request: Chat, turn: Turn) -> tuple[str, Answer]:
        decision = await self._interactive.run(self._router.decide, request.text)
        match decision:
            case Chosen(call, source, similarity):
                self._log(request, source, call.action, similarity)
                return await self._run(call, turn)
            case BadCommand():
                return "system:command", corrected(decision)
            case Unsure(nearest, similarity):
                self._log(request, Source.LOCAL_FALLBACK, "", similarity)
                found = await self._suggestions(request.text, turn)
                actions = tuple(self._actions.values())
                return "system:selection", clarified(nearest, found, actions)

    async def _suggestions(self, words: str, turn: Turn) -> tuple[Candidate, ...]:
        """What modules would suggest; a link that fails has nothing to suggest."""
        found: list[Candidate] = []
        for module in self._modules:
            if module.suggest is None:
                continue
            try:
                found.extend(await module.suggest(words, turn))
            except LinkError as error:
                logger.debug("no suggestions: %s", error.failure)
        return tuple(found)

    async def _run(self, call: Call, turn: Turn) -> tuple[str, Answer]:
        action = self._action(call)
        answer = await action.run(action.read(call), turn)
        if isinstance(answer, Forward):
            action = self._action(answer.call)
            answer = await action.run(action.read(answer.call), turn)
        if isinstance(answer, Forward):
            raise CompanionError(Failure.INTERNAL, f"{action.id} forwards a forwarded call")
        return action.id, answer

    def _action(self, call: Call) -> Action:
        try:
            return self._actions[call.action]
        except KeyError:
            raise CompanionError(Failure.INVALID_INPUT, "unknown action") from None

    def _log(
        self, request: Chat | CardAction, source: Source, action: str, similarity: float
    ) -> None:
        logger.info("request %s: %s %s %.2f", request.request, source, action, similarity)


def _by_id(modules: Sequence[Module]) -> dict[str, Action]:
    actions: dict[str, Action] = {}
    for module in modules:
        for action in module.actions:
            if action.id in actions:
                raise ValueError(f"{module.id} repeats the action {action.id}")
            actions[action.id] = action
    return actions


def _warm(scenes: SceneReader, locale: str) -> None:
    warm_pinyin()
    scene = scenes.read(locale)
    warm_search(scene.book)
    _ = scene.standing.active
