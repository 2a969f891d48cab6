"""Sentences that hang on a name of the pack, while its first book is still being read."""

from __future__ import annotations

import asyncio
import threading

import pytest

from companion.support.errors import Failure, LinkError
from tests.helpers.engine_client import mind, words
from tests.helpers.engine_link import FakeLink, book_of, quest

BOOK = book_of(quest(1, "Stone Age"))


async def settled() -> None:
    """Let everything run that waits for no other thread."""
    for _ in range(200):
        await asyncio.sleep(0)


@pytest.mark.parametrize(
    ("sentence", "action"),
    [
        ("how do I get a frobnicator", "system:selection"),
        ("how do I get stone age", "system:quest_find"),
        ("show my quests", "system:quest_list"),
    ],
)
async def test_an_answer_right_after_the_start_is_that_of_later(sentence: str, action: str) -> None:
    gate = threading.Event()
    async with mind(FakeLink(BOOK, gate=gate)) as someone:
        asked = asyncio.ensure_future(someone.say(sentence))  # noqa: TID251 - awaited below
        await settled()
        gate.set()
        first, first_answer = await asked
        later, later_answer = await someone.say(sentence)
    assert (first, later) == (action, action)
    assert words(first_answer.text) == words(later_answer.text)


async def test_a_command_and_what_needs_no_name_wait_for_no_book() -> None:
    gate = threading.Event()
    async with mind(FakeLink(BOOK, gate=gate)) as someone:
        try:
            said, _ = await asyncio.wait_for(someone.say("help"), 60)
            typed, _ = await asyncio.wait_for(someone.say("/help"), 60)
        finally:
            gate.set()
    assert (said, typed) == ("system:help", "system:help")


async def test_a_book_that_cannot_be_read_is_the_answer_and_no_wait() -> None:
    broken = FakeLink(BOOK, error=LinkError(Failure.QUESTS_BROKEN, "one.snbt"))
    async with mind(broken) as someone:
        _, answer = await someone.say("how do I get stone age")
    assert answer.text.key == f"failure.{Failure.QUESTS_BROKEN}"
