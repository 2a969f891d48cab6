"""`companion bench cards`: how fast cards are shown, paged and scrolled, and what they cost.

Everything is drawn without a screen, in a window that is already there. A card counts as shown
when its paint event has ended. "First" figures come from processes of their own, in which no card
was seen before: one after the warm-up that the companion does behind its window's first frame
(`ui/cards/warm_up.py`), whose longest slice is told beside, and one without it.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from typing import TYPE_CHECKING

from companion.commands.bench.figure import Figure

if TYPE_CHECKING:
    from companion.commands.bench.cards_log import Logged
    from companion.commands.bench.cards_shown import Shown

GRID_FIRST_GOAL_MS = 8.0
GRID_LATER_GOAL_MS = 4.0
PAGE_GOAL_MS = 3.0
LIST_GOAL_MS = 10.0
FLAT_GOAL = 1.3
"""Time of 5,000 quests to time of 50."""
FRAME_GOAL_MS = 16.0
GROWTH_GOAL_MIB = 8.0
"""After trimming, over 600 more cards: what the allocator keeps, not a card."""
PROCESSES, FULL_PROCESSES = 5, 15
COLD, WARM = "cold", "warm"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--first", choices=(COLD, WARM), help=argparse.SUPPRESS)


def figures(arguments: argparse.Namespace) -> tuple[Figure, ...]:
    """Measure; medians where something is repeated."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from companion.commands.bench.cards_log import measure_log
    from companion.commands.bench.cards_shown import first_grid, measure

    if arguments.first:
        found = first_grid(warm=arguments.first == WARM)
        return (
            _ms("64 cells, first", found.grid_ms),
            _ms("longest slice", max(found.slices_ms, default=0.0)),
        )
    full = bool(getattr(arguments, "full", False))
    processes = FULL_PROCESSES if full else PROCESSES
    return (
        *_of_the_first(processes),
        *_of_one_card(measure(runs=200 if full else 60)),
        *_of_the_log(measure_log()),
    )


def _of_the_first(processes: int) -> tuple[Figure, ...]:
    warm = [_first(WARM) for _ in range(processes)]
    cold = [_first(COLD) for _ in range(processes)]
    first = [grid for grid, _ in warm]
    return (
        _ms(
            "64-cell grid shown, first time",
            statistics.median(first),
            GRID_FIRST_GOAL_MS,
            f"after the warm-up; median of {processes} processes, slowest {max(first):.1f}",
        ),
        _ms(
            "longest slice of the warm-up",
            statistics.median(slice_ms for _, slice_ms in warm),
            FRAME_GOAL_MS,
        ),
        _ms("64-cell grid, without warm-up", statistics.median(grid for grid, _ in cold)),
    )


def _of_one_card(found: Shown) -> tuple[Figure, ...]:
    return (
        _ms("64-cell grid shown, later", found.grid_ms, GRID_LATER_GOAL_MS),
        _ms("64-cell grid of new words shown", found.new_grid_ms),
        _ms(
            "64 cells read by a screen reader",
            found.read_ms,
            note=f"{found.cells} named cells in the tree",
        ),
        _ms("page turn, 64-cell grid", found.grid_page_ms, PAGE_GOAL_MS),
        _ms("page turn, 64 cells of new words", found.new_page_ms),
        _ms("page turn, quest list", found.list_page_ms, PAGE_GOAL_MS),
        _ms("5,000-quest list shown", found.list_ms, LIST_GOAL_MS),
        Figure("5,000 quests to 50 quests", round(found.list_share, 2), "x", FLAT_GOAL),
    )


def _of_the_log(found: Logged) -> tuple[Figure, ...]:
    def usual(value: float) -> str:
        return f"usually {value:.1f}"

    return (
        _ms(
            "frame while scrolling 1,000 cards, slowest",
            found.scroll_ms,
            FRAME_GOAL_MS,
            f"99 of 100 below {found.usual_scroll_ms:.1f}",
        ),
        _ms(
            "frame in which a card comes to 1,000, slowest",
            found.add_ms,
            FRAME_GOAL_MS,
            usual(found.usual_add_ms),
        ),
        _ms(
            "frame in which 1,000 cards get narrower, slowest",
            found.resize_ms,
            FRAME_GOAL_MS,
            usual(found.usual_resize_ms),
        ),
        _ms(
            "frame of a jump among 1,000 cards, slowest",
            found.jump_ms,
            FRAME_GOAL_MS,
            usual(found.usual_jump_ms),
        ),
        Figure(
            "600 more cards in a log of 200, the oldest trimmed",
            None if found.growth_mib is None else round(found.growth_mib, 2),
            "MiB",
            GROWTH_GOAL_MIB,
        ),
    )


def _ms(name: str, value: float, goal: float | None = None, note: str = "") -> Figure:
    return Figure(name, round(value, 2), "ms", goal, note=note)


def _first(kind: str) -> tuple[float, float]:
    """The first grid of a new process and the longest slice of its warm-up, in ms."""
    command = [sys.executable, "-m", "companion", "bench", "cards", "--first", kind]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    grid, slice_ms = json.loads(done.stdout)["figures"]
    return grid["value"], slice_ms["value"]
