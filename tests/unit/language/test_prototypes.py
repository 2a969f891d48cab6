"""What labels' examples have in common: ridge regression, and pieces of words."""

from __future__ import annotations

import numpy as np
import pytest

from companion.language.least_squares import AT_ONCE, Rows, ridge
from companion.language.pieces import Pieces
from companion.language.prototypes import Prototypes

VECTORS = [{0: 0.8, 1: 0.6}, {0: 0.6, 2: 0.8}, {1: 1.0}, {2: 0.6, 1: 0.8}]


def dense() -> np.ndarray:
    return np.array([[vector.get(n, 0.0) for n in range(3)] for vector in VECTORS])


def test_rows_are_multiplied_either_way() -> None:
    rows, right = Rows(VECTORS, 3), np.arange(12.0).reshape(4, 3)
    assert rows.times(np.eye(3)) == pytest.approx(dense())
    assert rows.transposed_times(right) == pytest.approx(dense().T @ right)


@pytest.mark.parametrize("columns", [1, 2, AT_ONCE, AT_ONCE + 3], ids=str)
def test_the_weights_are_those_of_the_normal_equations(columns: int) -> None:
    targets = np.eye(4, columns)
    exact = np.linalg.solve(dense().T @ dense() + 0.3 * np.eye(3), dense().T @ targets)
    assert ridge(Rows(VECTORS, 3), targets, 0.3) == pytest.approx(exact, abs=2e-3)


def test_no_rows_and_no_targets_are_no_crash() -> None:
    assert ridge(Rows([], 0), np.zeros((0, 0)), 0.3).shape == (0, 0)
    assert ridge(Rows([{}, {0: 1.0}], 2), np.zeros((2, 1)), 0.3) == pytest.approx(np.zeros((2, 1)))


def test_a_word_that_all_labels_have_says_little() -> None:
    told = Prototypes([{0: 0.7, 1: 0.7}, {0: 0.7, 2: 0.7}], [0, 1])
    first, second = told.similarities({0: 1.0}, 1.0)
    own, other = told.similarities({1: 1.0}, 1.0)
    assert first == pytest.approx(second)
    assert own > first > other


def test_less_is_asked_where_the_examples_of_a_label_are_unlike() -> None:
    alike = Prototypes([{0: 1.0}, {0: 1.0}, {1: 1.0}, {1: 1.0}], [0, 0, 1, 1])
    unlike = Prototypes([{0: 1.0}, {1: 1.0}, {2: 1.0}, {3: 1.0}], [0, 0, 1, 1])
    loose = Prototypes([{0: 1.0}, {0: 1.0}, {2: 1.0}, {3: 1.0}], [0, 0, 1, 1], loose=frozenset({1}))
    assert unlike.similarities({0: 1.0}, 1.0)[0] > alike.similarities({0: 1.0}, 1.0)[0]
    assert loose.similarities({0: 1.0}, 1.0)[0] == pytest.approx(
        alike.similarities({0: 1.0}, 1.0)[0]
    )


def test_forms_of_one_word_share_most_of_their_pieces() -> None:
    pieces = Pieces([("transfer",), ("balance",)], 10)
    known, length = pieces.added({}, 0.0, ("transferred",))
    other, _ = pieces.added({}, 0.0, ("balance",))
    assert set(pieces.added({}, 0.0, ("transfer",))[0]) & set(known) == set(known)
    assert (set(other) & set(known), length > 0.0, min(known) >= 10) == (set(), True, True)


def test_syllables_and_slots_have_no_pieces() -> None:
    pieces = Pieces([("~ren", "~wu"), ("open", "{name}")], 0)
    assert pieces.added({3: 1.0}, 1.0, ("~ren", "{name}")) == ({3: 1.0}, 1.0)
