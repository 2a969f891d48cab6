"""Immutable counters, and the rows they stand in. Also the form of the ledger's file. Pure."""

from __future__ import annotations

from typing import Annotated, Generic, Literal, TypeVar

import msgspec

from companion.engine.models.model import ModelUsage

Number = Annotated[int, msgspec.Meta(ge=0)]


class ModelCount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Use of one model.

    Attributes:
        calls: Calls that left this computer.
        unreported: Those among them whose tokens the service did not report.
        input, cached_input, output, thinking: Tokens, as in `ModelUsage`.
    """

    calls: Number = 0
    unreported: Number = 0
    input: Number = 0
    cached_input: Number = 0
    output: Number = 0
    thinking: Number = 0


class SearchCount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Use of one search service: calls of each kind (USAGE-010)."""

    searches: Number = 0
    fetches: Number = 0

    @property
    def calls(self) -> int:
        """Calls of either kind: both are paid by the call."""
        return self.searches + self.fetches


C = TypeVar("C", ModelCount, SearchCount)


class Row(msgspec.Struct, Generic[C], frozen=True, forbid_unknown_fields=True):
    """What one player used of one model or search service.

    Attributes:
        player: Empty for the server itself.
        source: Model (`provider/model`) or provider.
        day: ISO date that `today` counts.
    """

    player: str
    source: str
    day: str
    today: C
    total: C

    def on(self, day: str) -> Row[C]:
        """The row as it reads on a day: another day's `today` is nothing."""
        if self.day == day:
            return self
        return msgspec.structs.replace(self, day=day, today=type(self.today)())

    def plus(self, count: C, day: str) -> Row[C]:
        """The row with a count more."""
        now = self.on(day)
        return msgspec.structs.replace(
            now, today=added(now.today, count), total=added(now.total, count)
        )


class UsageSnapshot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All usage at one moment; later bookings do not change it (USAGE-015).

    Attributes:
        version: Of this form.
    """

    models: tuple[Row[ModelCount], ...] = ()
    searches: tuple[Row[SearchCount], ...] = ()
    version: Literal[1] = 1

    def on(self, day: str) -> UsageSnapshot:
        """The snapshot as it reads on a day."""
        return UsageSnapshot(
            tuple(row.on(day) for row in self.models),
            tuple(row.on(day) for row in self.searches),
        )


def added(one: C, other: C) -> C:
    """The sum of two counters."""
    names = type(one).__struct_fields__
    return type(one)(**{name: getattr(one, name) + getattr(other, name) for name in names})


def model_count(usage: ModelUsage | None) -> ModelCount:
    """One call with what was reported of it."""
    if usage is None:
        return ModelCount(calls=1, unreported=1)
    return ModelCount(1, 0, usage.input, usage.cached_input, usage.output, usage.thinking)
