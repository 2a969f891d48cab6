"""What an engine is made of; everything that differs between an embedded and a served one."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from companion.engine.access.levels import AiLevel
from companion.engine.modules.extensions import Extensions, load_extensions
from companion.engine.modules.world_data import Pack
from companion.engine.presence import Grant
from companion.engine.served import Served, nobody_serves
from companion.engine.world import ModelService
from companion.games.link import Link
from companion.language.translations import FALLBACK_LOCALE
from companion.support.clock import Clock, SystemClock

DEFAULT_SYSTEM = "system:default"
LOCAL_GRANT = Grant(DEFAULT_SYSTEM, is_local=True)
"""Of an embedded engine (decisions.md, Binding)."""

Extend = Callable[[Extensions], object]


@dataclass(frozen=True, slots=True)
class Setup:
    """What an engine is made of.

    Attributes:
        folder: The world's; None where nothing is kept.
        locale: Language whose book is read before anyone asks.
        grant: Which system players get by themselves.
        system: The system that an unbound player is told to ask for.
        level: AI level of players in a new world.
        packs: Data packs after the shipped one.
        extend: Adds to the engine; the installed extension packages by default.
        service: Behind the gate that every model call passes.
        served: The world around, for administration commands; asked when one runs.
    """

    link: Link
    clock: Clock = field(default_factory=SystemClock)
    folder: Path | None = None
    locale: str = FALLBACK_LOCALE
    grant: Grant = LOCAL_GRANT
    system: str = DEFAULT_SYSTEM
    level: AiLevel = AiLevel.FULL
    packs: Sequence[Pack] = ()
    extend: Extend = load_extensions
    service: ModelService = field(default_factory=lambda: ModelService(os.environ))
    served: Callable[[], Served] = nobody_serves
