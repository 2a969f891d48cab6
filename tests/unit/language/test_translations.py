"""Texts by key, places filled, nothing interpreted."""

from __future__ import annotations

import pytest

from companion.language.phrase import literal, phrase
from companion.language.translations import merged

TABLES = {
    "en_us": {"hello": "Hello {name}", "only": "English", "hotkey.word": "Furnace"},
    "zh_cn": {"hello": "你好，{name}"},
}


@pytest.mark.behaviour("CARD-005")
def test_a_phrase_reads_in_the_players_language():
    words = phrase("hello", name="Alex")
    assert merged("en_us", TABLES).render(words) == "Hello Alex"
    assert merged("zh_cn", TABLES).render(words) == "你好，Alex"


def test_a_key_that_a_language_lacks_comes_from_english_and_an_unknown_one_shows_itself():
    chinese = merged("zh_cn", TABLES)
    assert (chinese.text("only"), chinese.text("nobody.has")) == ("English", "nobody.has")


def test_values_are_put_in_once_and_never_read_as_places():
    text = merged("en_us", TABLES).render(phrase("hello", name="{name} %nothing% {other}"))
    assert text == "Hello {name} %nothing% {other}"


def test_a_marked_value_is_translated():
    assert merged("en_us", TABLES).text("hello", name="%hotkey.word%") == "Hello Furnace"


def test_literal_text_stays_as_it_is():
    assert merged("en_us", TABLES).render(literal("{name} %word%")) == "{name} %word%"


def test_a_place_without_a_value_stays_visible():
    assert merged("en_us", TABLES).text("hello") == "Hello {name}"


def test_a_key_is_known_where_the_language_or_english_has_it():
    chinese = merged("zh_cn", TABLES)
    assert [chinese.has(key) for key in ("hello", "only", "nobody.has")] == [True, True, False]


def test_a_title_that_looks_like_a_key_is_a_title():
    assert merged("en_us", TABLES).text("hello", name="%only%") == "Hello %only%"
