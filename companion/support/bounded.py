"""Reading files that others may have put there: never more than allowed, never without an end."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path


def read_bounded(path: Path, most: int) -> bytes:
    """Read at most `most` bytes of an ordinary file; blocks on the disk.

    A pipe or a device is refused at once: reading one may wait for ever.

    Raises:
        FileNotFoundError: There is none.
        OSError: It is no ordinary file, or the disk refuses.
    """
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "is no ordinary file", str(path))
        return file.read(most)
