"""The features of a world, installed: modules, the core they run in, the router over them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any
from uuid import UUID

from companion.engine.access.levels import AiMode
from companion.engine.chat.workflow import CHAT_PROMPTS, ChatSupport, free_chat
from companion.engine.choosing import Offered
from companion.engine.declared import shipped_examples
from companion.engine.execution.agent_engine import AgentEngine
from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.game_queue import GameQueue
from companion.engine.execution.player import Player
from companion.engine.execution.result import AgentResult
from companion.engine.execution.workflow import AnyWorkflow
from companion.engine.knowledge.library import FOLDER as KNOWLEDGE_FOLDER
from companion.engine.knowledge.library import Library
from companion.engine.knowledge.places import KNOWLEDGE, Knowledge
from companion.engine.modules.access import check_conditions
from companion.engine.modules.conditions import ConditionTypes
from companion.engine.modules.context import Services
from companion.engine.modules.extensions import Extensions
from companion.engine.modules.installation import Installation, install, validate
from companion.engine.modules.kinds import ModuleTypes
from companion.engine.modules.packs import read_pack
from companion.engine.modules.world_data import read_world
from companion.engine.presence import Presence
from companion.engine.react.reasoning import reasoning
from companion.engine.registry import FURTHER_TYPES, MODULES, TYPES
from companion.engine.routes import all_routes
from companion.engine.routing.decision import RouteDecision
from companion.engine.routing.examples import load_examples, sentences_of, unknown_actions
from companion.engine.routing.hybrid import Asker, HybridRouter
from companion.engine.served import ROUTING, SERVED, RoutingView
from companion.engine.services import (
    CLOCK,
    EVENT_RULES,
    EXAMPLES,
    GAME,
    GAME_QUEUE,
    HELP_LINES,
    LAST_LIST,
    LAST_QUEST,
    LOCALE_OF,
    NOTICES,
    PROMPT_TEXTS,
    SHARED_DATABASE,
    SUGGESTIONS,
    EventRule,
    Game,
    Suggest,
)
from companion.engine.setup import Setup
from companion.engine.usable import Usable
from companion.engine.web.access import WEB, WebAccess
from companion.engine.world import World
from companion.protocol.cards.update import ShowCard
from companion.protocol.responses import Notice
from companion.support.paths import shipped

NOBODY = UUID(int=0)


class Installed:
    """Everything that is fixed while a world is open (MOD-062). On the engine's loop.

    Attributes:
        engine: The core, started.
        usable: Which actions a player may use now.
        made: The world's modules.
        conditions: Condition types.
        router: From words to actions.
        rules: Event rules, by id.
        queue: Calls that change the game.
        shipped: Data packs that come before those of the world.
    """

    def __init__(
        self,
        setup: Setup,
        engine: AgentEngine,
        world: World,
        presence: Presence,
        game: Game,
        memory: Callable[[UUID], Player],
    ) -> None:
        """Install and start; blocks on the disk for some tens of milliseconds.

        Args:
            setup: What the engine is made of.
            engine: The core, not yet started.
            world: Where prompts and configuration are.
            presence: Judges modes.
            game: Looks at the game.
            memory: What is kept of a player between requests.

        Raises:
            ValueError: Data packs or declarations do not fit together.
        """
        self.engine = engine
        self.usable = Usable(engine, presence)
        self.rules: dict[str, EventRule] = {}
        self.queue = GameQueue(setup.clock)
        self._setup = setup
        self._world = world
        self._presence = presence
        self._game = game
        self._memory = memory
        self._suggestions: dict[str, Suggest] = {}
        self._chat_prompts: list[str] = []
        self.shipped = (read_pack(shipped("resources") / "defaults"),)
        self.made, self.conditions = self._install()
        self.router = self._routed()

    def offered(self) -> Offered:
        """What routing may choose from."""
        return Offered(
            tuple(action for module in MODULES for action in module.actions),
            self.usable.is_available,
            self._presence.is_operator,
            self._suggestions,
            self.engine.rights.has_module,
            self._presence.check_mode,
            lambda: self._world.prompts.current,
            lambda: self._game.is_known("") is not None,
            self._game.scene,
        )

    def taken_for(self, words: str, player: UUID | None) -> RouteDecision:
        """What words would be taken for without a model; nothing runs (ROUTE-056).

        Args:
            words: What somebody may say.
            player: Whose actions count; None for somebody who has them all.
        """
        if player is None:
            return self.router.decide_locally(words, Asker(NOBODY))
        usable, is_operator = self.usable, self._presence.is_operator(player)
        asker = Asker(
            player, lambda action: usable.is_available(action, player), is_operator=is_operator
        )
        return self.router.decide_locally(words, asker)

    def tell(self, player: UUID, result: AgentResult) -> None:
        """Tell a player something unasked, on all their companions."""
        known = self._memory(player)
        cards = tuple(ShowCard(known.show(card), card) for card in result.cards)
        self._presence.send(player, Notice(result.text, result.spoken, cards))

    def _install(self) -> tuple[Installation, ConditionTypes]:
        """Read the packs, install their modules, start the core.

        Raises:
            ValueError: They do not fit together.
        """
        types = ModuleTypes((kind.DECLARATION.id, kind) for kind in TYPES)
        for name, further in FURTHER_TYPES.items():
            types.add(name, further)
        extensions = Extensions(types, ConditionTypes())
        self._setup.extend(extensions)
        packs = (*self.shipped, *self._setup.packs)
        made = install(
            self.engine, read_world(packs), types, self._services(), extensions.listeners
        )
        check_conditions(made, extensions.conditions)
        prompts = self._world.prompts
        self._register_mode(reasoning(lambda: prompts.current), AiMode.REASON)
        self._register_mode(free_chat(self._chat()), AiMode.FREE)
        self.engine.start(self.rules.values())
        validate(made)
        return made, extensions.conditions

    def _register_mode(self, flow: AnyWorkflow, mode: AiMode) -> None:
        """Add an action that is a mode: closed to whoever may not use that, however it is asked."""

        async def run(given: Any, context: ExecutionContext) -> AgentResult:
            self._presence.check_mode(context.scope.player, mode)
            return await flow.run(given, context)

        self.engine.register_module(dataclasses.replace(flow, run=run))

    def _routed(self) -> HybridRouter:
        """The router over everything that was installed.

        Raises:
            ValueError: Sentences name an action that nobody has, or commands share a name.
        """
        files, semantic = load_examples(), self._world.semantic()
        actions = tuple(action for module in MODULES for action in module.actions)
        routes = all_routes(actions, self.engine.catalog.declared(), files)
        if unknown := unknown_actions(files, (route.action for route in routes)):
            raise ValueError(f"example sentences for unknown actions: {unknown}")
        sentences = sentences_of(
            files, semantic.examples, semantic.index_language, self._game.is_known
        )
        return HybridRouter(routes, sentences, self._world.semantic, self._setup.clock)

    def _services(self) -> Services:
        services = Services()
        services.put(GAME, self._game)
        services.put(EXAMPLES, shipped_examples())
        services.put(HELP_LINES, self.usable.help)
        services.put(LAST_LIST, lambda player: self._memory(player).numbered)
        services.put(LAST_QUEST, lambda player: self._memory(player).opened)
        services.put(SUGGESTIONS, self._suggestions)
        services.put(GAME_QUEUE, self.queue)
        services.put(EVENT_RULES, self.rules)
        services.put(NOTICES, self.tell)
        services.put(LOCALE_OF, self._locale_of)
        services.put(CLOCK, self._setup.clock)
        services.put(SHARED_DATABASE, self._world.store.shared)
        services.put(PROMPT_TEXTS, lambda: self._world.prompts.current)
        services.put(CHAT_PROMPTS, self._chat_prompts)
        services.put(KNOWLEDGE, self._knowledge())
        services.put(WEB, self._web())
        services.put(SERVED, self._setup.served)
        services.put(ROUTING, RoutingView(self._world.semantic, self.taken_for))
        return services

    def _knowledge(self) -> Knowledge:
        folder, store = self._setup.folder, self._world.store
        if folder is None:
            return Knowledge(None, None, Library(None))
        library = Library(folder / KNOWLEDGE_FOLDER)
        return Knowledge(store.shared, lambda player: store.view(player).database, library)

    def _web(self) -> WebAccess:
        environment = self._setup.service.environment
        return WebAccess(self._world.search, environment, self._world.searches)

    def _locale_of(self, player: UUID) -> str:
        guest = self._presence.guest(player)
        return guest.peers[-1].locale if guest and guest.peers else ""

    def _chat(self) -> ChatSupport:
        return ChatSupport(
            self.engine,
            lambda: self._world.prompts.current,
            self._setup.link.world_name,
            self.usable.workflows,
            self._chat_prompts,
            lambda player: self._memory(player).heard,
        )
