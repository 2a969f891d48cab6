"""What labels' examples have in common: ridge regression, and pieces of words."""

from __future__ import annotations

import numpy as np
import pytest

from companion.language import least_squares, prototypes
from companion.language.least_squares import Rows, ridge
from companion.language.pieces import Pieces
from companion.language.prototypes import Prototypes

VECTORS = [{0: 0.8, 1: 0.6}, {0: 0.6, 2: 0.8}, {1: 1.0}, {2: 0.6, 1: 0.8}]


def dense() -> np.ndarray:
    return np.array([[vector.get(n, 0.0) for n in range(3)] for vector in VECTORS])


def test_rows_are_multiplied_either_way() -> None:
    rows, right = Rows(VECTORS, 3), np.arange(4.0)
    assert rows.times(np.arange(3.0)) == pytest.approx(dense() @ np.arange(3.0))
    assert rows.transposed_times(right) == pytest.approx(dense().T @ right)


@pytest.mark.parametrize("columns", [1, 2, 7], ids=str)
def test_the_weights_are_those_of_the_normal_equations(columns: int) -> None:
    targets = np.eye(4, columns)
    exact = np.linalg.solve(dense().T @ dense() + 0.3 * np.eye(3), dense().T @ targets)
    assert ridge(Rows(VECTORS, 3), targets, 0.3) == pytest.approx(exact, abs=2e-3)


def test_with_many_labels_fewer_steps_still_tell_them_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(least_squares, "WORK", 0)
    vectors = [{n % 8: 0.8, 8 + n: 0.6} for n in range(24)]
    targets = np.eye(8)[[n % 8 for n in range(24)]]
    weights = ridge(Rows(vectors, 32), targets, 0.3)
    assert weights[:8].argmax(axis=0).tolist() == list(range(8))


def test_hundreds_of_examples_say_what_some_dozens_say(monkeypatch: pytest.MonkeyPatch) -> None:
    vectors, labels = [{n % 2: 1.0} for n in range(200)], [n % 2 for n in range(200)]
    whole = Prototypes(vectors, labels).similarities({0: 1.0}, 1.0)
    monkeypatch.setattr(prototypes, "MOST_VALUES", 40)
    assert Prototypes(vectors, labels).similarities({0: 1.0}, 1.0) == pytest.approx(whole, abs=0.05)


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
