"""One asyncio loop on one thread: network and speech live there."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

from companion.support.errors import CompanionError

T = TypeVar("T")

logger = logging.getLogger(__name__)

_running: set[asyncio.Task[Any]] = set()  # asyncio itself holds tasks weakly


def spawn(coroutine: Coroutine[Any, Any, T], name: str) -> asyncio.Task[T]:
    """Start a task on the running loop, keep it alive and log what it raises."""
    task = asyncio.get_running_loop().create_task(coroutine, name=name)
    _running.add(task)
    task.add_done_callback(_finished)
    return task


def _finished(task: asyncio.Task[Any]) -> None:
    _running.discard(task)
    if not task.cancelled() and (error := task.exception()):
        _log_failure(f"task {task.get_name()}", error)


def _log_failure(what: str, error: BaseException) -> None:
    """Our own errors say all there is to say; others need the place they come from."""
    if isinstance(error, CompanionError):
        logger.warning("%s failed: %s", what, error)
    else:
        logger.error("%s failed", what, exc_info=error)


async def patiently(question: Callable[[], T], name: str) -> T:
    """Ask what may block for as long as a person pleases, on a daemon thread of its own.

    The threads of `asyncio.to_thread` are waited for when the loop and when the interpreter end;
    this one is not: a program can be closed while a keyring's window is still open.

    Args:
        question: Called on the thread; what it raises is raised here.
        name: Of the thread, for the log.
    """
    answer: Future[T] = Future()
    answer.set_running_or_notify_cancel()

    def ask() -> None:
        try:
            answer.set_result(question())
        except BaseException as error:  # noqa: BLE001 - belongs to whoever waits
            answer.set_exception(error)

    threading.Thread(target=ask, name=name, daemon=True).start()
    return await asyncio.wrap_future(answer)


class LoopThread:
    """Runs coroutines for threads that have no loop of their own.

    `start` and `stop` are called by the owner, `submit` by any thread.
    """

    def __init__(self, name: str = "io") -> None:
        self._thread = threading.Thread(target=self._run, name=name)
        self._ready = threading.Event()
        self._futures: set[Future[Any]] = set()
        self._loop: asyncio.AbstractEventLoop
        self._stopping: asyncio.Event

    def start(self) -> None:
        """Start the thread; returns once the loop runs."""
        self._thread.start()
        self._ready.wait()

    @property
    def is_running(self) -> bool:
        """Whether it was started and has not ended."""
        return self._thread.is_alive()

    def submit(self, coroutine: Coroutine[Any, Any, T]) -> Future[T]:
        """Schedule a coroutine and keep it alive until it ends; what it raises is logged.

        Once the loop has ended nothing is begun: the future is a cancelled one.
        """
        if self._loop.is_closed():
            coroutine.close()
            never: Future[T] = Future()
            never.cancel()
            return never
        future = asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        self._futures.add(future)
        future.add_done_callback(self._done)
        return future

    def stop(self, timeout_s: float = 5.0) -> None:
        """Cancel every task, close the loop and join the thread.

        Raises:
            TimeoutError: A task did not let itself be cancelled in time.
        """
        self._loop.call_soon_threadsafe(self._stopping.set)
        self._thread.join(timeout_s)
        if self._thread.is_alive():
            raise TimeoutError(f"thread {self._thread.name} still runs after {timeout_s} s")

    def _done(self, future: Future[Any]) -> None:
        self._futures.discard(future)
        if not future.cancelled() and (error := future.exception()):
            _log_failure(f"work on thread {self._thread.name}", error)

    def _run(self) -> None:
        asyncio.run(self._main())

    async def _main(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stopping = asyncio.Event()
        self._ready.set()
        await self._stopping.wait()
