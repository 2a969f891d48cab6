"""Jars and packs as archives: what damage raises, and the archives inside an archive."""

from __future__ import annotations

import io
import logging
import zipfile
import zlib
from collections.abc import Iterator

logger = logging.getLogger(__name__)

DAMAGED_ARCHIVE = (
    *(OSError, zipfile.BadZipFile, zlib.error),
    *(NotImplementedError, RuntimeError, EOFError, ValueError),
)
"""What `zipfile` raises over archives that are broken, encrypted or strange."""

MOST_ENTRIES = 50_000
MOST_INNER_BYTES = 64 << 20
INNER = ("META-INF/jarjar/", "META-INF/jars/", "META-INF/versions/")
"""Where loaders keep jars inside a jar."""


def with_inner(archive: zipfile.ZipFile) -> Iterator[zipfile.ZipFile]:
    """The jars inside a jar, one level deep, then the jar itself: what comes later wins.

    An inner one that is damaged costs itself.
    """
    for entry in archive.infolist()[:MOST_ENTRIES]:
        if not (entry.filename.startswith(INNER) and entry.filename.endswith(".jar")):
            continue
        if entry.file_size > MOST_INNER_BYTES:
            logger.warning("%s is too large to be read", entry.filename)
            continue
        try:
            with zipfile.ZipFile(io.BytesIO(archive.read(entry))) as inner:
                yield inner
        except DAMAGED_ARCHIVE as error:
            logger.warning("%s inside a jar is damaged: %s", entry.filename, error)
    yield archive
