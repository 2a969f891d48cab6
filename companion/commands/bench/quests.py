"""`companion bench quests`: how fast a quest book is read, read again and searched.

Without a folder it takes the real packs beside the checkout, else a generated book of the size of
the largest known pack.
"""

from __future__ import annotations

import argparse
import statistics
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
from companion.language.legacy_codes import plain
from companion.support.errors import LinkError

COLD_GOAL_S = 2.0
"""For 5,000 quests: what a player waits at the first question."""

CACHED_GOAL_MS = 50.0
SEARCH_GOAL_MS = 50.0
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
    cold = _median(lambda: open_link(folder).book("en_us"), runs)
    link = open_link(folder)
    link.book("en_us")
    cached = _median(lambda: link.book("en_us"), runs)
    goal = COLD_GOAL_S if len(book.quests) > 1_000 else None
    size = f"{len(book.quests)} quests"
    return [
        Figure(f"{name}: cold read", round(cold, 3), "s", goal, note=size),
        Figure(f"{name}: cached read", round(cached * 1e3, 2), "ms", CACHED_GOAL_MS),
        *_parse_share(folder, cold, runs),
        *_search(name, book, runs),
    ]


def _parse_share(folder: Path, cold: float, runs: int) -> list[Figure]:
    """The peer: a parser in C over the same files, where they are JSON5; it builds no book."""
    root = find_quest_folder(folder).root
    texts = [path.read_text("utf-8") for path in root.rglob("*.json5")]
    if not texts:
        return []
    peer = _median(lambda: [pyjson5.decode(text) for text in texts], runs)
    note = f"pyjson5 alone over all languages takes {peer:.3f} s"
    return [
        Figure(f"{folder.name}: whole book to bare parsing", round(cold / peer, 2), "x", note=note)
    ]


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
