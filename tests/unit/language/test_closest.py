"""The nearest near example of each label is the one that comparing with all would find."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.language.closest import Closest
from companion.language.weights import Vector

LEAST = 0.6
WEIGHTS = st.floats(0.1, 5.0)
SPARSE = st.dictionaries(st.integers(0, 30), WEIGHTS, min_size=1, max_size=8)


def unit(vector: Vector) -> Vector:
    length = math.hypot(*vector.values())
    return {feature: weight / length for feature, weight in vector.items()}


def cosine(known: Vector, length: float, example: Vector) -> float:
    return sum(weight * example.get(feature, 0.0) for feature, weight in known.items()) / length


def compared_with_all(
    examples: list[Vector], labels: list[int], known: Vector, length: float
) -> dict[int, float]:
    best: dict[int, float] = {}
    for example, label in zip(examples, labels, strict=True):
        best[label] = max(best.get(label, 0.0), cosine(known, length, example))
    return best


@pytest.mark.behaviour("ROUTE-005")
@given(st.lists(st.tuples(SPARSE, st.integers(0, 3)), max_size=12), SPARSE, st.floats(1.0, 1.5))
def test_what_is_found_is_what_comparing_with_all_examples_finds(
    examples: list[tuple[Vector, int]], known: Vector, stretched: float
) -> None:
    vectors, labels = [unit(vector) for vector, _ in examples], [label for _, label in examples]
    length = math.hypot(*known.values()) * stretched
    found = Closest(vectors, labels, LEAST).labels(known, length)
    for label, near in compared_with_all(vectors, labels, known, length).items():
        if near > LEAST + 1e-9:
            assert found[label] == pytest.approx(near)
        elif near < LEAST - 1e-9:
            assert label not in found


def test_a_text_of_mostly_unknown_words_is_near_nothing() -> None:
    closest = Closest([unit({0: 1.0, 1: 1.0})], [0], LEAST)
    assert closest.labels({0: 1.0, 1: 1.0}, length=10.0) == {}


def test_without_examples_nothing_is_near() -> None:
    assert Closest([], [], LEAST).labels({0: 1.0}, length=1.0) == {}
