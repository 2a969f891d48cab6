"""What the guide found is told only if it still holds when the search ends (GUIDE-005)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

import pytest
from msgspec.structs import replace

from companion.engine.knowledge.guides import Guides
from companion.engine.quest_views.scene import Scene, Standing
from companion.engine.services import Looker
from companion.engine.tools.tool import ToolCall
from companion.games.quest_book import Progress, QuestBook
from companion.support.errors import CompanionError, Failure
from tests.helpers.engine_link import HIDDEN, book_of, quest

TEXT = ("Ender pearls drop from endermen.",)
BOOK = book_of(quest(1, "Pearls", description=TEXT))
HAD = Progress(known=True, player="Alex")


class Turning:
    """A game that is another one at the second look."""

    def __init__(self, *books: QuestBook) -> None:
        self._scenes = iter([Scene(Standing(book, HAD), None) for book in books])

    async def scene(self, looker: Looker) -> Scene:
        return next(self._scenes)

    async def work(self, function: Callable[..., Any], *given: Any) -> Any:
        return function(*given)


class NoDatabase:
    """Keeps nothing."""

    async def entries(self, table: object) -> Mapping[str, object]:
        return {}

    async def replace(self, table: object, entries: object) -> None:
        pass


def gone() -> None:
    raise CompanionError(Failure.CANCELLED, "nobody asks any more")


async def found(*books: QuestBook, check: Callable[[], None] = lambda: None) -> list[str]:
    guides = Guides(Turning(*books), NoDatabase())  # type: ignore[arg-type]
    call = ToolCall(UUID(int=1), "system:guide", "en_us", check)
    return [piece.title for _, piece in await guides.search("endermen", call)]


async def test_what_still_holds_is_told() -> None:
    assert await found(BOOK, BOOK) == ["Pearls"]


LATER = {
    "hidden": book_of(quest(1, "Pearls", description=TEXT, rules=HIDDEN)),
    "gone": book_of(quest(2, "Other", description=TEXT)),
    "worded anew": book_of(quest(1, "Pearls", description=("Endermen sell pearls.",))),
    "in another language": replace(BOOK, locale="zh_cn"),
}


@pytest.mark.behaviour("GUIDE-005")
@pytest.mark.parametrize("later", LATER.values(), ids=LATER.keys())
async def test_what_changed_during_the_search_is_not_told(later: QuestBook) -> None:
    assert await found(BOOK, later) == []


@pytest.mark.behaviour("GUIDE-005")
async def test_nobody_is_told_once_the_caller_is_gone() -> None:
    with pytest.raises(CompanionError) as caught:
        await found(BOOK, BOOK, check=gone)
    assert caught.value.failure is Failure.CANCELLED
