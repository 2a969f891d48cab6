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
"""Share of the first error at which it stops, where nothing else is said."""


class Rows:
    """Sparse rows, multiplied either way. Immutable; any thread."""

    def __init__(self, vectors: Sequence[Mapping[int, float]], columns: int) -> None:
        """Lay out.

        Args:
            vectors: Number of a column to its value.
            columns: How many columns there are.
        """
        self._values = np.array([v for vector in vectors for v in vector.values()], np.float64)
        at = np.array([column for vector in vectors for column in vector], dtype=np.intp)
        rows = np.repeat(np.arange(len(vectors)), [len(vector) for vector in vectors])
        self.count, self.columns, self.values = len(vectors), columns, len(self._values)
        order = np.argsort(at, kind="stable")
        self._by_row = _Sums(rows, self.count)
        self._by_column = _Sums(at[order], columns)
        self._at, self._rows, self._across = at, rows[order], self._values[order]
        self.squares = self._by_column.of(self._across**2)

    def times(self, right: Column) -> Column:
        """These rows times a column with a value for each of their columns."""
        return self._by_row.of(self._values * right.take(self._at))

    def transposed_times(self, right: Column) -> Column:
        """Their transpose times a column with a value for each row."""
        return self._by_column.of(self._across * right.take(self._rows))


class _Sums:
    """Sums of runs of values, each for one of so many places."""

    def __init__(self, places: npt.NDArray[np.intp], count: int) -> None:
        """Find the runs; places ascend."""
        self._starts = np.flatnonzero(np.diff(places, prepend=-1))
        self._places = places[self._starts]
        self._count = count

    def of(self, values: Column) -> Column:
        """The sum for each place; 0 for one without a value."""
        sums = np.zeros(self._count)
        if len(values):
            sums[self._places] = np.add.reduceat(values, self._starts)
        return sums


def _dot(left: Column, right: Column) -> float:
    """The product of two columns, by one thread.

    A library's threads wait for each other where the processor is busy, for seconds in all.
    """
    return float(np.einsum("i,i->", left, right))


def ridge(rows: Rows, targets: Matrix, damping: float, near_enough: float = NEAR_ENOUGH) -> Matrix:
    """The weights that come nearest to the targets and are small themselves.

    Args:
        rows: One a text.
        targets: A row a text, a column for each thing that is told.
        damping: How much the weights' size counts beside the error; above 0.
        near_enough: Share of the first error at which it stops.

    Returns:
        A row for each column of `rows`, a column for each of `targets`.
    """
    found = np.zeros((rows.columns, targets.shape[1]))
    steps = min(STEPS, max(LEAST_STEPS, WORK // max(1, rows.values * targets.shape[1])))
    for number in range(targets.shape[1]):
        target = np.ascontiguousarray(targets[:, number])
        found[:, number] = _solved(rows, target, damping, steps, near_enough)
    return found


def _solved(rows: Rows, target: Column, damping: float, steps: int, near_enough: float) -> Column:
    """By conjugate gradients, each column scaled by its own size, which saves half of the steps."""
    scale = 1.0 / (rows.squares + damping)
    rest = rows.transposed_times(target)
    found, scaled = np.zeros_like(rest), rest * scale
    toward, size = scaled, _dot(rest, scaled)
    first = size
    for _ in range(steps):
        if size <= near_enough**2 * first:
            break
        ahead = rows.transposed_times(rows.times(toward)) + damping * toward
        step = size / _dot(toward, ahead)
        found = found + step * toward
        rest = rest - step * ahead
        scaled = rest * scale
        before, size = size, _dot(rest, scaled)
        toward = scaled + size / before * toward
    return found
