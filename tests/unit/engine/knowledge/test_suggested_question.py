"""Which words are offered to be looked up, and what is looked up then."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.builtin.knowledge.module import suggest
from companion.protocol.cards.builder import ServerAction

NOBODY: Any = None


async def looked_up(words: str) -> list[object]:
    actions = [candidate.action for candidate in await suggest(words, NOBODY)]
    return [action.arguments["question"] for action in actions if isinstance(action, ServerAction)]


@pytest.mark.behaviour("KNOW-010")
@pytest.mark.parametrize(
    ("words", "question"),
    [
        ("what is zorbium", "what is zorbium"),
        ("look up zorbium", "zorbium"),
        ("please search for zorbium forge", "zorbium forge"),
        ("tell me about the nether", "the nether"),
        ("查一下下界合金", "下界合金"),
        ("帮我搜索 末影珍珠", "末影珍珠"),
    ],
)
async def test_a_question_and_a_wish_to_look_up_are_offered(words: str, question: str) -> None:
    assert await looked_up(words) == [question]


@pytest.mark.parametrize("words", ["look up", "open the door", "search", "zorbium", ""])
async def test_what_asks_nothing_is_not_offered(words: str) -> None:
    assert await looked_up(words) == []
