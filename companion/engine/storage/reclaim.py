"""Making room in a log: the oldest entries that have ended go, those still needed never do."""

from __future__ import annotations

from collections.abc import Iterable

from companion.support.errors import Failure, StorageError


def reclaim(ended: Iterable[tuple[int, int]], entries: int, size: int) -> tuple[list[int], int]:
    """Choose what to give up.

    Args:
        ended: Row and bytes of entries that may go, oldest first; read only as far as needed.
        entries: How many must go at least.
        size: How many bytes must go at least.

    Returns:
        The rows to delete, and the bytes they free.

    Raises:
        StorageError: STORAGE_FULL; what is left is still needed (STORE-019).
    """
    rows: list[int] = []
    freed = 0
    if entries <= 0 and size <= 0:
        return rows, freed
    for row, row_bytes in ended:
        rows.append(row)
        freed += row_bytes
        if len(rows) >= entries and freed >= size:
            return rows, freed
    raise StorageError("the log holds nothing that has ended", Failure.STORAGE_FULL)
