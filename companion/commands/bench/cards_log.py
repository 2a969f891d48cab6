"""How a log of 1,000 cards behaves: the part of `bench cards` about the conversation."""

from __future__ import annotations

import gc
import os
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from companion.cards.library import load_library
from companion.client.state import MAX_ENTRIES
from companion.commands.bench.cards_stage import COMMANDS, WINDOW_PX, Painting, painted
from companion.commands.bench.cards_views import conversation, grown, quests
from companion.commands.bench.resident import resident_mib
from companion.ui.application import open_application
from companion.ui.chat_log import ChatLog
from companion.ui.gc_guard import GcGuard

CARDS = 1_000
FRAMES, CHANGES, JUMPS = 300, 40, 40
SCROLL_PX = 120
"""A notch of a mouse wheel."""
TRIM_STEP, TRIMMED = 100, 600
"""Cards that come at once, while as many of the oldest go; and how many in all."""
ROUNDS = 8
"""From a row's words up to the log's scroll bar, with some to spare."""
FOLLOWING = 6
"""Frames after a jump in which what is seen is completed."""


@dataclass(frozen=True, slots=True)
class Logged:
    """Milliseconds of frames, the slowest of many; medians where it says usual.

    Attributes:
        scroll_ms, usual_scroll_ms: Wheel notches from the end upwards, the second 99 of 100.
        add_ms, usual_add_ms: A card that comes while the newest ones are seen.
        resize_ms, usual_resize_ms: Another width.
        jump_ms, usual_jump_ms: The scroll bar thrown anywhere, and the frames that follow.
        growth_mib: After 600 more cards; None where the system does not tell.
    """

    scroll_ms: float
    usual_scroll_ms: float
    add_ms: float
    usual_add_ms: float
    resize_ms: float
    usual_resize_ms: float
    jump_ms: float
    usual_jump_ms: float
    growth_mib: float | None


class _Log:
    """The log in a window of its own."""

    def __init__(self) -> None:
        self.application = open_application()
        if guard := self.application.findChild(GcGuard):
            guard.spare_what_is_there()  # as the companion does when it has settled
        self.log = ChatLog(load_library("en_us"), COMMANDS)
        self.log.resize(*WINDOW_PX)
        self.log.show()
        self.data = quests(12)
        self.state = conversation(self.data, 1, CARDS)
        self.log.show_state(self.state)
        self.rest()

    def rest(self) -> None:
        """Let cards that are gone be gone, and those that came find their place."""
        for _ in range(ROUNDS):
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            painted(self.application, self.log)
        gc.collect()

    def frame(self, change: Callable[[], object]) -> float:
        """Milliseconds from a change until all of it is painted."""
        began = time.perf_counter()
        painting = Painting(self.log.viewport())
        change()
        painting.finish()
        return (time.perf_counter() - began) * 1e3

    def add(self, count: int, most: int) -> None:
        """More cards, of which the newest are kept."""
        first = self.state.entries[-1].id + 1
        self.state = grown(self.state, self.data, first, count, most)
        self.log.show_state(self.state)

    def end(self) -> None:
        """Close the window."""
        self.log.close()
        self.log.deleteLater()
        QApplication.sendPostedEvents(self.log, QEvent.Type.DeferredDelete)


def measure_log() -> Logged:
    """Scroll, add, resize, jump, trim."""
    log = _Log()
    scrolled, added = _scrolled(log), _added(log)
    resized, jumped = _resized(log), _jumped(log)
    growth = _trimmed(log)
    log.end()
    return Logged(
        scroll_ms=max(scrolled),
        usual_scroll_ms=sorted(scrolled)[int(len(scrolled) * 0.99) - 1],
        add_ms=max(added),
        usual_add_ms=statistics.median(added),
        resize_ms=max(resized),
        usual_resize_ms=statistics.median(resized),
        jump_ms=max(jumped),
        usual_jump_ms=statistics.median(jumped),
        growth_mib=growth,
    )


def _scrolled(log: _Log) -> list[float]:
    bar = log.log.verticalScrollBar()
    return [log.frame(lambda: bar.setValue(bar.value() - SCROLL_PX)) for _ in range(FRAMES)]


def _added(log: _Log) -> list[float]:
    log.log.to_newest()
    log.rest()
    return [log.frame(lambda: log.add(1, CARDS)) for _ in range(CHANGES)]


def _resized(log: _Log) -> list[float]:
    width, height = WINDOW_PX
    sizes = [(width - 4 * at, height) for at in range(CHANGES)]
    times = [log.frame(lambda size=size: log.log.resize(*size)) for size in sizes]  # type: ignore[misc]
    log.log.resize(*WINDOW_PX)
    log.rest()
    return times


def _jumped(log: _Log) -> list[float]:
    bar = log.log.verticalScrollBar()
    times: list[float] = []
    for at in range(JUMPS):
        share = at * 7 % JUMPS / JUMPS
        times.append(log.frame(lambda share=share: bar.setValue(int(bar.maximum() * share))))  # type: ignore[misc]
        times += [log.frame(int) for _ in range(FOLLOWING)]
    return times


def _trimmed(log: _Log) -> float | None:
    """MiB that a log of `MAX_ENTRIES` grows by while cards come and go."""
    log.log.to_newest()
    for _ in range(4):
        log.add(TRIM_STEP, MAX_ENTRIES)
        log.rest()
    before = resident_mib(os.getpid())
    for _ in range(TRIMMED // TRIM_STEP):
        log.add(TRIM_STEP, MAX_ENTRIES)
        log.rest()
    return resident_mib(os.getpid()) - before if before else None
