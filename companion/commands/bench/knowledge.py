"""`companion bench knowledge`: building and searching the knowledge index, beside FTS5 and bm25s.

A hundred thousand passages a language. A question is the title of a quest, and its text is to be
found among all others; titles are not in any index. Beside them are asked questions about what is
written nowhere: what is told as an answer to them is beside the point.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from companion.commands.bench.figure import Figure
from companion.commands.bench.generated_book import write_book
from companion.commands.bench.knowledge_data import Trial, cut, trial
from companion.commands.bench.knowledge_peers import BEST, Search, bm25s, fts5
from companion.engine.knowledge.index import SURE, Entry, KnowledgeIndex

PASSAGES = 100_000
BUILD_GOAL_S, QUERY_GOAL_MS = 10.0, 5.0
QUESTIONS, FULL_QUESTIONS = 250, 1_000
LEAST_QUESTIONS = 200
NOT_INSTALLED = "not measured: not installed (extra `bench`)"

_PACKS = Path(__file__).resolve().parents[4] / "shared" / "packs"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--passages", type=int, default=PASSAGES, help="how many, a language")


def figures(arguments: argparse.Namespace) -> tuple[Figure, ...]:
    """Measure both languages."""
    most = FULL_QUESTIONS if arguments.full else QUESTIONS
    found: list[Figure] = []
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as spare:
        folders = _folders(Path(spare))
        for locale in ("en_us", "zh_cn"):
            made = trial(folders, locale, arguments.passages, most)
            found.extend(_measured(made) if made.questions else _without(made))
    return tuple(found)


def _folders(spare: Path) -> list[Path]:
    packs = sorted(p for p in _PACKS.glob("*") if (p / "config").is_dir())
    return packs or [write_book(spare / "generated")]


@dataclass(frozen=True, slots=True)
class _Run:
    """How one index did.

    Attributes:
        first, five: Share of questions whose answer came first, and among the first five.
    """

    build_s: float
    times_ms: tuple[float, ...]
    first: float
    five: float

    @property
    def p95_ms(self) -> float:
        return sorted(self.times_ms)[int(len(self.times_ms) * 0.95)]


def _measured(made: Trial) -> list[Figure]:
    ours = _run(_ours, made)
    theirs = (
        made if made.language == "en" else replace(made, passages=tuple(map(cut, made.passages)))
    )
    peers: dict[str, _Run | None] = {"FTS5": _run(fts5, theirs)}
    try:
        peers["bm25s"] = _run(bm25s, theirs)
    except ImportError:
        peers["bm25s"] = None
    known = [run for run in peers.values() if run is not None]
    goals = max(run.first for run in known), max(run.five for run in known)
    note = f"{len(made.passages)} passages, {made.real} of them a pack's own"
    found = [
        Figure(f"{made.language}: build", round(ours.build_s, 2), "s", BUILD_GOAL_S, note=note)
    ]
    found += _figures(made.language, ours, made, goals)
    for name, run in peers.items():
        label = f"{made.language}: {name}"
        if run is None:
            found.append(Figure(f"{label}: query p95", None, "ms", note=NOT_INSTALLED))
        else:
            found.append(Figure(f"{label}: build", round(run.build_s, 2), "s"))
            found += _figures(label, run, made, None)
    return [*found, *_trust(made)]


def _trust(made: Trial) -> list[Figure]:
    """How often something is found for what is written nowhere, and how often told as an answer."""
    index = KnowledgeIndex([Entry("", text) for text in made.absent.left])
    best = [index.search(question, 1) for question in made.absent.questions]
    note = f"{len(best)} questions, {len(made.absent.left)} passages"
    label = f"{made.language}: of what is written nowhere"
    if not best:
        return [Figure(f"{label}: told as an answer", None, "share", note="no such questions")]
    sure = sum(hit.coverage >= SURE for hits in best for hit in hits)
    return [
        Figure(f"{label}: told as an answer", round(sure / len(best), 4), "share", note=note),
        Figure(
            f"{label}: told as the nearest",
            round((sum(map(bool, best)) - sure) / len(best), 4),
            "share",
            note=note,
        ),
    ]


def _figures(label: str, run: _Run, made: Trial, goals: tuple[float, float] | None) -> list[Figure]:
    few = len(made.questions) < LEAST_QUESTIONS
    note = f"{len(made.questions)} questions" + (", fewer than a verdict needs" if few else "")
    first, five = goals or (None, None)
    goal_ms = QUERY_GOAL_MS if goals else None
    return [
        Figure(f"{label}: query p50", round(statistics.median(run.times_ms), 2), "ms"),
        Figure(f"{label}: query p95", round(run.p95_ms, 2), "ms", goal_ms),
        Figure(f"{label}: hit@1", round(run.first, 4), "share", first, "higher", note),
        Figure(f"{label}: hit@{BEST}", round(run.five, 4), "share", five, "higher", note),
    ]


def _run(build: Callable[[Sequence[str], str], Search], made: Trial) -> _Run:
    gc.collect()
    begun = time.perf_counter()
    search = build(made.passages, made.language)
    build_s = time.perf_counter() - begun
    times: list[float] = []
    first = five = 0
    for question, answer in made.questions:
        begun = time.perf_counter()
        places = search(question)
        times.append((time.perf_counter() - begun) * 1e3)
        first += places[:1] == [answer]
        five += answer in places[:BEST]
    count = len(made.questions)
    return _Run(build_s, tuple(times), first / count, five / count)


def _ours(passages: Sequence[str], _: str) -> Search:
    index = KnowledgeIndex([Entry("", text) for text in passages])
    return lambda question: [hit.place for hit in index.search(question, BEST)]


def _without(made: Trial) -> list[Figure]:
    note = "not measured: no texts in this language"
    return [Figure(f"{made.language}: query p95", None, "ms", QUERY_GOAL_MS, note=note)]
