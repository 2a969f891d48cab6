"""Names of the pack: known as written, in part, misheard; and what is none of them."""

from __future__ import annotations

import pytest

from companion.engine.registry import MODULES
from companion.engine.routing.decision import Doubt
from companion.engine.routing.examples import load_examples, sentences_of
from companion.engine.routing.local import LocalMatch, LocalRouter, Measured
from companion.engine.routing.pack_names import BOOKS_KEPT, NameIndex, PackNames, names_of
from companion.engine.routing.route import routes_of
from companion.games.demo.link import DemoLink
from companion.games.quest_book import quest_id_text

NAMES = (
    "Mechanical Press",
    "The Brass Age",
    "Iron Ingot",
    "§6Golden §lApple",
    "蒸汽时代",
    "机械动力",
    "铁锭",
)
INDEX = NameIndex(NAMES)
ROUTES = routes_of((a for m in MODULES for a in m.actions), load_examples())
ROUTER = LocalRouter(ROUTES, sentences_of(load_examples(), is_known=INDEX.knows))


def match(text: str, router: LocalRouter = ROUTER) -> LocalMatch:
    return router.match(text, Measured())


@pytest.mark.parametrize(
    "text",
    [
        "mechanical press",
        "a Mechanical Press",
        "mechanic pres",
        "mekanical press",
        "brass age",
        "iron",
        "golden apple",
        "蒸汽时代",
        "正汽时代",
        "机械东力",
        "铁锭",
    ],
)
def test_a_name_is_known_as_written_in_part_and_misheard(text: str) -> None:
    assert INDEX.knows(text)


@pytest.mark.parametrize(
    "text", ["girlfriend", "pancakes", "the airport", "a", "", "ron", "番茄炒蛋", "蛋糕", "汽"]
)
def test_anything_else_is_not(text: str) -> None:
    assert not INDEX.knows(text)


@pytest.mark.behaviour("ROUTE-009")
@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("how do i get a mekanical press", "mekanical press"),
        ("what is the brass age", "brass age"),
        ("怎么做正汽时代", "正汽时代"),
        ("机械动力是什么", "机械动力"),
    ],
)
def test_a_question_about_a_name_of_the_pack_is_surely_about_the_game(text: str, name: str) -> None:
    found = match(text)
    assert found.doubt is None
    assert found.action is not None
    assert (found.action.action, str(found.action.arguments["name"])[-len(name) :]) == (
        "system:quest_find",
        name,
    )


@pytest.mark.behaviour("ROUTE-009")
@pytest.mark.parametrize("text", ["how do i get a girlfriend", "番茄炒蛋怎么做", "怎么做蛋糕"])
def test_the_same_question_about_anything_else_is_refused(text: str) -> None:
    assert match(text).doubt in (Doubt.UNKNOWN_NAME, Doubt.UNFAMILIAR)


def test_while_no_book_was_read_any_name_will_do() -> None:
    names = PackNames()
    router = LocalRouter(ROUTES, sentences_of(load_examples(), is_known=names.knows))
    assert match("how do i get a frobnicator", router).doubt is None
    names.learn(DemoLink().book("en_us"))
    assert match("how do i get a frobnicator", router).doubt is Doubt.UNKNOWN_NAME


def test_every_title_and_item_of_a_book_is_known() -> None:
    book, names = DemoLink().book("zh_cn"), PackNames()
    names.learn(book)
    assert all(names.knows(name) for name in names_of(book) if name)


def test_the_ids_of_a_book_are_known_where_they_are_written_in_full() -> None:
    names = PackNames()
    names.learn(DemoLink().book("en_us"))
    number = quest_id_text(next(iter(DemoLink().book("en_us").quests)))
    assert names.knows(number.lower())
    assert not names.knows(number[:-1] + ("0" if number[-1] != "0" else "1"))


def test_the_books_of_a_few_languages_are_kept() -> None:
    names = PackNames()
    for locale in ("en_us", "zh_cn"):
        names.learn(DemoLink().book(locale))
    titles = [next(names_of(DemoLink().book(locale))) for locale in ("en_us", "zh_cn")]
    assert (BOOKS_KEPT >= 2, [names.knows(title) for title in titles]) == (True, [True, True])
