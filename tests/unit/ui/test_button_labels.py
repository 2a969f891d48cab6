"""Labels of buttons are as long as there is room for, in every script."""

from __future__ import annotations

import pytest

from companion.ui.cards.buttons import LONGEST_LABEL, shown_label


@pytest.mark.parametrize(
    ("label", "shown"),
    [
        pytest.param("Close", "Close", id="short"),
        pytest.param("a" * LONGEST_LABEL, "a" * LONGEST_LABEL, id="as long as may be"),
        pytest.param("a" * 99, "a" * (LONGEST_LABEL - 1) + "…", id="too long"),
        pytest.param("龙" * 24, "龙" * 24, id="Chinese letters are twice as wide"),
        pytest.param("龙" * 60, "龙" * 23 + "…", id="too long in Chinese"),
        pytest.param("Salt & Sand\n", "Salt && Sand", id="no shortcut and no second line"),
    ],
)
def test_a_label_ends_where_its_button_does(label: str, shown: str) -> None:
    assert shown_label(label) == shown
