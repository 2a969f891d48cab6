"""The window that `bench client` measures, in a process of its own: `start`, `rest` or `load`.

Prints one JSON line. `start` ends with the first paint; `rest` leaves it alone; `load` lets the
client's own loop take a thousand notices a second while the window draws.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from companion.app.parts import Devices
from companion.app.session import Session
from companion.app.window import WindowedCompanion
from companion.client.client import Client
from companion.client.core import Core
from companion.commands.bench.instant_sound import InstantMicrophone
from companion.language.phrase import literal
from companion.protocol.responses import Notice
from companion.speech.audio.wav import WavSpeaker
from companion.speech.ears import EarPhase
from companion.support.paths import config_folder
from companion.support.secrets import NoStore, Secrets
from companion.support.settings import LoadedSettings, Settings
from companion.ui.application import open_application

SETTLE_S = 8.0
"""From the first paint until engine, ears and voice are up and memory is given back."""
RUNS = 5
RATE = 1000
PERIOD_MS = 5
PRESSES = 50


class FirstPaint(QObject):
    """Calls once when any widget is painted."""

    def __init__(self, seen: Callable[[], None]) -> None:
        super().__init__()
        self._seen: Callable[[], None] | None = seen

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Watch for it."""
        if self._seen and event.type() is QEvent.Type.Paint:
            seen, self._seen = self._seen, None
            QTimer.singleShot(0, seen)
        return False


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


def main(words: list[str]) -> int:
    """Open the window and measure."""
    began = float(os.environ["COMPANION_BENCH_BEGAN"])
    application = open_application()
    ears = words[2] if len(words) > 2 else "offline"
    loaded = LoadedSettings(Settings(recognizer=ears, synthesizer="none"))
    secrets = Secrets({}, NoStore())
    companion = WindowedCompanion(application, loaded, config_folder(), secrets, _devices)
    told: dict[str, object] = {}

    def painted() -> None:
        told["first_frame_ms"] = (time.monotonic() - began) * 1000
        if words[0] == "start":
            application.quit()
            return
        work = {"rest": _rest, "load": _load}[words[0]]
        bench = _Bench(application, companion, float(words[1]))
        threading.Thread(target=lambda: told.update(work(bench)), name="bench").start()

    paint = FirstPaint(painted)
    application.installEventFilter(paint)
    companion.start()
    application.exec()
    companion.stop()
    print(json.dumps(told), flush=True)
    return 0


@dataclass(frozen=True, slots=True)
class _Bench:
    """What a measurement works on, from a thread of its own."""

    application: QApplication
    companion: WindowedCompanion
    seconds: float

    @property
    def session(self) -> Session:
        """The client behind the window."""
        return self.companion._session

    def quit(self) -> None:
        """End the window."""
        QTimer.singleShot(0, self.application, self.application.quit)


def _rest(bench: _Bench) -> dict[str, object]:
    """Memory and CPU while nobody does anything: with the warm microphone, and without."""
    time.sleep(SETTLE_S)
    warm = _percent(bench.seconds)
    memory = (resident_mib(os.getpid()), sum(map(resident_mib, _children())))
    bench.session._order(lambda client: client._order(lambda core: core.listening.stop()))
    bench.companion._loop.submit(_ears_closed(bench.session)).result(60)
    closed = _percent(bench.seconds)
    bench.quit()
    return {
        "warm_percent": warm,
        "closed_percent": closed,
        "window_mib": memory[0] or None,
        "engine_mib": memory[1] or None,
    }


async def _ears_closed(session: Session) -> None:
    client = session._client
    if client is not None and client._core is not None:
        await client._core.listening.ears.stop()


def _load(bench: _Bench) -> dict[str, object]:
    """A thousand notices a second through the client into the window, run after run."""
    time.sleep(SETTLE_S)
    keys = [_press(bench.session) for _ in range(PRESSES)]
    stalls = Stalls()
    ticking = _start_ticking(bench.application, stalls)
    longest, sizes, rates, sent = [], [], [], 0
    for _ in range(RUNS):
        stalls.take()
        began = time.perf_counter()
        count = _flood(bench.session, bench.seconds)
        _drained(bench.session)
        rates.append(count / (time.perf_counter() - began))
        longest.append(stalls.take())
        sizes.append(resident_mib(os.getpid()))
        sent += count
    ticking.deleteLater()
    bench.quit()
    return {
        "stalls_ms": longest,
        "messages_per_s": statistics.median(rates),
        "messages": sent,
        "key_ms": statistics.median(keys),
        "growth_mib": sizes[-1] - sizes[1],
    }


def _start_ticking(application: QApplication, stalls: Stalls) -> QTimer:
    """A timer of the GUI thread, begun there."""
    timer = QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.setInterval(PERIOD_MS)
    timer.moveToThread(application.thread())
    timer.timeout.connect(stalls.tick)
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


def _drained(session: Session) -> None:
    """Wait until the client has taken all that was handed over."""
    done = threading.Event()
    session._order(lambda client: client._order(lambda core: done.set()))
    done.wait(60)


def _press(session: Session) -> float:
    """Milliseconds from the press to the ears listening."""
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
    _drained(session)
    return took


def _devices() -> Devices:
    return Devices(InstantMicrophone, WavSpeaker)


def _percent(seconds: float) -> float:
    """CPU of this process over some time of rest, per cent of one core."""
    began, used = time.perf_counter(), time.process_time()
    time.sleep(seconds)
    return (time.process_time() - used) / (time.perf_counter() - began) * 100


def resident_mib(pid: int) -> float:
    """Resident memory of a process; 0 where the system does not tell."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    sizes = [line.split()[1] for line in lines if line.startswith("VmRSS:")]
    return int(sizes[0]) / 1024 if sizes else 0.0


def _children() -> list[int]:
    try:
        tasks = Path("/proc/self/task").iterdir()
        return [int(pid) for task in tasks for pid in (task / "children").read_text().split()]
    except OSError:
        return []


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
