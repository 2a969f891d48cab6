"""`companion bench quests`: how fast a quest book is read, read again and searched.

Without a folder it takes the real packs beside the checkout, else a generated book of the size of
the largest known pack.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pyjson5

from companion.commands.bench.figure import Figure
from companion.commands.bench.generated_book import write_book
from companion.games.ftbquests.folder import find_quest_folder
from companion.games.quest_book import Progress, QuestBook
from companion.games.quest_rules import visible
from companion.games.registry import open_link
from companion.games.search import find_quests, warm_up
from companion.games.snbt.reader import read_snbt
from companion.language.legacy_codes import plain
from companion.support.errors import LinkError

COLD_GOAL_S = 1.0
"""For 5,000 quests: what a player waits at the first question, ever."""

WARM_GOAL_MS = 60.0
"""In a new process, with the book of an earlier one on disk and every source's stamp checked."""
CACHED_GOAL_MS = 50.0
SEARCH_GOAL_MS = 3.0
SNBT_GOAL, JSON5_GOAL = 15.0, 50.0
"""MB a second."""
LEAST_PARSED = 1 << 20
"""Bytes below which a speed means nothing."""
RUNS, FULL_RUNS = 3, 15
SEARCHES = 40

_PACKS = Path(__file__).resolve().parents[4] / "shared" / "packs"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("folder", nargs="?", type=Path, help="a folder with quests")


def figures(arguments: argparse.Namespace) -> tuple[Figure, ...]:
    """Measure; several runs, medians."""
    runs = FULL_RUNS if getattr(arguments, "full", False) else RUNS
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as spare:
        found: list[Figure] = []
        for folder in _folders(arguments.folder, Path(spare)):
            found.extend(_measure(folder, runs))
        return tuple(found)


def _folders(given: Path | None, spare: Path) -> list[Path]:
    if given is not None:
        return [given]
    if _PACKS.is_dir():
        packs = [folder for folder in sorted(_PACKS.iterdir()) if (folder / "config").is_dir()]
        if packs:
            return packs
    return [write_book(spare / "generated")]


def _measure(folder: Path, runs: int) -> list[Figure]:
    name = folder.name
    try:
        book = open_link(folder).book("en_us")
    except LinkError as error:
        return [Figure(f"{name}: cold read", None, "s", COLD_GOAL_S, note=str(error))]
    link = open_link(folder)
    link.book("en_us")
    cached = _median(lambda: link.book("en_us"), runs)
    return [
        *_started(folder, len(book.quests)),
        Figure(f"{name}: cached read", round(cached * 1e3, 2), "ms", CACHED_GOAL_MS),
        *_parsing(folder, runs),
        *_search(name, book, runs),
    ]


def _started(folder: Path, quests: int) -> list[Figure]:
    """A process that finds nothing kept, and processes after it; each is a new one."""
    big = quests > 1_000
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as cache:
        cold = _in_a_process(folder, cache)
        warm = statistics.median(_in_a_process(folder, cache) for _ in range(RUNS))
    note = f"{quests} quests"
    return [
        Figure(
            f"{folder.name}: cold read",
            round(cold, 3),
            "s",
            COLD_GOAL_S if big else None,
            note=note,
        ),
        Figure(f"{folder.name}: warm read", round(warm * 1e3, 1), "ms", WARM_GOAL_MS, note=note),
    ]


_READ = """
import sys, time
from pathlib import Path
from companion.games.registry import open_link
link = open_link(Path(sys.argv[1]))
start = time.perf_counter()
link.book("en_us")
print(time.perf_counter() - start)
"""


def _in_a_process(folder: Path, cache: str) -> float:
    """Seconds from the first question to the book, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", _READ, str(folder.resolve())],
        env={**os.environ, "COMPANION_CACHE": cache, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout)


def _parsing(folder: Path, runs: int) -> list[Figure]:
    """How fast the texts of a pack become values; no book is built."""
    root = find_quest_folder(folder).root
    snbt = [p.read_text("utf-8-sig") for p in root.rglob("*.snbt*") if p.is_file()]
    json5 = [p.read_text("utf-8-sig") for p in root.rglob("*.json5") if p.is_file()]
    return [
        *_speed(f"{folder.name}: SNBT", snbt, _snbt, SNBT_GOAL, runs),
        *_speed(f"{folder.name}: JSON5", json5, pyjson5.decode, JSON5_GOAL, runs),
    ]


def _snbt(text: str) -> object:
    return read_snbt(text, mixed_lists=True)


def _speed(
    name: str, texts: list[str], parse: Callable[[str], object], goal: float, runs: int
) -> list[Figure]:
    size = sum(len(text.encode()) for text in texts)
    if size < LEAST_PARSED:
        return []
    seconds = _median(lambda: [parse(text) for text in texts], runs)
    speed, note = round(size / seconds / 1e6, 1), f"{size / 1e6:.1f} MB in {len(texts)} files"
    return [Figure(name, speed, "MB/s", goal, better="higher", note=note)]


def _search(name: str, book: QuestBook, runs: int) -> list[Figure]:
    index = _median(lambda: warm_up(book), 1)
    shown = visible(book, Progress()) or frozenset(book.quests)
    titles = sorted({plain(book.quests[number].title) for number in shown})
    heard = [_misheard(title) for title in titles[:: max(len(titles) // SEARCHES, 1)]]
    times = [_median(partial(find_quests, book, text, shown), runs) for text in heard]
    rules = _median(lambda: visible(book, Progress()), runs)
    return [
        Figure(f"{name}: index of titles, once", round(index * 1e3, 1), "ms"),
        Figure(f"{name}: search, slowest title", round(max(times) * 1e3, 2), "ms", SEARCH_GOAL_MS),
        Figure(f"{name}: search, median", round(statistics.median(times) * 1e3, 2), "ms"),
        Figure(f"{name}: visibility of all quests", round(rules * 1e3, 2), "ms"),
    ]


def _misheard(title: str) -> str:
    """A title with a letter gone in the middle, so that no exact match answers."""
    middle = len(title) // 2
    return title[:middle] + title[middle + 1 :]


def _median(work: Callable[[], object], runs: int) -> float:
    """Seconds of the middle run."""
    times: list[float] = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)
