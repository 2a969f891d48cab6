"""What the loop saw: small, typed, and told to the model as material, never as instruction."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.execution.failures import AgentFailure
from companion.engine.tools.telling import Telling
from companion.support.json_bytes import json_bytes

MOST_BYTES = 4_000
"""UTF-8 bytes of one observation; the rest is cut, and the model is told so."""


@dataclass(frozen=True, slots=True)
class ToolObservation:
    """A tool gave something back.

    Attributes:
        tool: Id of the tool.
        found: Its result as JSON, cut to `MOST_BYTES`.
        is_cut: Whether there was more.
    """

    tool: str
    found: str
    is_cut: bool = False

    @property
    def told(self) -> str:
        """What the model reads."""
        return f"{self.found}\n(cut: there is more)" if self.is_cut else self.found


@dataclass(frozen=True, slots=True)
class FailedObservation:
    """A call came to nothing, and the loop goes on to its summary.

    Attributes:
        tool: What was called, by the model's word.
        reason: Why nothing came of it.
    """

    tool: str
    reason: AgentFailure

    @property
    def told(self) -> str:
        """What the model reads: the code only, since details are not for it."""
        return f"failed: {self.reason.code}"


Observation = ToolObservation | FailedObservation


def observed(tool: str, result: object) -> ToolObservation:
    """Make a compact observation of a tool's result."""
    encoded = json_bytes(result.told() if isinstance(result, Telling) else result)
    found = encoded[:MOST_BYTES].decode(errors="ignore")
    return ToolObservation(tool, found, len(encoded) > MOST_BYTES)
