"""What lies in a world's folder: configuration, store, usage, AI levels, prompts of its own.

Store and usage are opened in the background. Where there is no folder, defaults hold.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from companion.engine.access.ai_access import AiEffects, AiLevels
from companion.engine.access.levels import AiLevel
from companion.engine.access.records import AI_LEVELS, RecordFile
from companion.engine.config.agent import AgentConfig
from companion.engine.config.configuration import Configuration
from companion.engine.config.model import ModelConfig
from companion.engine.config.search import SearchConfig, SearchPricingConfig
from companion.engine.config.semantic import SemanticConfig
from companion.engine.config.storage import StorageConfig
from companion.engine.late_store import LateStore
from companion.engine.models.account import account_of
from companion.engine.models.failure import ModelError
from companion.engine.models.gateway import ModelGateway
from companion.engine.models.model import Model
from companion.engine.models.openai_chat import OpenAIChat
from companion.engine.models.prompts import PromptBook
from companion.engine.models.quota import StoredQuota
from companion.engine.storage.sqlite_store import SqliteStore
from companion.engine.usage.booking import Booking
from companion.engine.usage.counters import UsageSnapshot
from companion.engine.usage.ledger import UsageLedger
from companion.engine.usage.ledger_file import ledger_path
from companion.engine.usage.pricing import ModelPricingConfig
from companion.engine.usage.report import Prices, UsageReport, report
from companion.engine.usage.search_gateway import SearchGateway
from companion.support.clock import Clock
from companion.support.errors import StorageError
from companion.support.loops import spawn
from companion.support.paths import config_folder, shipped

logger = logging.getLogger(__name__)

PROMPTS = Path("config") / "system" / "prompts"


def embedded_world(instance: str) -> Path:
    """The folder of an embedded engine's data for a game folder; "" is the demo world."""
    name = hashlib.sha256(os.fsencode(instance)).hexdigest()[:16] if instance else "demo"
    return config_folder() / "world" / name


@dataclass(frozen=True, slots=True)
class ModelService:
    """The service that is configured, or one of a test or bench in its place.

    Attributes:
        environment: Where the key is.
    """

    environment: Mapping[str, str] = field(repr=False)
    stand_in: Model | None = None

    def model(self, config: ModelConfig) -> Model:
        """The model as it is configured."""
        return self.stand_in or OpenAIChat(config, self.environment)

    def is_set_up(self, config: ModelConfig) -> bool:
        """Whether there is an address, and a key where it needs one."""
        try:
            account_of(config, self.environment)
        except ModelError:
            return self.stand_in is not None
        return True


