"""The past: restored, searched, exported; never anything to press."""

from __future__ import annotations

import json
from uuid import UUID

import pytest

from companion.client.past import MAX_TURNS, PastTurn, as_json, as_text, restored, search
from companion.language.phrase import Phrase, literal
from companion.protocol.responses import AssistantTurn, History, UserTurn
from tests.helpers.client_rig import quest_list

ONE = UUID(int=1)
TURNS = (
    PastTurn(is_player=True, at=0.0, words=literal("Show my QUESTS")),
    PastTurn(is_player=False, at=60.0, words=literal("Here they are"), cards=(quest_list(3),)),
    PastTurn(is_player=True, at=120.0, words=literal("任务在哪里")),
)


def text(words: Phrase) -> str:
    return words.text or words.key


def test_only_the_newest_turns_of_a_long_past_are_kept() -> None:
    entries = tuple(UserTurn(ONE, float(n), str(n)) for n in range(MAX_TURNS + 50))
    past = restored(History(ONE, entries))
    assert len(past.turns) == MAX_TURNS
    assert past.turns[-1].words.text == str(MAX_TURNS + 49)


def test_a_failed_answer_of_the_past_says_so() -> None:
    past = restored(History(ONE, (AssistantTurn(ONE, 1.0, literal("no"), code="busy"),)))
    assert past.turns[0].failed


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("quests show", [0]),
        ("  QUEST ", [0, 1]),
        ("在哪", [2]),
        ("", [0, 1, 2]),
        ("nothing of it", []),
        ("<b>", []),
        ("x" * 100_000, []),
    ],
    ids=["all words", "case and cards", "chinese", "empty", "none", "markup", "long"],
)
def test_a_search_finds_turns_that_hold_all_its_words(wanted: str, found: list[int]) -> None:
    assert search(TURNS, wanted, text) == tuple(TURNS[n] for n in found)


def test_a_text_file_holds_who_said_what_when() -> None:
    lines = as_text(TURNS[:1], text, ("You", "Companion"))
    assert lines == "[1970-01-01 00:00:00] You: Show my QUESTS\n"
    assert as_text((), text, ("You", "Companion")) == ""


def test_a_json_file_can_be_read_again() -> None:
    rows = json.loads(as_json(TURNS, text))
    assert [row["role"] for row in rows] == ["user", "assistant", "user"]
    assert rows[1]["cards"]


@pytest.mark.parametrize("at", [1e300, -1e300, float("nan"), float("inf")])
def test_a_time_that_is_none_does_not_stop_an_export(at: float) -> None:
    assert "hi" in as_text(
        (PastTurn(is_player=True, at=at, words=literal("hi")),), text, ("You", "It")
    )
