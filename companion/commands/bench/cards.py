"""`companion bench cards`: how fast cards are shown, paged and scrolled, and what they cost.

Everything is drawn without a screen, in a window that is already there. A card counts as shown
when its paint event has ended. "First" figures come from processes of their own, in which no card
was drawn before.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys

from companion.commands.bench.figure import Figure

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


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--first", action="store_true", help=argparse.SUPPRESS)


def figures(arguments: argparse.Namespace) -> tuple[Figure, ...]:
    """Measure; medians where something is repeated."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from companion.commands.bench.cards_stage import first_grid, measure

    if arguments.first:
        return (Figure("64 cells, first", round(first_grid(), 2), "ms"),)
    full = bool(getattr(arguments, "full", False))
    first = [_first() for _ in range(FULL_PROCESSES if full else PROCESSES)]
    found = measure(runs=200 if full else 60)
    return (
        Figure(
            "64-cell grid shown, first time",
            round(statistics.median(first), 2),
            "ms",
            GRID_FIRST_GOAL_MS,
            note=f"median of {len(first)} processes, slowest {max(first):.1f}",
        ),
        Figure("64-cell grid shown, later", found.grid_ms, "ms", GRID_LATER_GOAL_MS),
        Figure("64 cells read by a screen reader", found.read_ms, "ms", note=found.cells),
        Figure("page turn, 64-cell grid", found.grid_page_ms, "ms", PAGE_GOAL_MS),
        Figure("page turn, quest list", found.list_page_ms, "ms", PAGE_GOAL_MS),
        Figure("5,000-quest list shown", found.list_ms, "ms", LIST_GOAL_MS),
        Figure("5,000 quests to 50 quests", found.list_share, "x", FLAT_GOAL),
        Figure("frame while scrolling 1,000 cards, slowest", found.frame_ms, "ms", FRAME_GOAL_MS),
        Figure("frame while scrolling 1,000 cards, 99 of 100", found.usual_frame_ms, "ms"),
        Figure(
            "600 more cards in a log of 200, the oldest trimmed",
            found.growth_mib,
            "MiB",
            GROWTH_GOAL_MIB,
        ),
    )


def _first() -> float:
    """The first grid of a new process, in ms."""
    command = [sys.executable, "-m", "companion", "bench", "cards", "--first"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    value: float = json.loads(done.stdout)["figures"][0]["value"]
    return value
