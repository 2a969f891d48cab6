"""The words of HTML, however it is written, in a time that grows with its length only."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.language.html_text import html_text

MANY = 300_000


def lines(source: str, most: int = 10_000) -> list[str]:
    return [line.strip() for line in html_text(source, most)[1].split("\n") if line.strip()]


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("<p>Eggs <b>hatch</b>.<p>Near lava.", ["Eggs hatch.", "Near lava."]),
        ("a<br/>b<hr>c", ["a", "b", "c"]),
        ("<table><tr><td>1<td>2<tr><td>3</table>", ["1 2", "3"]),
        ("<script>if (a<b) '</p>'</script>x", ["x"]),
        ("<SCRIPT>evil</SCRIPT >x", ["x"]),
        ("<style>p > a {}</style>x<!-- <p>hidden</p> -->y", ["xy"]),
        ("<nav><p>menu</p></nav>x<svg><text>y</text></svg>z", ["xz"]),
        ('<a title="1 > 2">link</a>', ["link"]),
        ("3 < 4 &amp; I <3 bees &lt;b&gt;", ["3 < 4 & I <3 bees <b>"]),
        ("&#x41;&#66;&#99999999999999;&bogus;", ["AB&bogus;"]),
        ("<![CDATA[x]]>y<?php z ?>", ["y"]),
        ("<p", []),
        ("</script>x", ["x"]),
    ],
)
def test_what_a_reader_would_see_is_kept(source: str, told: list[str]) -> None:
    assert lines(source) == told


def test_the_title_is_no_part_of_the_text() -> None:
    source = "<title>Dragons &amp; eggs</title><body>x<svg><title>icon</title></svg>"
    assert html_text(source, 99) == ("Dragons & eggs", "\nx")


def test_no_more_is_taken_than_is_wanted() -> None:
    assert html_text("<b>1234</b>5678<i>9</i>", 6)[1] == "123456"


@given(st.lists(st.sampled_from(["<", ">", "a", "/", "!", "--", "'", '"', "&#", "script", " "])))
def test_anything_is_html(parts: list[str]) -> None:
    title, text = html_text("".join(parts), 100)
    assert len(title) + len(text) <= 100 + 2 * len("".join(parts))


@pytest.mark.parametrize(
    "part", ["<", "<a ", "<!--", "<![", "</", "<a a=\"'", "&#", "<a/", "<script>", "<p x", "<div>"]
)
def test_a_hostile_page_is_read_to_its_end(part: str) -> None:
    """With a time that grows with the square this takes hours, and the test its deadline."""
    _, text = html_text(part * MANY + "<b>", 999)
    assert len(text) <= MANY
