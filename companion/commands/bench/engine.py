"""Bench: a served engine with a thousand companions, and the store beneath it.

The engine runs in a process of its own, the companions in another: on two cores each has one.
Requests come at random moments, 500 a second in the mean; a refusal, an error and an answer that
does not come count as a wait of five seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from companion.commands.bench import store
from companion.commands.bench.engine_descriptors import raise_limit
from companion.commands.bench.engine_load import Crowd, Load
from companion.commands.bench.engine_served import MEMORY, NOTICE, STOP, serve
from companion.commands.bench.figure import Figure

CLIENTS = 1_000
PER_S = 500.0
SECONDS, FULL_SECONDS = 12.0, 60.0
WARM_UP_S = 2.0
QUIET_S = 2.0
"""How long companions are idle before memory is looked at."""
NOTICES, FULL_NOTICES = 10, 50
BETWEEN_NOTICES_S = 0.2
START_S = 30.0
COMMAND_GOAL_MS = 20.0
NOTICE_GOAL_MS = 150.0
MEMORY_GOAL_KIB = 60.0
SEED = 1


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured.

    Attributes:
        client_kib: Of one idle companion in the engine; None where it cannot be asked.
        notices_ms: Of each notice, until the last companion had read it.
    """

    client_kib: float | None
    load: Load
    notices_ms: list[float]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    store.add_arguments(parser)
    parser.add_argument("--clients", type=int, default=CLIENTS, help=f"default {CLIENTS}")
    parser.add_argument("--seconds", type=float, default=0.0, help=f"of load; default {SECONDS:g}")


def figures(arguments: argparse.Namespace) -> tuple[Figure, ...]:
    """Measure the engine under load, then the store alone."""
    return (*_engine(arguments), *store.figures(arguments))


def _engine(arguments: argparse.Namespace) -> tuple[Figure, ...]:
    clients = arguments.clients
    if not raise_limit(clients):
        return _summary(clients, f"this system lets no process have {clients} connections")
    try:
        with (
            tempfile.TemporaryDirectory(prefix="companion-", dir=arguments.folder) as folder,
            _process(Path(folder), clients) as (pipe, port, tokens),
        ):
            measured = asyncio.run(_measure(arguments, pipe, port, tokens))
    except (OSError, EOFError, TimeoutError) as error:
        return _summary(clients, f"the companions were not all served: {type(error).__name__}")
    return _summary(clients, measured)


@contextmanager
def _process(folder: Path, clients: int) -> Iterator[tuple[Connection, int, list[str]]]:
    """The engine's process; gives its pipe, its port and the tokens of its players."""
    spawning = multiprocessing.get_context("spawn")
    pipe, theirs = spawning.Pipe()
    process = spawning.Process(target=serve, args=(theirs, folder, clients), daemon=True)
    process.start()
    theirs.close()
    try:
        if not pipe.poll(START_S):
            raise TimeoutError
        port, tokens = pipe.recv()
        yield pipe, port, tokens
        pipe.send(STOP)
        process.join(START_S)
    finally:
        if process.is_alive():
            process.kill()
        process.join()


async def _measure(
    arguments: argparse.Namespace, pipe: Connection, port: int, tokens: list[str]
) -> Measured:
    full = arguments.full
    seconds = arguments.seconds or (FULL_SECONDS if full else SECONDS)
    crowd = Crowd()
    try:
        before = await _memory(pipe)
        await crowd.connect(port, tokens)
        await asyncio.sleep(QUIET_S)
        after = await _memory(pipe)
        await crowd.load(PER_S, WARM_UP_S, SEED)
        load = await crowd.load(PER_S, seconds, SEED + 1)
        notices = []
        for _ in range(FULL_NOTICES if full else NOTICES):
            notices.append(await crowd.read_by_all(lambda: pipe.send(NOTICE)))
            await asyncio.sleep(BETWEEN_NOTICES_S)
    finally:
        crowd.close()
    kib = None if before is None or after is None else (after - before) / 1024 / len(tokens)
    return Measured(kib, load, notices)


async def _memory(pipe: Connection) -> int | None:
    pipe.send(MEMORY)
    found: int | None = await asyncio.to_thread(pipe.recv)
    return found


def _summary(clients: int, measured: Measured | str) -> tuple[Figure, ...]:
    """The figures; `not measured` with the reason where there is one."""
    why = f"not measured: {measured}" if isinstance(measured, str) else ""
    found = Measured(None, Load(), []) if isinstance(measured, str) else measured
    waits, notices = sorted(found.load.waits_ms), sorted(found.notices_ms)
    about = why or f"{PER_S:.0f} requests a second, {clients} companions, {len(waits)} requests"
    no_memory = why or ("not measured: this system does not tell" * (found.client_kib is None))
    misses = dict(Counter(found.load.misses))
    return (
        Figure("engine: command, p50", _of(waits, 0.50), "ms", note=about),
        Figure("engine: command, p99", _of(waits, 0.99), "ms", COMMAND_GOAL_MS, note=about),
        Figure("engine: command, longest", _of(waits, 1.0), "ms", note=why),
        Figure(
            "engine: commands missed",
            len(found.load.misses) if waits else None,
            "requests",
            note=why or ", ".join(f"{code}: {count}" for code, count in misses.items()),
        ),
        Figure("engine: notice read by all, median", _of(notices, 0.50), "ms", note=why),
        Figure("engine: notice read by all", _of(notices, 1.0), "ms", NOTICE_GOAL_MS, note=why),
        Figure(
            "engine: memory of an idle companion",
            None if found.client_kib is None else round(found.client_kib, 1),
            "KiB",
            MEMORY_GOAL_KIB,
            note=no_memory,
        ),
    )


def _of(ordered: list[float], share: float) -> float | None:
    """The value that this share of the values does not exceed."""
    if not ordered:
        return None
    return round(ordered[min(len(ordered) - 1, int(len(ordered) * share))], 2)
