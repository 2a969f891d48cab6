"""The ways to read a sentence with a name in it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.language.readings import (
    MAX_BEFORE,
    MAX_INSIDE,
    Reader,
    Reading,
    Slots,
    is_mark,
    marks,
)
from companion.language.tokens import tokens


def anything(_: str) -> bool:
    return True


def number(text: str) -> bool:
    return text.isdecimal()


SLOTS: Slots = {"name": anything, "item": anything, "row": number}
READER = Reader(
    SLOTS,
    [
        ("how", "do", "i", "get", "{name}"),
        ("{name}", "please"),
        ("open", "{row}", "now"),
        ("help",),
    ],
)


def readings(text: str) -> Iterator[Reading]:
    heard = tokens(text)
    return READER.readings(text, heard, tuple(token.form for token in heard))


def stretches(text: str) -> set[tuple[str, str]]:
    return {(r.slot, r.stretch) for r in readings(text) if r.slot}


def test_a_sentence_is_always_read_as_it_is_first() -> None:
    first = next(readings("help me"))
    assert (first.words, first.slot, first.stretch) == (("help", "me"), "", "")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("how do i get Iron  Ore", {("{name}", "Iron  Ore")}),
        ("will i get up", {("{name}", "up")}),
        ("they get up", set()),
        ("Stone Age please", {("{name}", "Stone Age")}),
        ("open 5 now", {("{row}", "5")}),
        ("open five now", set()),
        ("open 5", set()),
        ("please", set()),
        ("anything", set()),
        ("get", set()),
    ],
)
def test_a_slot_is_tried_between_the_neighbours_that_an_example_gives_it(
    text: str, found: set[tuple[str, str]]
) -> None:
    assert stretches(text) == found


def test_the_longer_stretch_comes_first() -> None:
    text = "i get it i get out"
    assert [r.stretch for r in readings(text)][1:] == ["it i get out", "out"]


def test_words_far_inside_a_sentence_begin_no_name() -> None:
    assert stretches("word " * (MAX_BEFORE - 2) + "i get iron") == {("{name}", "iron")}
    assert stretches("word " * (MAX_BEFORE - 1) + "i get iron") == set()
    assert stretches("i get" + " iron" * (MAX_INSIDE + 1)) == set()


def test_slots_that_accept_the_same_are_one() -> None:
    assert marks(SLOTS) == {"name": "{name}", "item": "{name}", "row": "{row}"}


def test_a_mark_is_no_word() -> None:
    assert (is_mark("{name}"), is_mark("name")) == (True, False)
