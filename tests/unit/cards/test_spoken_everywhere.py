"""The words that work on every card, in both languages, without the engine (NOTE-013)."""

from __future__ import annotations

import pytest

from companion.cards.library import load_library
from companion.cards.samples import samples
from companion.cards.spoken import match_spoken
from companion.cards.view import CardView, Variant
from companion.cards.view_builder import CardSource, build_view
from companion.cards.view_state import CardViewState
from companion.protocol.cards.builder import LocalAction, ServerAction
from companion.support.resources import LOCALES
from tests.helpers import cards_make as make

WORDS = {
    "en_us": {
        "next_page": "next page",
        "previous_page": "previous page",
        "back": "go back",
        "repeat": "say that again",
        "stop": "stop",
        "close": "close it",
    },
    "zh_cn": {
        "next_page": "下一页",
        "previous_page": "上一页",
        "back": "返回",
        "repeat": "再说一遍",
        "stop": "停",
        "close": "关闭",
    },
}
NAMES = [sample.name for sample in samples("en_us")]
SECOND = {"en_us": ("the second one", "number two"), "zh_cn": ("第二个",)}


def view_of(name: str, locale: str, state: CardViewState | None = None) -> CardView:
    source = CardSource(make.REF, make.sample(name, locale), state or CardViewState())
    return build_view(source, load_library(locale), Variant.NOTIFICATION)


def said(words: str, view: CardView, locale: str) -> object:
    language = "zh" if locale == "zh_cn" else "en"
    found = match_spoken(words, language, view, load_library(locale))
    return found.action if found else None


@pytest.mark.behaviour("NOTE-013", "NOTE-015")
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", NAMES)
def test_the_local_words_work_on_every_card(name: str, locale: str) -> None:
    view = view_of(name, locale)

    for action, words in WORDS[locale].items():
        found = said(words, view, locale)
        assert isinstance(found, LocalAction), words
        assert found.name == action


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", NAMES)
def test_the_second_one_is_the_second_row_or_the_second_button(name: str, locale: str) -> None:
    view = view_of(name, locale)
    buttons = {button.number: button.action for button in view.buttons if button.number}
    second = view.choices[1].action if len(view.choices) > 1 else buttons.get(2)

    for words in SECOND[locale]:
        assert said(words, view, locale) == (None if view.choices[:1] and not second else second)


@pytest.mark.parametrize(
    ("locale", "words"),
    [("en_us", "loot"), ("en_us", "show the loot"), ("zh_cn", "战利品"), ("zh_cn", "查看战利品")],
)
def test_a_category_is_picked_by_its_name(locale: str, words: str) -> None:
    view = view_of("item_sources", locale)

    assert said(words, view, locale) == LocalAction("select", "loot")


def test_a_greyed_category_cannot_be_said() -> None:
    assert said("pets", view_of("shop", "en_us"), "en_us") is None


@pytest.mark.behaviour("CARD-049", "CARD-050")
def test_numbers_go_by_the_page_and_the_category_that_are_seen() -> None:
    state = CardViewState().after(LocalAction("select", "tools"))

    assert said("the first one", view_of("shop", "en_us", state), "en_us") == ServerAction(
        "system:shop_quote", {"offer": "example:offer_3", "catalog": "7"}
    )


def test_while_a_card_waits_no_row_can_be_said_and_pages_can() -> None:
    source = CardSource(make.REF, make.sample("quest_list"), CardViewState(), waiting=True)
    view = build_view(source, load_library("en_us"), Variant.NOTIFICATION)

    assert said("the second one", view, "en_us") is None
    assert said("next page", view, "en_us") == LocalAction("next_page")