class World:
    """One world's files. On the engine's loop; one for one engine.

    Attributes:
        store: Players' data, as soon as it can be had.
        prompts: Texts for models.
        usage: None until the world is open.
        searches: The gate that every web call passes.
    """

    def __init__(
        self,
        folder: Path | None,
        clock: Clock,
        effects: AiEffects,
        level: AiLevel,
        service: ModelService,
    ) -> None:
        """Read configuration, levels and prompts; blocks on the disk, and opens no store.

        Args:
            folder: None where nothing is kept.
            clock: Its wall time decides days and ages.
            effects: What follows when a player's level changes.
            level: Default AI level of a new world.
            service: Behind the gate that every model call passes.
        """
        make = None if folder is None else lambda: SqliteStore(folder, self.storage, clock)
        self.store = LateStore(make)
        shipped_prompts = shipped("resources") / "prompts"
        own = () if folder is None else (folder / PROMPTS,)
        self.prompts = PromptBook((shipped_prompts, *own))
        self.prompts.reload()
        self.usage: UsageLedger | None = None
        self._folder = folder
        self._clock = clock
        self._effects = effects
        self._service = service
        self._level = level
        self._configuration = _configuration(folder)
        self._levels = self._read_levels(folder)
        self._opening: asyncio.Task[None] | None = None
        self.gate: Model = ModelGateway(
            lambda: service.model(self.model()),
            StoredQuota(self.store.view, self.agent, clock),
            self._book,
            self.agent().model_concurrency,
        )
        self.searches = SearchGateway(lambda: str(self.search().provider), self._book)

    @property
    def levels(self) -> AiLevels:
        """Who may use which AI level."""
        return self._levels

    @property
    def configuration(self) -> Configuration | None:
        """The files; None where there are none."""
        return self._configuration

    @property
    def has_model(self) -> bool:
        """Whether a model service is set up: an address, and its key where it needs one."""
        return self._service.is_set_up(self.model())

    @property
    def prices(self) -> Prices:
        """Both price tables as they are now."""
        files = self._configuration
        if files is None:
            return Prices(ModelPricingConfig(), SearchPricingConfig())
        return Prices(files.of(ModelPricingConfig).get(), files.search_pricing.get())

    def report(self, about: str | None = None) -> UsageReport:
        """What models and searches were used.

        Args:
            about: Id of a player; None for everybody.
        """
        snapshot = self.usage.snapshot() if self.usage else UsageSnapshot()
        return report(snapshot, self.prices, about)

    def agent(self) -> AgentConfig:
        """What tasks may spend, as it is now."""
        return self._configuration.agent.get() if self._configuration else AgentConfig()

    def model(self) -> ModelConfig:
        """The model service as it is configured now."""
        return self._configuration.model.get() if self._configuration else ModelConfig()

    def search(self) -> SearchConfig:
        """Web search as it is configured now."""
        return self._configuration.search.get() if self._configuration else SearchConfig()

    def semantic(self) -> SemanticConfig:
        """Local routing as it is configured now."""
        return self._configuration.semantic.get() if self._configuration else SemanticConfig()

    def storage(self) -> StorageConfig:
        """Limits as they are now."""
        return self._configuration.storage.get() if self._configuration else StorageConfig()

    def start(self, opened: Callable[[], Awaitable[None]]) -> None:
        """Open everything in the background.

        Args:
            opened: Called once the store is open, also if that takes many tries.
        """
        if self._folder is not None:
            self._opening = spawn(self._open(self._folder, opened), "open the world")

    async def stop(self) -> None:
        """Write what is left and close."""
        if self._opening:
            self._opening.cancel()
            await asyncio.gather(self._opening, return_exceptions=True)
        await self.store.stop()
        if self.usage:
            await self.usage.stop()
        if self._configuration:
            await asyncio.to_thread(self._configuration.save_all)

    async def _open(self, folder: Path, opened: Callable[[], Awaitable[None]]) -> None:
        usage = UsageLedger(ledger_path(folder), self._day)
        await usage.start()
        self.usage = usage
        await self.store.open(opened)

    def _read_levels(self, folder: Path | None) -> AiLevels:
        """The levels; where they cannot be read, nobody gets more than an operator allowed."""
        if folder is None:
            return AiLevels(None, _nowhere, self._effects, self._level)
        record = RecordFile(folder, AI_LEVELS)
        try:
            return AiLevels(record.read(), record.write, self._effects, self._level)
        except StorageError as error:
            logger.error("%s; no model is asked for anybody", error)
            return AiLevels(None, _nowhere, self._effects, AiLevel.OFF)

    def _day(self) -> str:
        return self.agent().day(self._clock.wall()).isoformat()

    def _book(self, booking: Booking) -> None:
        if self.usage is not None:
            self.usage.book(booking)


def _configuration(folder: Path | None) -> Configuration | None:
    if folder is None:
        return None
    try:
        return Configuration(folder, more=(ModelPricingConfig,))
    except OSError as error:
        logger.error("configuration is not read, defaults hold: %s", error.strerror)
        return None


async def _nowhere(_: bytes) -> None:
    """Levels of a world without a folder last as long as the engine."""
