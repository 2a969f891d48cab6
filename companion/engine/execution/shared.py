"""What all tasks of one engine share."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.execution.generations import Generations
from companion.engine.execution.scope import Rights
from companion.engine.models.model import Model
from companion.engine.tools.registry import ToolRegistry
from companion.support.clock import Clock


@dataclass(frozen=True, slots=True)
class Services:
    """What all tasks of one engine share.

    Attributes:
        model: None where no model is configured.
    """

    tools: ToolRegistry
    rights: Rights
    generations: Generations
    clock: Clock
    model: Model | None = None
