"""The measured table: which spoken words press something, and which are left to the engine."""

from __future__ import annotations

import pytest

from companion.cards.library import load_library
from companion.cards.spoken import match_spoken
from companion.protocol.cards.builder import LocalAction, ServerAction
from tests.helpers import cards_make, cards_sentences

EN, ZH = "en", "zh"


def pressed(heard: str, language: str) -> str | int | None:
    """The local action or the number of the row that words press."""
    locale, titles = (
        ("zh_cn", cards_make.ZH_TITLES) if language == ZH else ("en_us", cards_make.TITLES)
    )
    view = cards_make.short_pages(titles, locale=locale)
    match = match_spoken(heard, language, view, load_library(locale))
    if match is None:
        return None
    if isinstance(match.action, LocalAction):
        return match.action.name
    assert isinstance(match.action, ServerAction)
    return int(match.action.arguments["quest"], 16)


@pytest.mark.behaviour("NOTE-013", "NOTE-015")
@pytest.mark.parametrize(("heard", "expected"), cards_sentences.ENGLISH_PRESSES)
def test_english_words_for_the_card_press_it(heard: str, expected: str | int) -> None:
    assert pressed(heard, EN) == expected


@pytest.mark.behaviour("NOTE-013", "NOTE-015")
@pytest.mark.parametrize(("heard", "expected"), cards_sentences.CHINESE_PRESSES)
def test_chinese_words_for_the_card_press_it(heard: str, expected: str | int) -> None:
    assert pressed(heard, ZH) == expected


@pytest.mark.behaviour("NOTE-013")
@pytest.mark.parametrize("heard", cards_sentences.ENGLISH_SENTENCES)
def test_an_ordinary_english_sentence_presses_nothing(heard: str) -> None:
    assert pressed(heard, EN) is None


@pytest.mark.behaviour("NOTE-013")
@pytest.mark.parametrize("heard", cards_sentences.CHINESE_SENTENCES)
def test_an_ordinary_chinese_sentence_presses_nothing(heard: str) -> None:
    assert pressed(heard, ZH) is None


def test_the_table_is_large_enough_to_mean_something() -> None:
    tables = (
        cards_sentences.ENGLISH_PRESSES,
        cards_sentences.ENGLISH_SENTENCES,
        cards_sentences.CHINESE_PRESSES,
        cards_sentences.CHINESE_SENTENCES,
    )

    assert all(len(set(table)) >= 40 for table in tables)
