"""What a bench prints: one object, the same shape for all of them."""

from __future__ import annotations

import os
import platform
from typing import Literal

import msgspec


class Figure(msgspec.Struct, frozen=True):
    """One measured number.

    Attributes:
        value: None when it was not measured; `note` says why.
        goal: None for a figure that is only reported.
    """

    name: str
    value: float | None
    unit: str
    goal: float | None = None
    better: Literal["lower", "higher"] = "lower"
    note: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the goal is met; None without a goal or a measurement."""
        if self.value is None or self.goal is None:
            return None
        return self.value <= self.goal if self.better == "lower" else self.value >= self.goal


def report(bench: str, figures: tuple[Figure, ...]) -> dict[str, object]:
    """The object a bench prints."""
    return {
        "bench": bench,
        "machine": machine(),
        "figures": [msgspec.to_builtins(figure) | {"met": figure.met} for figure in figures],
    }


def machine() -> str:
    """What it ran on, without naming the computer."""
    return (
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, "
        f"Python {platform.python_version()}"
    )
