"""Key, lock, device and network in any order: open on a lease only, and never deaf after."""

from __future__ import annotations

import random

import pytest

from companion.client.hotkeys.lease import LEASE_S, LONGEST_HOLD_S, Lease
from companion.support.errors import Failure
from tests.helpers.client_rig import Rig

ORDERS = 10_000
LENGTH = 6
BATCH = 1_000


class Desk:
    """A talk key with its lease over a client; sightings stop while focus or session is gone."""

    def __init__(self) -> None:
        self.rig, self.lease = Rig(), Lease()
        self.is_down = self.is_blind = False
        self.seen_down_at = float("-inf")

    def may_listen(self) -> bool:
        """Whether the key was seen down a moment ago, whatever the lease thinks of it."""
        return self.rig.clock.monotonic() - self.seen_down_at < LEASE_S

    def do(self, step: str) -> None:
        """Let one thing happen."""
        match step:
            case "down" | "up":
                self.is_down = step == "down"
            case "lock" | "unlock":
                self.is_blind = step == "lock"
            case "device":
                self.rig.ears.fail(Failure.MICROPHONE_LOST)
            case "no device":
                self.rig.core.listening.ear_trouble(Failure.NO_MICROPHONE, "")
            case "offline":
                self.rig.disconnect()
            case "online" if self.rig.server is None:
                self.rig.connect()
            case "suspend":
                self.rig.clock.advance(3_600)
                self.rig.core.session.doubt(self.rig.clock.monotonic())
            case "words":
                self.rig.ears.say("show my quests")
            case "wait":
                self.rig.clock.advance(LEASE_S)
        self.look()

    def look(self) -> None:
        """What a platform does: tell what it sees, and let time pass."""
        now = self.rig.clock.monotonic()
        if self.is_down and not self.is_blind:
            self.seen_down_at = now
        seen = () if self.is_blind else self.lease.see(down=self.is_down, now=now)
        for held in (*seen, *self.lease.tick(now)):
            (self.rig.hold if held else self.rig.let_go)()
        self.rig.pump()

    def rest(self) -> None:
        """Everything is let go, and seen again."""
        self.is_down = self.is_blind = False
        self.do("online")
        for _ in range(3):
            self.rig.clock.advance(LEASE_S)
            self.look()

    def hears(self) -> bool:
        """Whether a whole spoken turn reaches the engine."""
        asked = len(self.rig.asked)
        self.rig.ears.fail(Failure.CANCELLED)
        self.rig.core.conversation.cancel()
        self.rig.speak("what is the meaning of all this")
        return len(self.rig.asked) > asked


STEPS = (
    *("down", "up", "lock", "unlock", "suspend", "wait", "words"),
    *("device", "no device", "offline", "online"),
)
HEARD_EVERY = 50
"""Orders after which a whole turn is spoken."""


@pytest.mark.parametrize("batch", range(ORDERS // BATCH))
def test_the_microphone_listens_only_on_a_lease_and_hears_afterwards(batch: int) -> None:
    chosen, desk = random.Random(batch), Desk()
    for number in range(BATCH):
        steps = chosen.choices(STEPS, k=LENGTH)
        for step in steps:
            desk.do(step)
            assert desk.may_listen() or not desk.rig.core.listening.is_down, steps
        desk.rest()
        assert not desk.rig.core.listening.is_down, steps
        assert number % HEARD_EVERY or desk.hears(), steps


def test_a_key_with_something_on_it_ends_by_itself() -> None:
    desk = Desk()
    desk.do("down")
    for _ in range(int(LONGEST_HOLD_S) + 2):
        desk.do("wait")
    assert not desk.rig.core.listening.is_down
