"""Commands: names, aliases, arguments, and what is said of wrong ones."""

from __future__ import annotations

import pytest

from companion.engine.answer import Call
from companion.engine.module import NoInput
from companion.engine.registry import MODULES
from companion.engine.routing.command import AgentCommand
from companion.engine.routing.commands import BadCommand, CommandTree, Owned
from companion.engine.routing.examples import load_examples
from companion.engine.routing.route import routes_of

TREE = CommandTree(
    Owned(r.commands, {r.action: r.input})
    for r in routes_of((a for m in MODULES for a in m.actions), load_examples())
)


@pytest.mark.behaviour("ROUTE-024", "ROUTE-025", "ROUTE-030")
@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("/quests", Call("system:quest_list")),
        ("/QUESTS ", Call("system:quest_list")),
        ("／查看任务", Call("system:quest_list")),
        ("/next", Call("system:quest_next")),
        ("/open 2", Call("system:quest_number", {"number": "2"})),
        ("/打开 第二个", Call("system:quest_number", {"number": "2"})),
        ("/open last", Call("system:quest_number", {"number": "-1"})),
        ("/quest Stone  Age", Call("system:quest_find", {"name": "Stone  Age"})),
        ("/ITEM Diamond Sword", Call("system:item_sources", {"item": "Diamond Sword"})),
        ("/帮助", Call("system:help")),
        ("/ 打开\u30002", Call("system:quest_number", {"number": "2"})),
        ("／quest\tStone", Call("system:quest_find", {"name": "Stone"})),
    ],
)
def test_a_command_becomes_a_call(text: str, call: Call) -> None:
    assert TREE.parse(text) == call


@pytest.mark.behaviour("ROUTE-031", "ROUTE-032")
@pytest.mark.parametrize(
    ("text", "name", "known"),
    [
        ("/open", "/open", True),
        ("/open stone age", "/open", True),
        ("/quests now", "/quests", True),
        ("/quest", "/quest", True),
        ("/opne 2", "/open", False),
        ("/xyzzy", "", False),
        ("/", "", False),
    ],
)
def test_a_wrong_command_is_never_guessed(text: str, name: str, known: bool) -> None:
    assert TREE.parse(text) == BadCommand(name, known)


@pytest.mark.behaviour("ROUTE-033")
def test_ordinary_words_are_no_command() -> None:
    assert TREE.parse("quests please") is None


@pytest.mark.behaviour("ROUTE-029")
def test_two_commands_of_one_name_are_refused() -> None:
    one, other = (AgentCommand.literal("test:a", "does", name) for name in ("help", "HELP"))
    with pytest.raises(ValueError, match="help"):
        CommandTree([Owned((one, other), {"test:a": NoInput})])


def test_completion_lists_every_command_once() -> None:
    names = [command.name for command in TREE.listed("en_us")]
    mine = ["/quests", "/next", "/open", "/quest", "/claimable", "/submittable", "/gifts"]
    assert names[:7] == mine
    assert len(names) == len(set(names))
    assert {"/items", "/help"} <= set(names)


def test_completion_begins_with_chinese_names_for_chinese_players() -> None:
    names = [command.name for command in TREE.listed("zh_cn")]
    assert names[:3] == ["/任务", "/下一步", "/打开"]
    assert "/quests" in names
