"""Immutable counters of speech, and the form of an account's file. Pure.

A file of an older form is not read: its fields are neither guessed nor taken over under new names.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from typing import Annotated, Literal

import msgspec

from companion.speech.ledger.meter import Amount

Number = Annotated[int, msgspec.Meta(ge=0)]
KEPT_DAYS = 62
"""Days that are kept one by one: this month and the one before."""
OPEN_FOR_S = 24 * 3600.0
"""A call that never ended is settled after this long: with its estimate, or as one that may be."""


class Count(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Use of one service.

    Attributes:
        calls: Calls that left this computer.
        unsettled: Those among them whose end nobody wrote down: the program was killed meanwhile.
        estimated: Those among them that the service reported nothing of.
        characters: Billed characters of speech.
        milliseconds: Of sound that was recognised.
        input_tokens, output_tokens: Where a service bills them.
        maybe: Calls beside `calls`, of which nobody knows: the program was killed between writing
            one down and writing that it had left. Their estimates are in no counter, but a limit
            counts them (`possible_on`).
    """

    calls: Number = 0
    unsettled: Number = 0
    estimated: Number = 0
    characters: Number = 0
    milliseconds: Number = 0
    input_tokens: Number = 0
    output_tokens: Number = 0
    maybe: Number = 0

    def __add__(self, other: Count) -> Count:
        names = Count.__struct_fields__
        return Count(**{name: getattr(self, name) + getattr(other, name) for name in names})


Counts = Mapping[str, Count]
"""Source to its count."""


class OpenCall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call that was begun and has not ended.

    Attributes:
        source: Of the price list.
        begun: Wall clock, seconds since 1970.
        day: ISO date on the player's calendar.
        estimate: What it counts as until it ends.
        is_sent: Whether it is known to have left. One that is known of by its beginning alone may
            have left, or not.
    """

    source: str
    begun: float
    day: str
    estimate: Count
    is_sent: bool = False


class Ledger(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that one account used.

    Attributes:
        total: Since the beginning.
        days: Of the last two months, by ISO date.
        open: Calls under way, by ticket; those that left count already.
        version: Of this form.
    """

    total: dict[str, Count] = {}
    days: dict[str, dict[str, Count]] = {}
    open: dict[str, OpenCall] = {}
    version: Literal[1] = 1


def counted(used: Amount, *, is_settled: bool = True) -> Count:
    """One call with what it used."""
    return Count(
        calls=1,
        unsettled=0 if is_settled else 1,
        estimated=0 if used.is_reported else 1,
        characters=used.characters,
        milliseconds=used.milliseconds,
        input_tokens=used.input_tokens,
        output_tokens=used.output_tokens,
    )


def begun(ledger: Ledger, ticket: str, call: OpenCall) -> Ledger:
    """The ledger with a call under way."""
    settled = _with_overdue_settled(ledger, call.begun)
    return msgspec.structs.replace(settled, open=settled.open | {ticket: call})


def sent(ledger: Ledger, ticket: str) -> Ledger:
    """The ledger after a call left; an unknown ticket changes nothing."""
    call = ledger.open.get(ticket)
    if call is None:
        return ledger
    left = msgspec.structs.replace(call, is_sent=True)
    return msgspec.structs.replace(ledger, open=ledger.open | {ticket: left})


def ended(ledger: Ledger, ticket: str, count: Count | None) -> Ledger:
    """The ledger after a call ended.

    Args:
        ledger: As it was.
        ticket: Of the call; an unknown one changes nothing.
        count: What it used; None when it never left.
    """
    call = ledger.open.get(ticket)
    if call is None:
        return ledger
    rest = {name: other for name, other in ledger.open.items() if name != ticket}
    without = msgspec.structs.replace(ledger, open=rest)
    return without if count is None else _booked(without, call.source, call.day, count)


def used_on(ledger: Ledger, days: str) -> Counts:
    """What was used on the days whose ISO date begins so: a day, a month; all time when empty.

    Calls under way that left count with their estimates; the others are told as `maybe`.
    """
    return _sum(ledger, days, _known)


def possible_on(ledger: Ledger, days: str) -> Counts:
    """The same with every call that may have left: what a limit is held against."""
    return _sum(ledger, days, lambda call: call.estimate)


def _known(call: OpenCall) -> Count:
    return call.estimate if call.is_sent else Count(maybe=1)


def _sum(ledger: Ledger, days: str, of_open: Callable[[OpenCall], Count]) -> Counts:
    sums: dict[str, Count] = {}
    rows = [ledger.total] if not days else [c for d, c in ledger.days.items() if d.startswith(days)]
    under_way = [{c.source: of_open(c)} for c in ledger.open.values() if c.day.startswith(days)]
    for row in (*rows, *under_way):
        for source, count in row.items():
            sums[source] = sums.get(source, Count()) + count
    return sums


def _with_overdue_settled(ledger: Ledger, now: float) -> Ledger:
    for ticket, call in ledger.open.items():
        if now - call.begun > OPEN_FOR_S:
            ledger = ended(ledger, ticket, _known(call))
    return ledger


def _booked(ledger: Ledger, source: str, day: str, count: Count) -> Ledger:
    total = ledger.total | {source: ledger.total.get(source, Count()) + count}
    row = ledger.days.get(day, {})
    days = _recent(ledger.days | {day: row | {source: row.get(source, Count()) + count}})
    return msgspec.structs.replace(ledger, total=total, days=days)


def _recent(days: dict[str, dict[str, Count]]) -> dict[str, dict[str, Count]]:
    newest = max(days)
    first = datetime.date.fromisoformat(newest) - datetime.timedelta(days=KEPT_DAYS)
    return {day: row for day, row in days.items() if day >= first.isoformat()}
