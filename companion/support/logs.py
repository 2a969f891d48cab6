"""Where log lines go, and what never does: keys, tokens, words somebody spoke.

Modules keep words out by not logging them; the filter here is the second door, for keys that a
library or an error message carries.
"""

from __future__ import annotations

import logging
import re
import sys
from logging.handlers import RotatingFileHandler
from pathlib import Path

MAX_LOG_BYTES = 2 << 20
FORMAT = "%(asctime)s %(levelname)s %(threadName)s %(name)s: %(message)s"

_SECRET = re.compile(
    r"""(?ix)
    (?P<name> token | x-nls-token | authorization | signature | accesskey(?:id|secret)?
            | api[_-]?key )
    (?P<sign> ["']? \s* [=:] \s* ["']? (?: bearer \s+ )? | \s+ ' )
    (?P<value> [^\s"'&,;}]{6,} )
    | \b (?P<key> sk-[A-Za-z0-9_-]{8,} )
    """
)


def redact(text: str) -> str:
    """Replace what looks like a key or a token."""
    return _SECRET.sub(
        lambda m: "sk-***" if m["key"] else f"{m['name']}{m['sign']}***",
        text,
    )


class RedactingFormatter(logging.Formatter):
    """Formats a record whole, with its traceback, and then redacts it."""

    def format(self, record: logging.LogRecord) -> str:
        """The line as it is written."""
        return redact(super().format(record))


def log_to(level: int = logging.INFO, file: Path | None = None) -> None:
    """Send the log to stderr and, where given, to a rotating file of at most 2 x 2 MiB.

    Args:
        level: Lowest level of our own lines; libraries are heard from warning up.
        file: Its folder is made; a file that cannot be opened is left out with a warning.
    """
    handlers: list[logging.Handler] = []
    if sys.stderr is not None:  # a windowed program on Windows has none
        handlers.append(logging.StreamHandler())
    problem = ""
    if file is not None:
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            handlers.append(
                RotatingFileHandler(file, maxBytes=MAX_LOG_BYTES, backupCount=1, encoding="utf-8")
            )
        except OSError as error:
            problem = str(error)
    for handler in handlers:
        handler.setFormatter(RedactingFormatter(FORMAT))
    logging.basicConfig(level=logging.WARNING, handlers=handlers, force=True)
    logging.getLogger("companion").setLevel(level)
    if problem:
        logging.getLogger(__name__).warning("no log file: %s", problem)
