"""What holds too little of a question is not told as its answer, and does not stand for one."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.builtin.knowledge.query import best
from companion.engine.knowledge.piece import Kind, Piece
from companion.engine.knowledge.shelf import Shelf
from companion.engine.web.result import SearchResult, WebError
from companion.language.phrase import Phrase
from companion.protocol.cards.passages import KnowledgeOutput, QuestGuideOutput
from companion.support.errors import Failure
from tests.helpers.engine_client import Told, mind, speech, words
from tests.helpers.engine_link import FakeLink, book_of, quest
from tests.helpers.engine_world import NamedModel
from tests.helpers.web_search import question, web_world
from tests.helpers.web_stand_in import FakeSearch

BOOK = book_of(
    quest(1, "Stone Age", description=("Smelt ingots in a furnace.",)),
    quest(2, "Bread", description=("Wheat makes bread.",)),
)
LINK = FakeLink(BOOK)
BESIDE = "where is the furnace museum?"
MUSEUM = SearchResult("Museum", "https://wiki.example/m", "The furnace museum is in the north.")
NEAREST = "Nothing that I found is surely about that. The nearest is “Stone Age”"


def titles(answer: Told) -> list[str]:
    assert isinstance(answer.card, QuestGuideOutput | KnowledgeOutput)
    return [passage.title for passage in answer.card.passages]


@pytest.mark.behaviour("GUIDE-012")
@pytest.mark.parametrize("text", ["/guide furnace museum", f"/question {BESIDE}"])
async def test_the_nearest_is_shown_and_its_words_are_not_told_as_an_answer(text: str) -> None:
    async with mind(LINK, "en_us") as someone:
        answer = (await someone.say(text))[1]
    assert titles(answer) == ["Stone Age"]
    assert words(answer.text).startswith(NEAREST)
    assert "Smelt" not in speech(answer)


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("/guide furnace museum", "guide.source.near"),
        ("/guide furnace", "card.guide.hint"),
        (f"/question {BESIDE}", "guide.source.near"),
        ("/question what is a furnace", "guide.source.quest"),
    ],
)
async def test_a_card_says_above_its_passages_where_they_are_from(text: str, source: str) -> None:
    async with mind(LINK, "en_us") as someone:
        card = (await someone.say(text))[1].card
    assert isinstance(card, QuestGuideOutput | KnowledgeOutput)
    assert card.build_card().arguments["source"] == Phrase(source)


@pytest.mark.behaviour("KNOW-007", "WEB-011")
@pytest.mark.parametrize(
    ("text", "results", "shown", "searches"),
    [
        pytest.param(BESIDE, [MUSEUM], ["Museum"], 1, id="near here, found on the web"),
        pytest.param(BESIDE, [], ["Stone Age"], 1, id="near here, nothing on the web"),
        pytest.param("what is a furnace for?", [MUSEUM], ["Stone Age"], 0, id="written here"),
    ],
)
async def test_the_web_is_asked_where_only_something_near_is_written(
    text: str, results: list[SearchResult], shown: list[str], searches: int, tmp_path: Path
) -> None:
    model = NamedModel(WebError(Failure.MODEL_KEY_MISSING))
    async with web_world(tmp_path, model, FakeSearch(results), LINK) as (someone, service):
        answer = await question(someone, text, "system:search")
    assert len(service.queries) == searches
    assert titles(answer) == shown


def test_a_piece_of_two_places_is_shown_once_by_the_better_of_both() -> None:
    sure, near = Piece("a", "b", Kind.NOTE), Piece("a", "b", Kind.NOTE, is_near=True)
    assert best([(0.4, near), (0.8, sure)]) == (sure,)


@pytest.mark.parametrize(("asked", "near"), [("furnace", False), ("furnace museum", True)])
def test_a_shelf_tells_what_is_near_from_what_is_sure(asked: str, near: bool) -> None:
    shelf = Shelf([Piece("", "A furnace.", Kind.FILE), Piece("", "Hay.", Kind.FILE)])
    assert [piece.is_near for _, piece in shelf.search(asked)] == [near]


SMALL = Shelf(
    [
        Piece("Rules", "No griefing and no stealing.", Kind.FILE),
        Piece("Homes", "You may set three homes.", Kind.FILE),
        Piece("Shop", "Bread costs 4 coins.", Kind.FILE),
        Piece("商店", "面包4个硬币。", Kind.FILE),
    ]
)


@pytest.mark.parametrize(
    ("asked", "title"),
    [
        ("how many homes can I have", "Homes"),
        ("what happens if I grief someone", "Rules"),
        ("can I steal things", "Rules"),
        ("面包多少钱", "商店"),
    ],
)
def test_of_a_few_pages_what_only_makes_a_question_is_not_missed(asked: str, title: str) -> None:
    _, best = SMALL.search(asked)[0]
    assert (best.title, best.is_near) == (title, False)
