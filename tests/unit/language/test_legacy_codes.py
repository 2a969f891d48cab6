"""Formatting codes of game texts."""

from __future__ import annotations

import pytest

from companion.language.legacy_codes import COLOURS, Piece, pieces, plain


@pytest.mark.behaviour("QUEST-038")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("§aGreen", "Green"),
        ("&aGreen&r", "Green"),
        ("§AGreen", "Green"),
        ("&#F2EB2E振金蜜蜂&r", "振金蜜蜂"),
        ("§x§f§2§e§b§2§eHex", "Hex"),
        ("&x&f&2&e&b&2&eHex", "Hex"),
        ("§k§l§m§n§oAll", "All"),
        ("&zRainbow", "Rainbow"),
        ("R&D", "R&D"),
        ("Salt & pepper", "Salt & pepper"),
        ("§", "§"),
        ("§g§", "§"),
        ("&#12", "&#12"),
        ("\\&a is green", "&a is green"),
        ("\\§a", "§a"),
        ("<b>{x} %key%</b>", "<b>{x} %key%</b>"),
        ("", ""),
    ],
)
def test_codes_go_and_everything_else_stays(text: str, expected: str) -> None:
    assert plain(text) == expected
    assert "".join(piece.text for piece in pieces(text)) == expected


@pytest.mark.behaviour("QUEST-038")
@pytest.mark.parametrize("code", "0123456789abcdef")
def test_every_colour_code_has_its_colour(code: str) -> None:
    assert pieces(f"§{code}x") == (Piece("x", COLOURS[code]),)
    assert pieces(f"&{code}x") == (Piece("x", COLOURS[code]),)


def test_styles_add_up_and_a_colour_ends_them() -> None:
    found = pieces("a§lb§oc§nd§me§cf§rg")

    assert found == (
        Piece("a"),
        Piece("b", bold=True),
        Piece("c", bold=True, italic=True),
        Piece("d", bold=True, italic=True, underlined=True),
        Piece("e", bold=True, italic=True, underlined=True, struck=True),
        Piece("f", COLOURS["c"]),
        Piece("g"),
    )


def test_hexadecimal_colours_are_lower_case() -> None:
    assert pieces("&#F2EB2Ex") == pieces("§x§F§2§E§B§2§Ex") == (Piece("x", "#f2eb2e"),)


def test_neighbours_of_one_style_are_joined() -> None:
    assert pieces("a§kb&zc\\&d") == (Piece("abc&d"),)


def test_a_text_of_codes_alone_has_no_piece() -> None:
    assert pieces("§a§l&r") == ()
