"""`companion bench routing`: what local matching routes, how much of it is right, and how fast.

Without `--data` it takes the labelled sentences of a checkout. scikit-learn's TF-IDF with cosine
runs beside it over the same texts, at the threshold at which it routes as many; it comes with the
extra `bench`.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from companion.commands.bench.figure import Figure
from companion.commands.bench.routing_data import (
    OUT_OF_SCOPE,
    SHIPPED,
    Half,
    Labelled,
    LabelledSet,
    read_set,
)
from companion.commands.bench.routing_peer import Peer
from companion.engine.config.semantic import SemanticConfig
from companion.engine.registry import MODULES
from companion.engine.routing.examples import ExampleFile, load_examples, sentences_of
from companion.engine.routing.labelled import LabelledRouter
from companion.engine.routing.local import LocalRouter, Thresholds
from companion.engine.routing.route import routes_of

ROUTED_GOAL, RIGHT_GOAL, FALSE_GOAL = 0.55, 0.97, 0.02
P95_GOAL_US = 150.0
FASTER_GOAL = 5.0
REPEATS = 5
MOST_TIMED = 300
TIMED_EXAMPLES = 500
"""How many examples the goal of the time is for."""
NOT_INSTALLED = "not measured: scikit-learn is not installed (extra `bench`)"

Guess = tuple[str, float]
"""Label and how sure; "" for a text that is not routed."""
Router = Callable[[str], str]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--data", type=Path, metavar="FILE", help="labelled sentences (JSON)")
    parser.add_argument(
        "--half",
        type=Half,
        choices=tuple(Half),
        default=Half.ALL,
        help="which sentences of `test`: all, those for tuning, those held out",
    )


def figures(arguments: argparse.Namespace) -> tuple[Figure, ...]:
    """Measure each set."""
    files = [arguments.data] if arguments.data else sorted(SHIPPED.glob("*.json"))
    if not files:
        return (Figure("routed", None, "share", note="not measured: no labelled data; --data"),)
    found: list[Figure] = []
    for file in files:
        try:
            labelled = read_set(file, arguments.half)
        except ValueError as error:
            sys.exit(f"companion bench routing: {file}: {error}")
        found.extend(_measured(labelled))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Quality:
    """Shares, each 0 to 1; None where there is nothing to share out."""

    routed: float | None
    right: float | None
    false: float | None


def quality(labelled: Iterable[Labelled], guesses: Iterable[str]) -> Quality:
    """Judge guesses; "" is not routed."""
    pairs = list(zip((label for _, label in labelled), guesses, strict=True))
    inside = [(label, guess) for label, guess in pairs if label != OUT_OF_SCOPE]
    outside = [guess for label, guess in pairs if label == OUT_OF_SCOPE]
    routed = [(label, guess) for label, guess in inside if guess]
    return Quality(
        _share(len(routed), len(inside)),
        _share(sum(label == guess for label, guess in routed), len(routed)),
        _share(sum(map(bool, outside)), len(outside)),
    )


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _measured(labelled: LabelledSet) -> list[Figure]:
    name = labelled.name
    router, train = _router(labelled)
    labelled, left_out = _without_examples(labelled, train)
    guesses = [router(text) for text, _ in labelled.test]
    ours = quality(labelled.test, guesses)
    texts = [text for text, _ in labelled.test][:MOST_TIMED]
    times = _times_us(router, texts)
    size = f"{len(labelled.test)} sentences, {len(train)} examples"
    if left_out:
        size += f"; {left_out} sentences that are examples themselves are left out"
    return [
        *_quality_figures(name, ours, size, with_goals=True),
        *_time_figures(name, times, P95_GOAL_US if len(train) <= TIMED_EXAMPLES else None),
        *_fewer(labelled, len(train), texts),
        *_peer_figures(labelled, train, ours, times),
    ]


def _fewer(labelled: LabelledSet, count: int, texts: Sequence[str]) -> list[Figure]:
    """The time with as many of the shipped examples as the goal is for."""
    if labelled.train or count <= TIMED_EXAMPLES:
        return []
    step = math.ceil(count / TIMED_EXAMPLES)
    router, train = _shipped(SemanticConfig(), step)
    times = _times_us(router, texts)
    return _time_figures(f"{labelled.name}: {len(train)} examples", times, P95_GOAL_US)


def _without_examples(labelled: LabelledSet, train: Sequence[Labelled]) -> tuple[LabelledSet, int]:
    """A set without what the shipped sentences hold word for word; a set with `train` as it is."""
    if labelled.train:
        return labelled, 0
    examples = {text.casefold() for text, _ in train}
    test = tuple(row for row in labelled.test if row[0].casefold() not in examples)
    return replace(labelled, test=test), len(labelled.test) - len(test)


def _router(labelled: LabelledSet) -> tuple[Router, Sequence[Labelled]]:
    """Text to label by the default thresholds, and the examples it goes by."""
    thresholds = SemanticConfig()
    if not labelled.train:
        return _shipped(thresholds)
    plain = LabelledRouter(labelled.train, load_examples(), frozenset({OUT_OF_SCOPE}))
    return (lambda text: plain.label(text, thresholds)), labelled.train


def _shipped(thresholds: Thresholds, step: int = 1) -> tuple[Router, Sequence[Labelled]]:
    """The shipped sentences, or each so manieth of them."""
    files = tuple(_thinned(file, step) for file in load_examples())
    routes = routes_of((action for module in MODULES for action in module.actions), files)
    local = LocalRouter(routes, sentences_of(files))

    def route(text: str) -> str:
        found = local.match(text, thresholds)
        return found.action.action if found.action and found.doubt is None else ""

    examples = [(s, r.action) for r in routes for s in r.profile.sentences()]
    return route, examples + [(s, OUT_OF_SCOPE) for file in files for s in file.rejected]


def _thinned(file: ExampleFile, step: int) -> ExampleFile:
    examples = {action: sentences[::step] for action, sentences in file.examples.items()}
    return msgspec.structs.replace(file, examples=examples, rejected=file.rejected[::step])


def _quality_figures(name: str, found: Quality, note: str, *, with_goals: bool) -> list[Figure]:
    goals = (ROUTED_GOAL, RIGHT_GOAL, FALSE_GOAL) if with_goals else (None, None, None)
    return [
        Figure(f"{name}: routed", _rounded(found.routed), "share", goals[0], "higher", note),
        Figure(f"{name}: right of routed", _rounded(found.right), "share", goals[1], "higher"),
        Figure(f"{name}: false routes on oos", _rounded(found.false), "share", goals[2]),
    ]


def _time_figures(name: str, times: Sequence[float], goal: float | None) -> list[Figure]:
    if not times:
        return [Figure(f"{name}: query p95", None, "us", goal, note="not measured: no sentence")]
    return [
        Figure(f"{name}: query p50", round(statistics.median(times), 1), "us"),
        Figure(f"{name}: query p95", round(_p95(times), 1), "us", goal),
    ]


def _peer_figures(
    labelled: LabelledSet, train: Sequence[Labelled], ours: Quality, times: Sequence[float]
) -> list[Figure]:
    name = f"{labelled.name}: scikit-learn"
    try:
        peer = Peer(train)
    except ImportError:
        return [Figure(f"{name} query p95", None, "us", note=NOT_INSTALLED)]
    best = [peer.best(text) for text, _ in labelled.test]
    found = quality(labelled.test, _at_share(labelled.test, best, ours.routed or 0.0))
    peers = _times_us(peer.best, [text for text, _ in labelled.test][:MOST_TIMED])
    found_figures = _quality_figures(name, found, "at the share we route", with_goals=False)
    if not times or not peers:
        return found_figures
    faster = statistics.median(peers) / statistics.median(times)
    return [
        *found_figures,
        *_time_figures(name, peers, None),
        Figure(f"{labelled.name}: times faster", round(faster, 1), "x", FASTER_GOAL, "higher"),
    ]


def _at_share(labelled: Sequence[Labelled], best: Sequence[Guess], share: float) -> list[str]:
    """The peer's guesses at the cosine at which it routes this share of what is in scope."""
    inside = sorted(
        (sure for (_, label), (guess, sure) in zip(labelled, best, strict=True)
         if label != OUT_OF_SCOPE and guess != OUT_OF_SCOPE),
        reverse=True,
    )  # fmt: skip
    count = round(share * sum(label != OUT_OF_SCOPE for _, label in labelled))
    least = inside[min(count, len(inside)) - 1] if inside and count else 2.0
    return [guess if sure >= least and guess != OUT_OF_SCOPE else "" for guess, sure in best]


def _times_us(work: Callable[[str], object], texts: Sequence[str]) -> list[float]:
    """Microseconds of each text, the middle of a few runs."""
    return [statistics.median(_time_us(work, text) for _ in range(REPEATS)) for text in texts]


def _time_us(work: Callable[[str], object], text: str) -> float:
    start = time.perf_counter_ns()
    work(text)
    return (time.perf_counter_ns() - start) / 1e3


def _p95(values: Sequence[float]) -> float:
    return sorted(values)[min(len(values) - 1, round(0.95 * (len(values) - 1)))]


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
