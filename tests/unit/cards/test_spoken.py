"""Pressing by voice: the rules behind the table of `test_spoken_table.py`."""

from __future__ import annotations

import msgspec
import pytest

from companion.cards.library import load_library
from companion.cards.spoken import KNOWN_MISHEARING, Spoken, match_local, match_spoken
from companion.cards.view import CardView
from companion.language.phrase import literal
from companion.protocol.cards.builder import LocalAction, ServerAction
from tests.helpers import cards_make as make

LIBRARY = load_library("en_us")


def said(heard: str, view: CardView, language: str = "en") -> Spoken | None:
    return match_spoken(heard, language, view, LIBRARY)


def row(heard: str, view: CardView, language: str = "en") -> str | None:
    match = said(heard, view, language)
    return match.label if match else None


def test_a_place_is_counted_on_the_visible_page() -> None:
    second = make.short_pages(page=1)

    assert row("the second one", second) == "Crushing It"
    assert row("the last one", second) == "Crushing It"


def test_a_number_is_the_number_on_the_row() -> None:
    second = make.short_pages(page=1)

    assert row("number six", second) == "Steel Yourself"
    assert row("6", second) == "Steel Yourself"


@pytest.mark.parametrize("heard", ["number two", "2", "the third one", "第三个", "三号", "第散个"])
def test_a_row_that_is_not_seen_is_not_pressed(heard: str) -> None:
    assert row(heard, make.short_pages(page=1)) is None


def test_counting_beyond_the_page_may_name_a_visible_number() -> None:
    assert row("the sixth one", make.short_pages(page=1)) == "Steel Yourself"


def test_a_place_on_a_card_without_rows_is_an_ordinary_sentence() -> None:
    view = make.view_of(make.quest_detail())

    assert row("the second one", view) is None
    assert row("第而个", view, "zh") is None


@pytest.mark.behaviour("NOTE-004")
@pytest.mark.parametrize("heard", ["the second one", "shiny things", "第而个"])
def test_a_waiting_row_is_not_pressed(heard: str) -> None:
    assert row(heard, make.view_of(make.quest_list(), waiting=True)) is None


@pytest.mark.behaviour("NOTE-006")
def test_local_words_work_while_a_card_waits() -> None:
    match = said("next page", make.view_of(make.quest_list(), waiting=True))

    assert match == Spoken(LocalAction("next_page"), "Next page", 1.0)


@pytest.mark.behaviour("NOTE-013", "NOTE-015")
@pytest.mark.parametrize(
    "heard", ["Read aloud.", "read it to me", "read allowed", "朗读", "念一下"]
)
def test_a_button_is_pressed_by_its_label_or_another_word_for_it(heard: str) -> None:
    match = said(heard, make.view_of(make.quest_detail()))

    assert match is not None
    assert (match.label, match.action) == ("Read aloud", LocalAction("repeat"))


@pytest.mark.behaviour("NOTE-014")
def test_the_words_for_a_button_do_not_decide_what_it_does() -> None:
    card = make.Buttons(("a", "button.claim"), ("b", "button.confirm"))

    view = make.view_with(card, LIBRARY)

    assert said("take the reward", view) == Spoken(ServerAction("system:a"), "Claim", 1.0)
    assert said("okay", view) == Spoken(ServerAction("system:b"), "Confirm", 1.0)


def test_a_synonym_means_nothing_without_its_button() -> None:
    assert said("take the reward", make.view_of(make.quest_list())) is None


def test_known_mishearings_are_trusted_less() -> None:
    match = said("clothes it", make.view_of(make.quest_list()))

    assert match is not None
    assert match.confidence == KNOWN_MISHEARING


@pytest.mark.parametrize("heard", ["stone ade", "stone abe"])
def test_two_rows_that_are_as_likely_are_both_refused(heard: str) -> None:
    assert row(heard, make.view_of(make.quest_list(("Stone Age", "Stone Ace")))) is None


def test_an_exact_name_beats_a_likely_one() -> None:
    assert (
        row("stone ace", make.view_of(make.quest_list(("Stone Age", "Stone Ace")))) == "Stone Ace"
    )


def test_two_rows_of_one_name_open_the_first() -> None:
    view = make.view_of(make.quest_list(("Iron", "Iron")))

    match = said("iron", view)

    assert match is not None
    assert match.action == view.choices[0].action


@pytest.mark.parametrize(
    ("title", "heard", "language"),
    [
        ("§6Stone §lAge", "stone age", "en"),
        ("Stone Age (optional)", "stone age", "en"),
        ("【必做】石器时代", "石器时代", "zh"),
        ("活塞 Piston", "活塞", "zh"),
        ("活塞 Piston", "piston", "en"),
        ("Mekanism 入门", "打开入门任务", "zh"),
        ("石器时代", "石器时代", "en"),
        ("The Stone Age", "open the stone age", "en"),
    ],
)
def test_a_row_is_named_as_people_say_it(title: str, heard: str, language: str) -> None:
    assert said(heard, make.view_of(make.quest_list((title,))), language) is not None


def test_a_candidate_of_a_question_is_chosen_by_number_or_name() -> None:
    view = make.view_of(make.selection())

    assert row("stone edge", view) == "Stone Edge"
    assert row("number one", view) == "Stone Age"


@pytest.mark.parametrize("heard", ["", "  ", "...", "！？", "４"])
def test_nothing_said_presses_nothing(heard: str) -> None:
    assert said(heard, make.view_of(make.quest_detail())) is None
    assert match_local(heard, "en", LIBRARY) is None


@pytest.mark.parametrize(
    ("heard", "language", "name"),
    [
        ("next page", "en", "next_page"),
        ("上一页", "zh", "previous_page"),
        ("go back", "en", "back"),
        ("关闭", "zh", "close"),
        ("say that again", "en", "repeat"),
        ("stop", "en", "stop"),
        ("停", "zh", "stop"),
        ("next page", "zh", "next_page"),
        ("下一页", "en", "next_page"),
    ],
)
def test_local_words_need_no_card(heard: str, language: str, name: str) -> None:
    action = match_local(heard, language, LIBRARY)

    assert action is not None
    assert action.name == name


@pytest.mark.parametrize("heard", ["the second one", "stone age", "yes", "read aloud", "help"])
def test_words_for_a_card_mean_nothing_without_one(heard: str) -> None:
    assert match_local(heard, "en", LIBRARY) is None


def test_a_chinese_place_beyond_ten_is_not_guessed_by_sound() -> None:
    library = make.library_with(
        "system:quest_list",
        '{"nodes": [{"type": "quest_list", "source": "quests", "page_size": 20}]}',
    )
    view = make.view_with(make.quest_list(tuple(f"q{n}" for n in range(12))), library)

    assert row("第十二个", view, "zh") == "q11"
    assert row("第石二个", view, "zh") is None


def test_a_row_named_like_an_ordinary_sentence_needs_that_sentence() -> None:
    card = msgspec.structs.replace(make.quest_list(), title=literal("x"))

    assert row("what should I do with the stone age", make.view_of(card)) is None
