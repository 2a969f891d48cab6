"""What an index finds, in both languages, typed and misheard."""

from __future__ import annotations

import pytest

from companion.engine.knowledge import misheard
from companion.engine.knowledge.index import COVERAGE, SURE, Entry, KnowledgeIndex

TEXTS = (
    Entry("Stone Age", "Smelt four iron ingots in a furnace. A furnace needs fuel."),
    Entry("The End", "Ender pearls drop from endermen in the warped forest."),
    Entry("Feeding", "The pearl of the sea is eaten; ender is a word too."),
    Entry("末影", "末影珍珠由末影人掉落，可以用来传送。"),
    Entry("石器时代", "在熔炉里烧炼铁锭。熔炉需要燃料。"),
)
INDEX = KnowledgeIndex(TEXTS)


def titles(question: str, **more: float) -> list[str]:
    return [TEXTS[hit.place].title for hit in INDEX.search(question, 5, **more)]


@pytest.mark.behaviour("GUIDE-007")
@pytest.mark.parametrize(
    ("question", "title"),
    [
        pytest.param("how do I smelt iron", "Stone Age", id="typed"),
        pytest.param("what drops ender pearls", "The End", id="plural"),
        pytest.param("ENDERMAN ender pearl?", "The End", id="capitals"),
        pytest.param("ender perl", "The End", id="a letter short"),
        pytest.param("what is a furnase for", "Stone Age", id="a letter wrong"),
        pytest.param("what is a frunace for", "Stone Age", id="two letters swapped"),
        pytest.param("末影珍珠怎么获得", "末影", id="Chinese"),
        pytest.param("莫影真猪", "末影", id="homophones"),
        pytest.param("熔炉有什么用", "石器时代", id="Chinese question"),
    ],
)
def test_the_text_that_is_asked_about_comes_first(question: str, title: str) -> None:
    assert titles(question)[0] == title


@pytest.mark.behaviour("GUIDE-007")
def test_words_that_stand_together_count_more_than_apart() -> None:
    assert titles("ender pearl") == ["The End", "Feeding"]


@pytest.mark.parametrize("question", ["", "?", "dragon", "龙蛋"])
def test_what_nobody_wrote_of_finds_nothing(question: str) -> None:
    assert titles(question) == []


@pytest.mark.behaviour("GUIDE-012", "KNOW-007")
@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("forge", "four"),
        ("plane", "plant"),
        ("chess", "chest"),
        ("stove", "stone"),
        ("winter", "wither"),
    ],
)
def test_a_word_is_not_taken_for_another_word(said: str, written: str) -> None:
    index = KnowledgeIndex([Entry("", f"All about the {written}.")])
    assert index.search(said, 1) == ()
    assert len(index.search(written, 1)) == 1


@pytest.mark.behaviour("GUIDE-012")
def test_a_text_that_holds_little_of_the_question_is_no_answer() -> None:
    assert "Stone Age" not in titles("iron golem village trading hall")
    assert titles("iron golem village trading hall", coverage=0.0) == ["Stone Age"]


@pytest.mark.behaviour("GUIDE-012")
@pytest.mark.parametrize(
    ("question", "share"),
    [
        pytest.param("ender pearls", 1.0, id="all of it"),
        pytest.param(
            "who drops ender pearls in the nether", 0.75, id="one word of four is nowhere"
        ),
        pytest.param("pearl necklace", 0.5, id="as much is nowhere as is there"),
        pytest.param("a silver necklace of pearls", 1 / 3, id="more is nowhere"),
    ],
)
def test_what_no_text_has_counts_like_what_one_text_has(question: str, share: float) -> None:
    index = KnowledgeIndex(
        [Entry("", "Ender pearls drop."), Entry("", "Bread."), Entry("", "Hay.")]
    )
    (hit,) = index.search(question, 5)
    assert hit.coverage == pytest.approx(share)


@pytest.mark.behaviour("GUIDE-012")
def test_from_three_tenths_a_text_is_shown_and_from_eleven_twentieths_it_answers() -> None:
    assert (COVERAGE, SURE) == (0.3, 0.55)
    assert titles("a golden necklace from under the pearl") == []


def test_what_may_not_be_told_leaves_its_place_to_others() -> None:
    found = INDEX.search("ender pearl", 1, lambda place: place != 1)
    assert [hit.place for hit in found] == [2]


def test_a_title_counts_more_than_the_text() -> None:
    index = KnowledgeIndex([Entry("", "about a lantern"), Entry("lantern", "about a light")])
    assert [hit.place for hit in index.search("lantern", 2)] == [1, 0]


def test_equal_texts_come_in_their_order_however_many_there_are() -> None:
    index = KnowledgeIndex([Entry("", "copper wire")] * 300)
    assert [hit.place for hit in index.search("copper", 200)] == list(range(200))


def test_an_empty_index_finds_nothing() -> None:
    assert KnowledgeIndex([]).search("anything", 3) == ()


def test_no_question_waits_for_the_tables_of_what_sounds_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    index = KnowledgeIndex(TEXTS)
    monkeypatch.setattr(misheard.Misheard, "_sounds", None)
    monkeypatch.setattr(misheard.Misheard, "_shortened_forms", None)
    assert index.search("莫影真猪", 1)[0].place == 3
    assert index.search("furnase", 1)[0].place == 0


def test_without_chinese_texts_nothing_is_spelt_by_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(misheard, "toneless", asked.append)
    assert KnowledgeIndex(TEXTS[:3]).search("莫影真猪", 1) == ()
    assert asked == []
