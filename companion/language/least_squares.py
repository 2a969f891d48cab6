"""Ridge regression on sparse vectors, by conjugate gradients."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float64]
Column = npt.NDArray[np.float64]

STEPS = 60
"""Most steps; a few dozen bring thousands of short texts near enough."""
LEAST_STEPS = 6
WORK = 150_000_000
"""Values times targets times steps that are worth it: about two seconds. Thousands of texts of a
hundred meanings get fewer steps, which tells them apart as well."""
NEAR_ENOUGH = 1e-3
"""Share of the first error at which it stops."""


class Rows:
    """Sparse rows, multiplied either way. Immutable; any thread."""

    def __init__(self, vectors: Sequence[Mapping[int, float]], columns: int) -> None:
        """Lay out.

        Args:
            vectors: Number of a column to its value.
            columns: How many columns there are.
        """
        self._rows = np.repeat(np.arange(len(vectors)), [len(vector) for vector in vectors])
        self._at = np.array([column for vector in vectors for column in vector], dtype=np.intp)
        self._values = np.array([v for vector in vectors for v in vector.values()], np.float64)
        self.count, self.columns, self.values = len(vectors), columns, len(self._values)
        self.squares = _sums(self._at, self._values**2, columns)

    def times(self, right: Column) -> Column:
        """These rows times a column with a value for each of their columns."""
        return _sums(self._rows, self._values * right[self._at], self.count)

    def transposed_times(self, right: Column) -> Column:
        """Their transpose times a column with a value for each row."""
        return _sums(self._at, self._values * right[self._rows], self.columns)


def _sums(places: npt.NDArray[np.intp], values: Column, count: int) -> Column:
    """The sum of the values for each of `count` places."""
    sums: Column = np.bincount(places, values, count).astype(np.float64, copy=False)
    return sums


def _dot(left: Column, right: Column) -> float:
    """The product of two columns, by one thread.

    A library's threads wait for each other where the processor is busy, for seconds in all.
    """
    return float(np.einsum("i,i->", left, right))


def ridge(rows: Rows, targets: Matrix, damping: float) -> Matrix:
    """The weights that come nearest to the targets and are small themselves.

    Args:
        rows: One a text.
        targets: A row a text, a column for each thing that is told.
        damping: How much the weights' size counts beside the error; above 0.

    Returns:
        A row for each column of `rows`, a column for each of `targets`.
    """
    found = np.zeros((rows.columns, targets.shape[1]))
    steps = min(STEPS, max(LEAST_STEPS, WORK // max(1, rows.values * targets.shape[1])))
    for number in range(targets.shape[1]):
        target = np.ascontiguousarray(targets[:, number])
        found[:, number] = _solved(rows, target, damping, steps)
    return found


def _solved(rows: Rows, target: Column, damping: float, steps: int) -> Column:
    """By conjugate gradients, each column scaled by its own size, which saves half of the steps."""
    scale = 1.0 / (rows.squares + damping)
    rest = rows.transposed_times(target)
    found, scaled = np.zeros_like(rest), rest * scale
    toward, size = scaled, _dot(rest, scaled)
    first = size
    for _ in range(steps):
        if size <= NEAR_ENOUGH**2 * first:
            break
        ahead = rows.transposed_times(rows.times(toward)) + damping * toward
        step = size / _dot(toward, ahead)
        found = found + step * toward
        rest = rest - step * ahead
        scaled = rest * scale
        before, size = size, _dot(rest, scaled)
        toward = scaled + size / before * toward
    return found
