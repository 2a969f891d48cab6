"""Stalls of the window, memory and the talk key while a thousand notices a second come."""

from __future__ import annotations

import os
import statistics
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, Qt, QTimer

from companion.app.session import Session
from companion.client.client import Client
from companion.client.core import Core
from companion.commands.bench.client_stage import Stage
from companion.commands.bench.resident import resident_mib
from companion.language.phrase import literal
from companion.protocol.responses import Notice
from companion.speech.ears import EarPhase

RUNS = 5
RATE = 1020
"""Notices a second; somewhat more than a thousand, so that a thousand can be taken."""
PERIOD_MS = 5
PRESSES = 50


@dataclass(slots=True)
class Stalls:
    """The longest gap between ticks of a timer beyond its period, in milliseconds."""

    last: float = field(default_factory=time.perf_counter)
    longest: float = 0.0

    def tick(self) -> None:
        """Look at the clock."""
        now = time.perf_counter()
        self.longest = max(self.longest, (now - self.last) * 1000 - PERIOD_MS)
        self.last = now

    def take(self) -> float:
        """The longest so far; begins anew."""
        longest, self.longest, self.last = self.longest, 0.0, time.perf_counter()
        return longest


def measured(stage: Stage, seconds: float) -> dict[str, object]:
    """Presses at rest, then a thousand notices a second through the client, run after run."""
    stage.settled()
    keys = [_press(stage) for _ in range(PRESSES)]
    stalls = Stalls()
    ticking = _start_ticking(stage.companion, stalls)
    longest, sizes, rates, sent = [], [], [], 0
    for _ in range(RUNS):
        stalls.take()
        began = time.perf_counter()
        count = _flood(stage.session, seconds)
        stage.drained()
        rates.append(count / (time.perf_counter() - began))
        longest.append(stalls.take())
        sizes.append(resident_mib(os.getpid()))
        sent += count
    QTimer.singleShot(0, ticking, ticking.stop)
    return {
        "stalls_ms": longest,
        "messages_per_s": statistics.median(rates),
        "messages": sent,
        "key_ms": statistics.median(keys),
        "growth_mib": sizes[-1] - sizes[1],
    }


def _start_ticking(gui: QObject, stalls: Stalls) -> QTimer:
    """A timer of the GUI thread, begun there."""
    timer = QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.setInterval(PERIOD_MS)
    timer.moveToThread(gui.thread())
    timer.timeout.connect(lambda: stalls.tick())  # which keeps it alive as long as it ticks
    QTimer.singleShot(0, timer, timer.start)
    return timer


def _flood(session: Session, seconds: float) -> int:
    """Hand notices over in real time; how many."""
    began, sent = time.perf_counter(), 0
    while (at := time.perf_counter() - began) < seconds:
        while sent < at * RATE:
            notice = Notice(literal(f"Notice {sent}: something happened in the world."))
            session._order(_handed_over(notice))
            sent += 1
        time.sleep(1 / RATE)
    return sent


def _handed_over(notice: Notice) -> Callable[[Client], None]:
    return lambda client: client._order(lambda core: core.answering.take(notice))


def _press(stage: Stage) -> float:
    """Milliseconds from the press to the ears listening."""
    session = stage.session
    listening, over = threading.Event(), threading.Event()

    def watch(core: Core) -> None:
        before = core.listening.ear_phase

        def phase(now: EarPhase) -> None:
            before(now)
            if now is EarPhase.LISTENING:
                listening.set()

        core.listening.ear_phase = phase  # type: ignore[assignment, method-assign]
        over.set()

    session._order(lambda client: client._order(watch))
    over.wait(60)
    began = time.perf_counter()
    session.talk_down()
    listening.wait(60)
    took = (time.perf_counter() - began) * 1000
    session.cancel()
    session.talk_up()
    stage.drained()
    return took
