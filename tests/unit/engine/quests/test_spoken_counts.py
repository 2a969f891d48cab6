"""Unlocks and starter gifts are told by their number, not by their names."""

from __future__ import annotations

import pytest

from companion.engine.builtin.quests.gift_card import gift_card
from companion.engine.builtin.quests.notices import several_unlocked
from companion.engine.quest_views.scene import Scene, Standing
from companion.games.quest_book import Goods, Progress, Task
from companion.language.translations import merged
from companion.support.resources import translation_tables
from tests.helpers.engine_link import book_of, item_reward, quest

TICK = Task(81, "checkmark", "Tick", Goods("", ""))


def said(card: object, locale: str) -> str:
    words = merged(locale, translation_tables())
    return " ".join(words.render(sentence) for sentence in card.spoken)  # type: ignore[attr-defined]


@pytest.mark.behaviour("TTS-015")
@pytest.mark.parametrize(
    ("locale", "sentence"),
    [("en_us", "Three new quests are open."), ("zh_cn", "有三个新任务可以做了。")],
)
def test_several_new_quests_are_told_by_their_number_alone(locale: str, sentence: str) -> None:
    quests = [quest(number, f"Name {number}") for number in (1, 2, 3)]
    scene = Scene(Standing(book_of(*quests), Progress(known=True)), None)
    (card,) = several_unlocked(scene, quests).cards
    assert said(card, locale) == sentence


@pytest.mark.behaviour("TTS-016")
@pytest.mark.parametrize(("locale", "language"), [("en_us", "en"), ("zh_cn", "zh")])
def test_starter_gifts_are_told_without_a_name_of_a_quest_or_chapter(
    locale: str, language: str
) -> None:
    gift = quest(1, "Hidden Name", tasks=(TICK,), rewards=(item_reward(91, "Apple", 2),))
    book = book_of(gift)
    heard = said(gift_card([book.quests[gift.id]], language, None), locale)
    names = ["Hidden Name", *(chapter.title for chapter in book.chapters)]
    assert "apple" in heard.casefold()
    assert [name for name in names if name and name in heard] == []
