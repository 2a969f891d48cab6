"""Whatever happens in which order, nobody is paired without the code that was shown."""

from __future__ import annotations

from uuid import UUID

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from companion.engine.access.identity import PlayerId
from companion.engine.access.limits import GRACE_S, ConnectionBounds, Door
from companion.engine.access.pairing import CODE_IN_GAME_S, TRIES, CodesInGame
from companion.support.errors import CompanionError

ATTEMPTS = st.integers(1, 4).map(lambda number: UUID(int=number))
PLAYERS = st.integers(1, 3).map(lambda number: PlayerId(UUID(int=number), f"P{number}"))
ADDRESSES = st.sampled_from(["192.0.2.1", "192.0.2.2", "2001:db8::1"])


class Pairings(RuleBasedStateMachine):
    """The desk beside a plain record of which codes may still work."""

    def __init__(self):
        super().__init__()
        self.now = 0.0
        self.codes = CodesInGame()
        self.shown = {}

    @rule(seconds=st.sampled_from([0.5, 60.0, CODE_IN_GAME_S, 3600.0]))
    def wait(self, seconds):
        self.now += seconds

    @rule(attempt=ATTEMPTS, player=PLAYERS, address=ADDRESSES)
    def ask(self, attempt, player, address):
        try:
            code = self.codes.ask(attempt, player, address, self.now)
        except CompanionError:
            return
        self.shown[attempt] = [code, player, self.now + CODE_IN_GAME_S, TRIES]

    @rule(attempt=ATTEMPTS, guess=st.integers(0, 3), address=ADDRESSES)
    def guess(self, attempt, guess, address):
        code, _, _, _ = self.shown.get(attempt, ("000000", None, 0.0, 0))
        wrong = f"{(int(code) + 1 + guess) % 10**6:06}"
        with pytest.raises(CompanionError):
            self.codes.enter(attempt, wrong, address, self.now)
        if attempt in self.shown:
            self.shown[attempt][3] -= 1

    @rule(attempt=ATTEMPTS, address=ADDRESSES)
    def enter(self, attempt, address):
        code, player, ends, tries = self.shown.get(attempt, ("000000", None, 0.0, 0))
        try:
            who = self.codes.enter(attempt, code, address, self.now)
        except CompanionError:
            return
        assert who == player
        assert self.now < ends
        assert tries > 0
        del self.shown[attempt]

    @rule(attempt=ATTEMPTS)
    def leave(self, attempt):
        self.codes.drop(attempt)
        self.shown.pop(attempt, None)


class Connections(RuleBasedStateMachine):
    """The door beside a plain list of who is in."""

    def __init__(self):
        super().__init__()
        self.now = 0.0
        self.door = Door(lambda: ConnectionBounds(6, 2))
        self.inside = {}
        self.known = set()
        self.shown_out = []

    @rule(host=st.sampled_from(["192.0.2.1", "192.0.2.2", "198.51.100.3", "127.0.0.1"]))
    def come(self, host):
        self.now += 0.4
        there, waiting = [host for host, _ in self.inside.values()], self.strangers()
        has_share = host == "127.0.0.1" or there.count(host) < 2
        has_waited = bool(waiting) and self.now - self.inside[min(waiting)][1] >= GRACE_S
        own, is_full = [], len(there) == 6
        number = self.door.let_in(host, self.now, lambda: self.shown_out.extend(own))
        assert (number is not None) == (has_share and (not is_full or has_waited))
        assert self.shown_out == ([min(waiting)] if is_full and number else [])
        while self.shown_out:
            del self.inside[self.shown_out.pop()]
        if number is not None:
            own.append(number)
            self.inside[number] = (host, self.now)

    def strangers(self):
        return self.inside.keys() - self.known

    @rule(number=st.integers(1, 30))
    def leave(self, number):
        self.door.gone(number)
        self.inside.pop(number, None)

    @rule(number=st.integers(1, 30))
    def say_hello(self, number):
        self.door.known(number)
        self.known.update({number} & self.inside.keys())

    @invariant()
    def counts_agree(self):
        assert len(self.door) == len(self.inside)
        assert self.door._unknown.keys() == self.strangers()


TestPairings = pytest.mark.behaviour("PROTO-060")(Pairings.TestCase)
TestConnections = Connections.TestCase
Pairings.TestCase.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
Connections.TestCase.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
