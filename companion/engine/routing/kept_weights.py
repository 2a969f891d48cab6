"""Weights of example sentences kept from one start to the next: they take most of an index's time.

A file in the cache folder is named by what the weights were worked out from, so that no old one can
be taken for a new one; whatever is wrong with it, they are worked out again.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.lib import format  # noqa: A004 - NumPy's name of the format of its files

from companion.language.least_squares import Matrix
from companion.support.atomic import write_atomically
from companion.support.paths import cache_folder

logger = logging.getLogger(__name__)

FOLDER = "routing"
ENDING = ".npy"
MOST_KEPT = 8
"""Two a set of examples, one a language; a server of another one has its own."""


def kept_weights(key: str, shape: tuple[int, int], make: Callable[[], Matrix]) -> Matrix:
    """Weights from the cache folder, else made and kept there; blocks on the disk.

    Args:
        key: Says what they are made from; letters and digits.
        shape: Their rows and columns.
        make: Works them out.
    """
    path = cache_folder() / FOLDER / f"{key}{ENDING}"
    found = _read(path, shape)
    if found is not None:
        return found
    made = make()
    _keep(path, made)
    return made


def _read(path: Path, shape: tuple[int, int]) -> Matrix | None:
    try:
        found = format.read_array(io.BytesIO(path.read_bytes()), allow_pickle=False)
    except (OSError, ValueError, EOFError):
        return None
    fits = found.dtype == np.float64 and found.shape == shape
    return found if fits and np.isfinite(found).all() else None


def _keep(path: Path, weights: Matrix) -> None:
    """Keep them, and forget all but the newest few."""
    written = io.BytesIO()
    format.write_array(written, weights, allow_pickle=False)
    try:
        write_atomically(path, written.getvalue())
        kept = sorted(path.parent.glob(f"*{ENDING}"), key=lambda one: one.stat().st_mtime_ns)
        for old in kept[:-MOST_KEPT]:
            old.unlink(missing_ok=True)
    except OSError as error:
        logger.debug("weights are not kept for the next start: %s", error)
