"""What is left to read after a crash: one file on this computer, sent nowhere.

Python's unhandled errors are written with their traceback, a crash of native code with the stacks
that `faulthandler` gives. Both go through the log's redaction and carry no words that were spoken:
a traceback has code, no values, and of an error only its type and our codes are written.
"""

from __future__ import annotations

import contextlib
import faulthandler
import logging
import platform
import sys
import threading
import traceback
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO

from companion import __version__
from companion.support.errors import CompanionError
from companion.support.logs import redact

logger = logging.getLogger(__name__)

REPORT = "crash.txt"
_NATIVE = "crash.native.txt"
MAX_BYTES = 256 << 10


@dataclass(frozen=True, slots=True)
class CrashReport:
    """A report that an earlier run left.

    Attributes:
        path: The file, for the player to open or to attach to a bug report.
        text: What it says.
    """

    path: Path
    text: str


class CrashKeeper:
    """Writes reports of this process into one folder, and finds those of the one before."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._native: IO[bytes] | None = None

    def left_by_last_run(self) -> CrashReport | None:
        """The report of an earlier run, if it crashed; call it before `watch`."""
        path = self._folder / REPORT
        self._keep_native(path)
        try:
            with path.open("rb") as file:
                text = file.read(MAX_BYTES).decode(errors="replace")
        except OSError:
            return None
        return CrashReport(path, text) if text.strip() else None

    def delete(self) -> None:
        """Forget the report."""
        with contextlib.suppress(OSError):
            (self._folder / REPORT).unlink(missing_ok=True)

    def watch(self) -> None:
        """From now on unhandled errors of all threads and crashes of native code are written."""
        sys.excepthook = self._on_error
        threading.excepthook = lambda args: self._on_thread_error(args)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._native = (self._folder / _NATIVE).open("wb")
        except OSError as error:
            logger.warning("a crash of native code will leave no report: %s", error)
            return
        faulthandler.enable(self._native)

    def end(self) -> None:
        """The process ends well: native code has left nothing."""
        sys.excepthook = sys.__excepthook__
        threading.excepthook = threading.__excepthook__
        if self._native is None:
            return
        faulthandler.disable()
        self._native.close()
        self._native = None
        with contextlib.suppress(OSError):
            (self._folder / _NATIVE).unlink(missing_ok=True)

    def write(self, error: BaseException) -> None:
        """Write the report of one error; the newest is kept."""
        text = f"{_circumstances()}\n{_told(error)}"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            (self._folder / REPORT).write_text(redact(text)[:MAX_BYTES], encoding="utf-8")
        except OSError as problem:
            logger.warning("no crash report was written: %s", problem)

    def _on_error(
        self, kind: type[BaseException], error: BaseException, _: TracebackType | None
    ) -> None:
        if not issubclass(kind, KeyboardInterrupt):
            logger.error("unhandled %s, see %s", kind.__name__, self._folder / REPORT)
            self.write(error)

    def _on_thread_error(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None and not isinstance(args.exc_value, SystemExit):
            self._on_error(args.exc_type, args.exc_value, args.exc_traceback)

    def _keep_native(self, report: Path) -> None:
        """Turn what `faulthandler` wrote in the last run into a report."""
        native = self._folder / _NATIVE
        with contextlib.suppress(OSError):
            stacks = native.read_bytes()[:MAX_BYTES].decode(errors="replace")
            if stacks.strip():
                report.write_text(redact(f"{_circumstances()}\n{stacks}"), encoding="utf-8")
            native.unlink()


def _circumstances() -> str:
    return (
        f"companion {__version__}, Python {platform.python_version()}, "
        f"{platform.system()} {platform.release()} {platform.machine()}"
    )


def _told(error: BaseException) -> str:
    """The stack with the error's type; messages may hold what a player said."""
    code = f": {error.failure}" if isinstance(error, CompanionError) else ""
    stack = "".join(traceback.format_tb(error.__traceback__))
    return f"{stack}{type(error).__name__}{code}\n"
