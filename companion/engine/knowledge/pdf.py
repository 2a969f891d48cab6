"""Text of PDF files, page by page, within bounds."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.engine.knowledge.faults import DocumentError, Fault

MOST_PAGES = 2_000
MOST_SECONDS = 30.0
"""For one file; looked at after each page."""

logging.getLogger("pypdf").setLevel(logging.ERROR)


def pages(path: Path, now: Callable[[], float]) -> Iterator[tuple[int, str]]:
    """Read a file's pages; number from 1, and text.

    Args:
        path: The file.
        now: Monotonic seconds.

    Raises:
        DocumentError: DAMAGED, LOCKED or TOO_LONG.
        OSError: It cannot be read.
    """
    from pypdf import PdfReader  # here, since it is slow to import

    begun = now()
    try:
        reader = PdfReader(path, strict=False)
        if reader.is_encrypted and not reader.decrypt(""):
            raise DocumentError(Fault.LOCKED)
        for number, page in enumerate(reader.pages, 1):
            if number > MOST_PAGES or now() - begun > MOST_SECONDS:
                raise DocumentError(Fault.TOO_LONG)
            yield number, page.extract_text()
    except (OSError, DocumentError):
        raise
    except Exception as error:
        raise DocumentError(Fault.DAMAGED, type(error).__name__) from error
