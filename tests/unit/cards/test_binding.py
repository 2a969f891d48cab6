"""Filling a template's texts; what comes from outside is only ever text."""

from __future__ import annotations

import pytest

from companion.cards.binding import (
    Context,
    check_text,
    fill,
    fill_plain,
    flatten,
    lines_of,
    styled,
    words,
)
from companion.cards.view import Span
from companion.cards.view_state import CardViewState
from companion.language.legacy_codes import COLOURS
from companion.language.phrase import Phrase, literal, phrase
from companion.language.translations import Translations
from companion.protocol.cards.builder import CardBuilder, Scalar
from companion.support.errors import CardError, Failure

TEXTS = Translations("en_us", {"card.hello": "Hello {name}", "card.title": "Title"})


def context(lists: dict[str, tuple[object, ...]] | None = None, **arguments: Scalar) -> Context:
    card = CardBuilder("system:x", literal("x"), arguments, lists or {})
    return flatten(card, CardViewState(page=2), TEXTS)


@pytest.mark.behaviour("CARD-032")
@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("{name}!", "Alex!"),
        ("%card.title%: {name}", "Title: Alex"),
        ("{name|upper}", "ALEX"),
        ("{coloured|plain}", "red"),
        ("{rows|count} of {number|count}", "3 of 1,234"),
        ("{number} {share} {flag}", "1234 0.5 True"),
        ("{words}", "Hello Alex"),
        ("{rows}", "a, b"),
        ("page {page}", "page 3"),
        ("{nobody} {nobody|upper} %no.key%", "{nobody} {nobody|upper} %no.key%"),
        ("{Name} {na-me} {}", "{Name} {na-me} {}"),
        ("", ""),
    ],
)
def test_places_are_filled(template: str, expected: str) -> None:
    found = context(
        {"rows": ("a", "b", object())},
        name="Alex",
        coloured="§cred",
        number=1234,
        share=0.5,
        flag=True,
        words=phrase("card.hello", name="Alex"),
    )

    assert words(fill(template, found)) == expected


@pytest.mark.parametrize(
    "outside", ["<b>bold</b>", "{name}", "%card.title%", "{title|upper}", "&quot;", "**x** [a](b)"]
)
def test_a_value_is_never_interpreted(outside: str) -> None:
    line = fill("{title}", context(title=outside, name="Alex"))

    assert line == (Span(outside),)


def test_the_styles_of_a_value_end_with_it() -> None:
    line = fill("a {title} b", context(title="§c§lred"))

    assert line == (Span("a "), Span("red", COLOURS["c"], bold=True), Span(" b"))


def test_control_and_direction_signs_are_dropped() -> None:
    assert styled("a\x00b\u202ec\u2066\td") == (Span("abcd"),)


def test_a_line_is_cut_at_its_breaks_and_keeps_its_styles() -> None:
    lines = lines_of(styled("one §ctwo\n\nthree"))

    assert lines == (
        (Span("one "), Span("two", COLOURS["c"])),
        (),
        (Span("three", COLOURS["c"]),),
    )


def test_plain_filling_puts_all_on_one_line() -> None:
    assert fill_plain("{a}\n{b}", context(a="§cx ", b=" y")) == "x y"


@pytest.mark.behaviour("CARD-035")
@pytest.mark.parametrize(
    ("arguments", "lists"),
    [({"rows": "x"}, {"rows": ()}), ({"page": 1}, {}), ({}, {"page": ()})],
    ids=["argument and list", "argument and view", "list and view"],
)
def test_two_things_of_one_name_are_an_authoring_error(
    arguments: dict[str, Scalar], lists: dict[str, tuple[object, ...]]
) -> None:
    card = CardBuilder("system:x", literal("x"), arguments, lists)

    with pytest.raises(CardError, match=r"system:x names \w+ twice") as error:
        flatten(card, CardViewState(), TEXTS)

    assert error.value.failure is Failure.TEMPLATE_BROKEN


@pytest.mark.behaviour("CARD-035")
def test_the_context_is_read_only() -> None:
    with pytest.raises(TypeError):
        context(name="Alex").values["name"] = "Eve"  # type: ignore[index]


@pytest.mark.parametrize(
    ("value", "there"),
    [("x", True), ("", False), (0, False), (Phrase(), False), (literal("x"), True)],
)
def test_an_empty_value_counts_as_absent(value: Scalar, there: bool) -> None:
    assert context(thing=value).has("thing") is there
    assert not context().has("thing")


def test_a_list_must_be_one() -> None:
    with pytest.raises(CardError, match="no list 'name'"):
        context(name="Alex").list_of("name")


def test_an_unknown_filter_is_refused_with_those_that_exist() -> None:
    check_text("{a|plain} {b}")

    with pytest.raises(CardError, match=r"unknown filter 'eval'; there are .*plain"):
        check_text("{a|eval}")
