"""Books that a test reads: what was begun, what left, what it used."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.speech.ledger.meter import Amount
from companion.support.errors import CompanionError


@dataclass
class FakeCharge:
    """One call, as a provider told of it.

    Attributes:
        steps: `begin`, `left`, `sent`, `end`, in the order they came.
    """

    source: str
    estimate: Amount
    fault: CompanionError | None = None
    steps: list[str] = field(default_factory=list)
    used: Amount | None = None

    async def begin(self) -> None:
        self.steps.append("begin")
        if self.fault:
            raise self.fault

    def left(self) -> None:
        self.steps.append("left")

    def sent(self) -> None:
        self.steps.append("sent")

    def end(self, used: Amount) -> None:
        self.steps.append("end")
        self.used = used


@dataclass
class FakeMeter:
    """Makes charges, and refuses them all when told to."""

    fault: CompanionError | None = None
    charges: list[FakeCharge] = field(default_factory=list)

    def charge(self, source: str, estimate: Amount) -> FakeCharge:
        self.charges.append(FakeCharge(source, estimate, self.fault))
        return self.charges[-1]

    async def check(self, source: str) -> None:
        if self.fault:
            raise self.fault

    @property
    def paid(self) -> list[FakeCharge]:
        """Calls that left."""
        return [charge for charge in self.charges if "left" in charge.steps]
