"""Quest texts as the game shows them."""

from __future__ import annotations

import pytest

from companion.games.ftbquests.lines import NEXT_PAGE, read_lines
from companion.games.ftbquests.text import TextReader
from companion.language.legacy_codes import plain
from companion.language.translations import Translations

TABLE = {
    "pack.wood": "Chop &awood",
    "pack.again": "See {pack.wood}",
    "pack.circle": "{pack.circle}",
    "pack.args": "%s has %2$s of %1$s (100%%)",
    "key.advancements": "Advancements",
    "pack.coloured": "&bnot a code here",
}
PHRASES = Translations("en_us", {"book.key": "{name} key"})
READER = TextReader(TABLE, PHRASES)
SAID = TextReader(TABLE, PHRASES, missing_shows=False)

SHOWN = {
    "plain": ("Just words.", "Just words."),
    "ampersand codes": ("&6Gold &lbold&r", "§6Gold §lbold§r"),
    "section codes stay": ("§6Gold", "§6Gold"),
    "free colours": ("&#FF00aaPink", "§#FF00aaPink"),
    "rainbow": ("&zall", "§zall"),
    "what the game refuses is literal": ("R & D, &X &", "R & D, &X &"),
    "line breaks": (r"one\ntwo", "one\ntwo"),
    "unicode escapes": (r"\u2022 point", "• point"),
    "a character in two halves": (r"\ud83d\ude00 hi", "😀 hi"),
    "half a character": (r"\ud83d hi", "\ufffd hi"),
    "half a character in a component": ('{"text":"\\ud83d hi"}', "\ufffd hi"),
    "escaped brace": (r"\{not a key}", "{not a key}"),
    "a translation": ("{pack.wood}!", "Chop §awood!"),
    "a translation in a translation": ("{pack.again}", "See Chop §awood"),
    "a missing key shows itself": ("{pack.nobody}", "pack.nobody"),
    "a missing name of a thing is its id in words": (
        '{"translate":"block.minecraft.budding_amethyst"}',
        "Budding Amethyst",
    ),
    "a sign escaped twice": (r"Importer \\& Exporter", r"Importer \& Exporter"),
    "a picture says nothing": ("{image:a:b.png width:2 height:2 align:center}", ""),
    "a link is its label": ("see {open_url:https://x.example text:the%20wiki}", "see the wiki"),
    "a link without a label": ("{open_url:https://x.example}", "https://x.example"),
    "component": (
        '{"text":"Hi ","extra":[{"text":"there","color":"red","bold":true}]}',
        "Hi §c§lthere§r",
    ),
    "list of components": ('["",{"text":"a"},"b",1]', "ab1"),
    "translated component": (
        '{"translate":"pack.args","with":["A",{"text":"B"}]}',
        "A has B of A (100%)",
    ),
    "component with a fallback": ('{"translate":"no.key","fallback":"else"}', "else"),
    "a key of the keyboard": (
        '[{"text":"Press ("},{"keybind":"key.advancements"},{"text":")"}]',
        "Press (Advancements key)",
    ),
    "an unknown key of the keyboard": ('{"keybind":"key.open_map"}', "open map key"),
    "free colour in a component": ('{"text":"a","color":"#AABBCC"}', "§#AABBCCa§r"),
    "broken component stays": ('{"text":', '{"text":'),
    "an object that is no component": ('{"a":1}', '"a":1'),
    "brackets that mean brackets": ("[optional]", "[optional]"),
}


@pytest.mark.behaviour("QUEST-038")
@pytest.mark.parametrize(("raw", "shown"), SHOWN.values(), ids=SHOWN)
def test_a_text_is_shown_as_in_the_game(raw: str, shown: str) -> None:
    assert READER.read(raw) == shown


def test_signs_that_are_no_codes_survive_the_reading_of_codes() -> None:
    assert plain(READER.read(r"Tom \&amp Jerry")) == "Tom &amp Jerry"
    assert plain(READER.read('["",{"translate":"pack.coloured"}]')) == "&bnot a code here"


def test_a_missing_key_says_nothing() -> None:
    assert SAID.read("{pack.nobody}") == ""
    assert SAID.read('{"translate":"pack.nobody"}') == ""


def test_translations_in_a_circle_end() -> None:
    assert READER.read("{pack.circle}") == "{pack.circle}"


def test_components_nested_without_end_are_cut() -> None:
    deep = '{"text":"x","extra":[' * 300 + '"end"' + "]}" * 300
    assert "x" in READER.read(deep)
    assert "end" not in READER.read(deep)


def test_a_text_beyond_measure_is_cut() -> None:
    assert len(READER.read("x" * 1_000_000)) < 50_000


LINES = {
    "paragraphs": (["a", "", "b"], ("a", "", "b")),
    "pages": (["a", "{@pagebreak}", "b"], ("a", NEXT_PAGE, "b")),
    "empty ends are dropped": (["", "{@pagebreak}", "a", " ", ""], ("a",)),
    "line feeds split": ([r"a\n\nb"], ("a", "", "b")),
    "a style goes on": ([r"&aone\ntwo&r\nthree"], ("§aone", "§atwo§r", "three")),
    "a colour ends other styles": ([r"&l&abold? \nno"], ("§l§abold? ", "§ano")),
    "pictures leave nothing": (["{image:x.png}"], ()),
    "nothing": ([], ()),
}


@pytest.mark.parametrize(("raw", "lines"), LINES.values(), ids=LINES)
def test_descriptions_become_lines_and_pages(raw: list[str], lines: tuple[str, ...]) -> None:
    assert read_lines(raw, READER.read) == lines
