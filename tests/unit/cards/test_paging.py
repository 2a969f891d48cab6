"""Pages of a list."""

from __future__ import annotations

import pytest

from companion.cards.paging import Page, page_of
from companion.cards.view_state import CardViewState


@pytest.mark.parametrize(
    ("rows", "size", "wanted", "expected"),
    [
        (0, 5, 0, Page(0, 1, 0, 0)),
        (5, 5, 0, Page(0, 1, 0, 5)),
        (6, 5, 1, Page(1, 2, 5, 6)),
        (23, 10, 2, Page(2, 3, 20, 23)),
        (6, 5, 9, Page(1, 2, 5, 6)),
        (6, 5, -1, Page(0, 2, 0, 5)),
    ],
)
def test_the_nearest_page_that_exists_is_shown(
    rows: int, size: int, wanted: int, expected: Page
) -> None:
    assert page_of(rows, size, wanted) == expected


def test_a_view_never_stands_before_the_first_page() -> None:
    assert CardViewState(3).on_page(-2) == CardViewState(0)
