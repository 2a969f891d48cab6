"""Receipts of writing steps: what was intended, what came of it, and what a repeat gets.

A step is known by its task and its stable id within that task. Its receipt is RUNNING from before
the effect until the result is stored, then DONE. There is one table of them a player (ENG-031).
"""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass

from companion.support.errors import Failure, StorageError

_FINGERPRINT = re.compile(r"[0-9a-f]{64}")


class StepState(enum.StrEnum):
    """Where a step stands; an unknown name in the store is damage, never a new operation."""

    RUNNING = "RUNNING"
    DONE = "DONE"


@dataclass(frozen=True, slots=True)
class Step:
    """One writing call.

    Attributes:
        task: The request or event task that it belongs to.
        step: Stable within the task, the same when the task runs again.
        tool: Identifier of the tool.
        fingerprint: Of the input: 64 hexadecimal digits.
        idempotent: Doing it twice is the same as doing it once.
    """

    task: str
    step: str
    tool: str
    fingerprint: str
    idempotent: bool = False


@dataclass(frozen=True, slots=True)
class Receipt:
    """What is stored of a step; `result` is the encoded result, uninterpreted (TOOL-012)."""

    step: Step
    state: StepState = StepState.RUNNING
    result: bytes = b""


@dataclass(frozen=True, slots=True)
class Begun:
    """The intent is on disk: act now, then call `done`."""


@dataclass(frozen=True, slots=True)
class Replay:
    """It was done before; the stored result is to be decoded by the tool's own codec."""

    result: bytes


@dataclass(frozen=True, slots=True)
class Unknown:
    """It was begun and its end is not known: EFFECT_UNKNOWN, not to be tried again (ENG-027)."""


def is_fingerprint(stored: object) -> bool:
    """Whether something is a fingerprint; a damaged one compares with nothing (ENG-020)."""
    return isinstance(stored, str) and _FINGERPRINT.fullmatch(stored) is not None


Beginning = Begun | Replay | Unknown


def beginning(known: Receipt | None, step: Step) -> Beginning:
    """Say what a step may do that has this receipt.

    Raises:
        StorageError: INPUT_CHANGED; the same step was begun with another input or tool (TOOL-011).
    """
    if known is None:
        return Begun()
    if (known.step.tool, known.step.fingerprint) != (step.tool, step.fingerprint):
        raise StorageError(f"step {step.step} was begun otherwise", Failure.INPUT_CHANGED)
    if known.state is StepState.DONE:
        return Replay(known.result)
    return Begun() if known.step.idempotent and step.idempotent else Unknown()
