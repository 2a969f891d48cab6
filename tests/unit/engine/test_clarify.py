"""What is offered when words were not clear."""

from __future__ import annotations

from companion.engine.answer import Call
from companion.engine.registry import MODULES
from companion.engine.routing.clarify import MOST_CANDIDATES, clarified, corrected
from companion.engine.routing.commands import BadCommand, CommandTree
from companion.language.phrase import literal
from companion.protocol.cards.builder import ServerAction
from companion.protocol.cards.selection import Candidate, SelectionCard
from tests.helpers.engine_client import words

ACTIONS = tuple(action for module in MODULES for action in module.actions)


def labels(*calls: Call, suggested: tuple[Candidate, ...] = (), locale: str = "en_us") -> list[str]:
    card = clarified(calls, suggested, ACTIONS).card
    assert isinstance(card, SelectionCard)
    return [words(candidate.label, locale) for candidate in card.candidates]


def named(number: int) -> Candidate:
    return Candidate(literal(f"Quest {number}"), ServerAction("a:b", {"quest": str(number)}))


def test_a_place_is_offered_in_the_words_one_opens_it_with() -> None:
    opening = Call("system:quest_number", {"number": "2"})
    last = Call("system:quest_number", {"number": "-1"})
    assert labels(opening, last)[:2] == ["Open number 2", "Open the last one"]
    assert labels(last, locale="zh_cn")[0] == "打开最后一个"


def test_what_is_never_offered_makes_room_for_the_next() -> None:
    assert labels(Call("system:no_card"), Call("system:help"))[0] == "Help"


def test_the_same_action_is_offered_once() -> None:
    offered = labels(Call("system:help"), Call("system:help"))
    assert offered.count("Help") == 1


def test_names_go_first_but_never_push_the_nearest_sentence_out() -> None:
    offered = labels(Call("system:help"), suggested=tuple(named(n) for n in range(1, 6)))
    assert offered == ["Quest 1", "Quest 2", "Help", "Quest 3"]
    assert len(offered) == MOST_CANDIDATES


def test_without_a_sentence_names_may_fill_the_card() -> None:
    offered = labels(suggested=tuple(named(n) for n in range(1, 6)))
    assert offered == ["Quest 1", "Quest 2", "Quest 3", "Quest 4"]


def test_an_operator_s_command_is_told_where_it_is_typed() -> None:
    tree = CommandTree(())
    for line in ("/system", "/system grant Alex", "/SYSTEM"):
        bad = tree.parse(line)
        assert isinstance(bad, BadCommand)
        assert "console" in words(corrected(bad).result.text, "en_us")


def test_a_name_that_nobody_knows_is_offered_as_something_to_look_for() -> None:
    assert labels(Call("system:quest_find", {"name": "zzzz"}))[0].startswith("Look for “zzzz”")
