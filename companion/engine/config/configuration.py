"""All configurations of one engine. A new one: its class, a field here, its default file.

The default files lie in `resources/defaults/`; `examples/agent/` shows fuller ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

from companion.engine.config.access import AccessConfig
from companion.engine.config.advancements import AdvancementConfig
from companion.engine.config.agent import AgentConfig
from companion.engine.config.instance import ConfigInstance, Reloaded
from companion.engine.config.model import ModelConfig
from companion.engine.config.search import SearchConfig, SearchPricingConfig
from companion.engine.config.semantic import SemanticConfig
from companion.engine.config.storage import StorageConfig
from companion.engine.config.values import Config
from companion.support.paths import shipped

C = TypeVar("C", bound=Config)

FOLDER = Path("config") / "system"
"""Below the world (SET-001)."""

KINDS: tuple[type[Config], ...] = (
    AgentConfig,
    ModelConfig,
    SemanticConfig,
    StorageConfig,
    SearchConfig,
    SearchPricingConfig,
    AdvancementConfig,
    AccessConfig,
)


class Configuration:
    """The containers of one world's configuration files (ENG-080: one engine, one of these).

    Reading, reloading and saving block on the disk.

    Attributes:
        folder: Where all of it lies.
    """

    def __init__(
        self,
        world: Path,
        defaults: Path | None = None,
        more: Sequence[type[Config]] = (),
    ) -> None:
        """Copy missing files and read all.

        Args:
            world: The world's folder.
            defaults: Default files; the shipped ones when None.
            more: Classes of other rooms, reloaded and saved with these; see `of`.
        """
        source = shipped("resources") / "defaults" if defaults is None else defaults
        self.folder = world / FOLDER
        self.agent = ConfigInstance(AgentConfig, self.folder, source)
        self.model = ConfigInstance(ModelConfig, self.folder, source)
        self.semantic = ConfigInstance(SemanticConfig, self.folder, source)
        self.storage = ConfigInstance(StorageConfig, self.folder, source)
        self.search = ConfigInstance(SearchConfig, self.folder, source)
        self.search_pricing = ConfigInstance(SearchPricingConfig, self.folder, source)
        self.advancements = ConfigInstance(AdvancementConfig, self.folder, source)
        self.access = ConfigInstance(AccessConfig, self.folder, source)
        self._more: dict[type[Config], ConfigInstance[Any]] = {
            kind: ConfigInstance(kind, self.folder, source) for kind in more
        }

    def of(self, kind: type[C]) -> ConfigInstance[C]:
        """The container of a class that was named in `more`.

        Raises:
            KeyError: It was not.
        """
        return self._more[kind]

    @property
    def instances(self) -> tuple[ConfigInstance[Any], ...]:
        """Every container."""
        return (
            self.agent,
            self.model,
            self.semantic,
            self.storage,
            self.search,
            self.search_pricing,
            self.advancements,
            self.access,
            *self._more.values(),
        )

    def reload_all(self) -> tuple[Reloaded, ...]:
        """Save what is pending, then read every file again (SET-016, SET-017)."""
        return tuple(instance.reload() for instance in self.instances)

    def save_all(self) -> bool:
        """Write what was changed and nothing else (SET-018).

        Returns:
            False when something is still to be written.
        """
        saved = [instance.save() for instance in self.instances]
        return all(saved)
