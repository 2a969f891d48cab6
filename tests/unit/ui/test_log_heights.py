"""Heights of a long log: measured where somebody looked, guessed elsewhere."""

from __future__ import annotations

import pytest

from companion.ui.log_heights import GUESS_PX, LogHeights

GAP, EDGE = 10, 20


def heights_of(*measured: int) -> LogHeights:
    heights = LogHeights(GAP, EDGE)
    heights.use(range(len(measured)))
    for entry, height in enumerate(measured):
        heights.measured(entry, height)
    return heights


def test_entries_stand_below_one_another_with_gaps_between() -> None:
    heights = heights_of(100, 50, 30)
    assert [heights.top(place) for place in range(3)] == [20, 130, 190]
    assert heights.total == 20 + 100 + 10 + 50 + 10 + 30 + 20


def test_a_log_without_entries_has_its_edges_and_shows_nothing() -> None:
    heights = LogHeights(GAP, EDGE)
    assert heights.total == 2 * EDGE
    assert not heights.between(0, 1000)


@pytest.mark.parametrize(
    ("top", "bottom", "seen"),
    [
        pytest.param(0, 1000, [0, 1, 2], id="all"),
        pytest.param(0, 20, [], id="above the first"),
        pytest.param(0, 21, [0], id="its first pixel"),
        pytest.param(119, 125, [0], id="the last pixel of one"),
        pytest.param(120, 130, [], id="a gap"),
        pytest.param(125, 191, [1, 2], id="from a gap into the next"),
        pytest.param(-500, 25, [0], id="from before the beginning"),
        pytest.param(220, 900, [], id="below the last"),
    ],
)
def test_what_is_between_two_heights_is_seen(top: int, bottom: int, seen: list[int]) -> None:
    assert list(heights_of(100, 50, 30).between(top, bottom)) == seen


def test_what_nobody_looked_at_is_guessed_from_what_was_measured() -> None:
    heights = heights_of(100, 200)
    heights.use([0, 1, 2])
    assert (heights.height(2), heights.is_measured(2)) == (150, False)


def test_the_very_first_guess_needs_no_measure() -> None:
    heights = LogHeights(GAP, EDGE)
    heights.use([7])
    assert heights.height(7) == GUESS_PX


def test_a_guess_that_was_wrong_moves_what_is_below() -> None:
    heights = heights_of(100, 50)
    heights.measured(0, 130)
    assert heights.top(1) == 160


def test_another_width_keeps_heights_as_guesses() -> None:
    heights = heights_of(100, 50)
    heights.doubt_all()
    assert not heights.is_measured(0)
    assert heights.top(1) == 130


def test_what_is_known_of_an_entry_stays_when_older_ones_go() -> None:
    heights = heights_of(100, 50, 30)
    heights.use([1, 2, 3])
    assert (heights.top(1), heights.is_measured(2)) == (80, True)


@pytest.mark.parametrize(("pixels", "place"), [(-9, 0), (0, 0), (125, 0), (130, 1), (9999, 2)])
def test_a_height_belongs_to_the_entry_that_covers_it_or_stands_above(
    pixels: int, place: int
) -> None:
    assert heights_of(100, 50, 30).place_at(pixels) == place
