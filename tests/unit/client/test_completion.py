"""Completion: the client's table and the server's tree in one list, stale results dropped."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.client.completion import MOST, complete, local_command
from companion.client.contributions.cache import Contributions
from companion.client.events import EngineDescribed
from companion.client.reducer import reduce
from companion.client.state import ClientState
from companion.language.phrase import phrase
from companion.protocol.command_tree import CommandNode
from tests.helpers.client_things import engine

TREE = (
    CommandNode(("quests", "任务"), ends=True, does=phrase("engine.command.quests")),
    CommandNode(
        ("system",),
        children=(
            CommandNode(
                ("grant",), children=(CommandNode(("who",), "player", suggests=("Alex",)),)
            ),
            CommandNode(("settings",), ends=True),
        ),
    ),
    CommandNode(
        ("find",), children=(CommandNode(("text",), "text", True, suggests=("iron ore",)),)
    ),
)


def state() -> ClientState:
    return reduce(ClientState(), EngineDescribed(engine(tree=TREE)))


def words(text: str, at: ClientState | None = None) -> list[str]:
    made = complete(text, Contributions().commands, at or state())
    return [one.word for one in made.suggestions]


@pytest.mark.behaviour("CLIENT-015")
def test_local_and_server_words_after_system_are_one_list_without_repeats() -> None:
    assert words("/system ") == ["settings", "simple", "full", "grant"]
    assert words("/system s") == ["settings", "simple"]


@pytest.mark.behaviour("CLIENT-014")
def test_what_is_completed_locally_is_also_carried_out_locally() -> None:
    commands = Contributions().commands
    for bound in commands:
        line = "/" + " ".join(bound.command.words)
        assert local_command(line, commands, ClientState()) is bound.command
        assert bound.command.words[-1] in words(line, ClientState())


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("/que", ["quests"]),
        ("/QUE", ["quests"]),
        ("/任", ["任务"]),
        ("／que", ["quests"]),
        ("/system grant A", ["Alex"]),
        ("/find ", ["iron ore"]),
        ("/nothing of it ", []),
        ("que", []),
        ("", []),
    ],
)
def test_words_are_completed_where_they_stand(typed: str, offered: list[str]) -> None:
    assert words(typed) == offered


def test_a_taken_suggestion_keeps_what_was_typed_before_it() -> None:
    (one,) = complete("/system grant A", (), state()).suggestions
    assert one.line == "/system grant Alex"


@pytest.mark.behaviour("CLIENT-017")
def test_a_result_for_an_older_command_revision_is_stale() -> None:
    before = state()
    made = complete("/que", (), before)
    assert not made.is_stale(before)
    same = reduce(before, EngineDescribed(engine(tree=TREE, open_quests=3)))
    assert not made.is_stale(same)
    changed = reduce(before, EngineDescribed(engine(tree=TREE[:1])))
    assert made.is_stale(changed)


@pytest.mark.behaviour("CLIENT-053")
def test_suggestions_are_those_of_the_newest_tree() -> None:
    newer = engine(
        tree=(CommandNode(("open",), children=(CommandNode(("n",), "word", suggests=("b",)),)),)
    )
    older = engine(
        tree=(CommandNode(("open",), children=(CommandNode(("n",), "word", suggests=("a",)),)),)
    )
    at = reduce(state(), EngineDescribed(older))
    assert words("/open ", at) == ["a"]
    assert words("/open ", reduce(at, EngineDescribed(newer))) == ["b"]


def test_a_tree_of_a_million_suggestions_gives_a_short_list() -> None:
    many = CommandNode(("w",), "word", suggests=tuple(f"w{n}" for n in range(1_000_000)))
    huge = replace(state(), engine=engine(tree=(CommandNode(("x",), children=(many,)),)))
    assert len(words("/x w", huge)) == MOST


def test_a_tree_deeper_than_what_was_typed_is_walked_no_further() -> None:
    node = CommandNode(("end",))
    for _ in range(500):
        node = CommandNode(("deep",), children=(node,))
    deep = replace(state(), engine=engine(tree=(node,)))
    assert words("/deep deep d", deep) == ["deep"]
