"""Ridge regression on sparse vectors, by conjugate gradients."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float64]

STEPS = 60
"""Most steps; a few dozen bring thousands of short texts near enough."""
MANY = 200_000
FEWER_STEPS = 15
"""Steps where the rows have more values than `MANY`: thousands of texts of a hundred meanings."""
NEAR_ENOUGH = 1e-3
"""Share of the first error at which it stops."""
AT_ONCE = 16
"""Columns of targets that are worked on at once, which bounds the memory."""


class Rows:
    """Sparse rows, multiplied either way. Immutable; any thread."""

    def __init__(self, vectors: Sequence[Mapping[int, float]], columns: int) -> None:
        """Lay out.

        Args:
            vectors: Number of a column to its value.
            columns: How many columns there are; each must have a value somewhere.
        """
        rows = np.repeat(np.arange(len(vectors)), [len(vector) for vector in vectors])
        at = np.array([column for vector in vectors for column in vector], dtype=np.intp)
        values = np.array([value for vector in vectors for value in vector.values()])
        self.columns, self.values = columns, len(values)
        self._by_row = _Sums(rows, at, values, len(vectors))
        self._by_column = _Sums(at, rows, values, columns)

    def times(self, right: Matrix) -> Matrix:
        """These rows times a matrix with a row for each column."""
        return self._by_row.of(right)

    def transposed_times(self, right: Matrix) -> Matrix:
        """Their transpose times a matrix with a row for each row."""
        return self._by_column.of(right)


class _Sums:
    """Sums of weighted rows of a matrix, one for each of `count` places."""

    def __init__(
        self,
        places: npt.NDArray[np.intp],
        sources: npt.NDArray[np.intp],
        values: Matrix,
        count: int,
    ) -> None:
        order = np.argsort(places, kind="stable")
        self._sources, self._values = sources[order], values[order][:, None]
        self._filled, self._starts = np.unique(places[order], return_index=True)
        self._count = count

    def of(self, matrix: Matrix) -> Matrix:
        sums = np.zeros((self._count, matrix.shape[1]))
        if len(self._starts):
            weighted = matrix[self._sources] * self._values
            sums[self._filled] = np.add.reduceat(weighted, self._starts, axis=0)
        return sums


def ridge(rows: Rows, targets: Matrix, damping: float) -> Matrix:
    """The weights that come nearest to the targets and are small themselves.

    Args:
        rows: One a text.
        targets: A row a text, a column for each thing that is told.
        damping: How much the weights' size counts beside the error; above 0.

    Returns:
        A row for each column of `rows`, a column for each of `targets`.
    """
    starts = range(0, targets.shape[1], AT_ONCE)
    parts = [_solved(rows, targets[:, start : start + AT_ONCE], damping) for start in starts]
    return np.concatenate(parts, axis=1) if parts else np.zeros((rows.columns, 0))


def _solved(rows: Rows, targets: Matrix, damping: float) -> Matrix:
    rest = rows.transposed_times(targets)
    found, toward = np.zeros_like(rest), rest
    square = first = (rest * rest).sum(axis=0)
    for _ in range(STEPS if rows.values <= MANY else FEWER_STEPS):
        if (square <= NEAR_ENOUGH**2 * first).all():
            break
        ahead = rows.transposed_times(rows.times(toward)) + damping * toward
        step = _shares(square, (toward * ahead).sum(axis=0))
        found = found + step * toward
        rest = rest - step * ahead
        before, square = square, (rest * rest).sum(axis=0)
        toward = rest + _shares(square, before) * toward
    return found


def _shares(parts: Matrix, wholes: Matrix) -> Matrix:
    """Part by whole, 0 where there is no whole."""
    return np.divide(parts, wholes, out=np.zeros_like(parts), where=wholes > 0)
