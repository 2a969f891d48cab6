"""A styled line as plain characters: breaks are spaces, and every letter keeps its place."""

from __future__ import annotations

import pytest

from companion.cards.view import Span
from companion.ui.type_setting import plain_of


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("a\rb", "a b", id="a lone return"),
        pytest.param("a\r\nb", "a  b", id="two signs are two places"),
        pytest.param("a\u2028b\n", "a b", id="a separator, and a break at the end"),
        pytest.param("\r", "", id="nothing but a break"),
        pytest.param("石器 时代", "石器 时代", id="no break"),
    ],
)
def test_a_break_within_a_line_is_a_space(text: str, shown: str) -> None:
    assert plain_of((Span(text),)) == shown
