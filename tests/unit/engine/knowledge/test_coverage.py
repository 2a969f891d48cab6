"""Which texts hold enough of a question is what looking at each of them would find."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.knowledge.coverage import Asked, Part

SIZE = 12
PARTS = st.lists(
    st.tuples(st.sets(st.integers(0, SIZE - 1), min_size=1), st.floats(0.1, 9.0)), max_size=6
)


def asked(parts: list[tuple[set[int], float]], lost: float) -> Asked:
    made = [Part(np.array(sorted(texts)), worth) for texts, worth in parts]
    return Asked(tuple(made), lost)


def looked_at(
    parts: list[tuple[set[int], float]], lost: float, least: float
) -> list[tuple[int, float]]:
    worth = sum(worth for _, worth in parts)
    whole = lost + worth if parts else 1.0
    shares = [sum(w for texts, w in parts if text in texts) / whole for text in range(SIZE)]
    return [(text, share) for text, share in enumerate(shares) if share >= least]


@pytest.mark.behaviour("GUIDE-012")
@given(PARTS, st.floats(0.0, 9.0), st.sampled_from([0.0, 0.25, 0.5, 0.9, 1.0]))
def test_the_texts_that_hold_enough_are_those_that_looking_at_each_finds(
    parts: list[tuple[set[int], float]], lost: float, least: float
) -> None:
    places, shares = asked(parts, lost).covered(least, SIZE)
    expected = looked_at(parts, lost, least)
    assert places.tolist() == [text for text, _ in expected]
    assert shares.tolist() == pytest.approx([share for _, share in expected])


def test_what_nobody_wrote_of_leaves_too_little_of_a_question() -> None:
    places, _ = asked([({1, 2}, 1.0)], lost=2.0).covered(0.5, SIZE)
    assert places.tolist() == []
