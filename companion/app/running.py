"""The way into a companion that runs already: one socket of this user, one word at a time.

A second start raises the first window instead of opening another, and `companion talk` reaches the
talk key of desktops that cannot tell us their keys.
"""

from __future__ import annotations

import contextlib
import getpass
import hashlib
import logging
import os
import sys
import threading
from collections.abc import Callable
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, Connection, Listener
from pathlib import Path

from companion.support.paths import config_folder

logger = logging.getLogger(__name__)

RAISE = "raise"
WORDS = frozenset({RAISE, "talk down", "talk up", "talk toggle"})
"""All that can be said; anything else is not answered."""
MAX_BYTES = 64
ANSWER_S = 3.0
"""A companion that does not answer within this hangs or is ending."""
_YES = b"yes"


def address() -> str:
    """Where the companion of this user and this configuration folder listens.

    Raises:
        OSError: The folder for it belongs to somebody else.
    """
    named = f"{getpass.getuser()}\0{config_folder().absolute()}"
    mark = hashlib.sha256(named.encode()).hexdigest()[:16]
    if sys.platform == "win32":
        return rf"\\.\pipe\companion-{mark}"
    return str(_own_folder() / f"{mark}.sock")


def tell(word: str) -> bool:
    """Say a word to the companion that runs.

    Returns:
        Whether one took it.
    """
    try:
        with Client(address()) as connection:
            connection.send_bytes(word.encode())
            return connection.poll(ANSWER_S) and connection.recv_bytes(MAX_BYTES) == _YES
    except (OSError, EOFError, AuthenticationError):
        return False


class Door:
    """Listens for words on its own thread, `door`, where `on_word` is called.

    Args:
        on_word: Told each word of `WORDS`; must return at once.
    """

    def __init__(self, on_word: Callable[[str], None]) -> None:
        self._on_word = on_word
        self._ending = threading.Event()
        self._listener: Listener | None = None
        self._thread: threading.Thread | None = None

    def open(self) -> bool:
        """Begin to listen.

        Returns:
            False when that cannot be; the companion goes on without.
        """
        try:
            self._listener = _listener(address())
        except OSError as error:
            logger.warning("nobody can reach this companion from outside: %s", error)
            return False
        self._thread = threading.Thread(target=self._run, name="door", daemon=True)
        self._thread.start()
        return True

    def close(self) -> None:
        """Listen no more. Safe to call twice."""
        self._ending.set()
        if self._listener is None or self._thread is None:
            return
        tell("")  # wakes the thread: closing a socket does not
        self._thread.join(ANSWER_S)
        self._listener.close()
        self._listener = None

    def _run(self) -> None:
        assert self._listener is not None
        while not self._ending.is_set():
            try:
                with self._listener.accept() as connection:
                    self._answer(connection)
            except (OSError, EOFError, AuthenticationError) as error:
                logger.debug("somebody left in mid-word: %s", error)

    def _answer(self, connection: Connection) -> None:
        if self._ending.is_set() or not connection.poll(ANSWER_S):
            return
        word = connection.recv_bytes(MAX_BYTES).decode(errors="replace")
        if word in WORDS:
            self._on_word(word)
            connection.send_bytes(_YES)


def _listener(place: str) -> Listener:
    """Take the place; one that a dead companion left behind is taken over."""
    if sys.platform != "win32":
        with contextlib.suppress(FileNotFoundError):
            os.unlink(place)
    return Listener(place)


def _own_folder() -> Path:
    """A folder that nobody else can write into, short enough for the name of a socket."""
    if chosen := os.environ.get("XDG_RUNTIME_DIR"):
        base = Path(chosen)
    else:
        import tempfile  # few need it, and it is slow to import

        base = Path(tempfile.gettempdir())
    folder = base / f"companion-{os.getuid()}"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    facts = folder.lstat()
    if facts.st_uid != os.getuid() or facts.st_mode & 0o077:
        raise PermissionError(f"{folder} is open to others")
    return folder
