"""A thread for one device: what a sound server holds up for ever holds up nothing else."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

Job = tuple[Future[Any], Callable[[], Any]]


class DeviceThread:
    """Calls functions one after the other on a daemon thread of its own. Any thread may submit.

    The threads of `concurrent.futures` are waited for when the interpreter ends, this one is not:
    a program can be closed while PulseAudio hangs.
    """

    def __init__(self, name: str) -> None:
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    def submit(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have a function called after those before it."""
        future: Future[T] = Future()
        self._jobs.put((future, lambda: function(*args, **kwargs)))
        return future

    def end(self) -> None:
        """End the thread once it has done what was submitted before."""
        self._jobs.put(None)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            future, call = job
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(call())
            except BaseException as error:  # noqa: BLE001 - belongs to whoever waits
                future.set_exception(error)
