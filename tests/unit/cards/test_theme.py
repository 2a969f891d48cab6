"""Looks as tokens."""

from __future__ import annotations

import msgspec
import pytest

from companion.cards.theme import (
    READABLE,
    Theme,
    contrast,
    decode_theme,
    load_theme,
    readable,
    theme_names,
)
from companion.language.legacy_codes import COLOURS

GROUNDS = ("background", "panel", "raised", "overlay", "tile")


def test_dark_is_the_default_and_light_and_high_contrast_are_there() -> None:
    assert theme_names()[0] == "dark"
    assert {"light", "high_contrast"} < set(theme_names())
    assert load_theme() == load_theme("dark")


@pytest.mark.parametrize("name", theme_names())
@pytest.mark.parametrize("ink", ["ink", "muted", "accent", "waiting", "failed"])
def test_text_is_readable_on_every_ground(name: str, ink: str) -> None:
    tokens = load_theme(name).tokens()

    assert min(contrast(tokens[ink], tokens[ground]) for ground in GROUNDS) >= READABLE


@pytest.mark.parametrize("name", theme_names())
def test_words_on_buttons_and_bubbles_are_readable(name: str) -> None:
    tokens = load_theme(name).tokens()

    assert contrast(tokens["accent_ink"], tokens["accent"]) >= READABLE
    assert contrast(tokens["ink"], tokens["own"]) >= READABLE
    assert contrast(tokens["muted"], tokens["own"]) >= READABLE


def test_high_contrast_keeps_its_word() -> None:
    tokens = load_theme("high_contrast").tokens()

    assert all(contrast(tokens[ink], tokens["panel"]) >= 7 for ink in ("ink", "muted", "failed"))


@pytest.mark.behaviour("QUEST-038")
@pytest.mark.parametrize("colour", COLOURS.values(), ids=COLOURS)
def test_legacy_colours_are_readable_on_dark_as_they_are(colour: str) -> None:
    assert readable(colour, load_theme().colours.panel) == colour


@pytest.mark.parametrize("name", theme_names())
@pytest.mark.parametrize("colour", [*COLOURS.values(), "#000000", "#0000aa", "#ffffff"])
def test_any_colour_can_be_made_readable(name: str, colour: str) -> None:
    ground = load_theme(name).colours.raised

    assert contrast(readable(colour, ground), ground) >= READABLE


def test_more_contrast_than_there_is_gives_the_most() -> None:
    assert readable("#808080", "#777777", needed=21) == "#000000"


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert contrast("#12345678", "#345678") == 1


@pytest.mark.parametrize("name", theme_names())
def test_sizes_grow_and_distances_keep_to_the_grid(name: str) -> None:
    theme = load_theme(name)
    sizes = msgspec.structs.astuple(theme.type)

    assert list(sizes) == sorted(set(sizes))
    assert all(distance % 4 == 0 for distance in msgspec.structs.astuple(theme.spacing))
    assert msgspec.structs.astuple(theme.radii) == (8, 12)


def changed(field: str, token: str, value: object) -> bytes:
    theme = msgspec.to_builtins(load_theme())
    theme[field][token] = value
    return msgspec.json.encode(theme)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        changed("colours", "ink", "white"),
        changed("colours", "extra", "#ffffff"),
        changed("type", "body", 2),
        changed("spacing", "small", 7),
    ],
    ids=["empty", "incomplete", "no colour", "unknown token", "tiny type", "off the grid"],
)
def test_a_damaged_theme_is_named(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"themes/own\.json"):
        decode_theme(data, "own")


@pytest.mark.parametrize("name", ["nothing", "../translations/en_us/cards"])
def test_an_unknown_theme_is_refused_with_those_that_exist(name: str) -> None:
    with pytest.raises(ValueError, match="there are dark"):
        load_theme(name)


def test_a_theme_reads_back_as_it_was_written() -> None:
    theme = load_theme()

    assert decode_theme(msgspec.json.encode(theme), "dark") == theme
    assert isinstance(theme, Theme)
