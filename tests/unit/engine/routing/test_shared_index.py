"""Engines with the same sentences share one index; any other sentence makes it another one."""

from __future__ import annotations

import dataclasses

import pytest

from companion.engine.routing.profile import RoutingProfile
from companion.engine.routing.sentences import Sentences
from companion.engine.routing.shared_index import index_of
from companion.language.hearing import Hearing
from companion.language.lexical import Example

EXAMPLES = (Example("a:list", "show my quests"), Example("a:help", "what can you do"))
SAME = {("tasks",): ("quests",)}
SENTENCES = Sentences(
    Hearing(SAME, frozenset({("please",)}), frozenset({("now",)})),
    {"a:no": RoutingProfile.hints((), ("how is the weather",))},
)


def hearing(**changed: object) -> Sentences:
    return dataclasses.replace(SENTENCES, hearing=dataclasses.replace(SENTENCES.hearing, **changed))  # type: ignore[arg-type]


def best(sentences: Sentences, text: str, *examples: Example) -> str:
    ranked = index_of((*EXAMPLES, *examples), sentences).rank(text)
    return ranked[0].label if ranked else ""


def test_the_same_sentences_in_any_order_are_one_index() -> None:
    again = Sentences(
        Hearing(dict(SAME), frozenset({("please",)}), frozenset({("now",)})),
        {"a:no": RoutingProfile.hints((), ("how is the weather",))},
    )
    assert index_of(EXAMPLES, SENTENCES) is index_of(reversed(EXAMPLES), again)


@pytest.mark.parametrize(
    "other",
    [
        hearing(same={("jobs",): ("quests",)}),
        hearing(same={("tasks",): ("help",)}),
        hearing(fillers=frozenset({("well",)})),
        hearing(endings=frozenset({("thanks",)})),
        dataclasses.replace(SENTENCES, rejected={}),
    ],
    ids=["what means the same", "what it means", "fillers", "endings", "what is rejected"],
)
def test_what_is_heard_otherwise_has_an_index_of_its_own(other: Sentences) -> None:
    assert index_of(EXAMPLES, SENTENCES) is not index_of(EXAMPLES, other)


def test_one_example_more_is_found_though_the_index_without_it_was_built_before() -> None:
    assert best(SENTENCES, "open the shop") == ""
    assert best(SENTENCES, "open the shop", Example("a:shop", "open the shop")) == "a:shop"


def test_one_synonym_more_is_heard_though_the_index_without_it_was_built_before() -> None:
    assert best(SENTENCES, "jobs") == ""
    assert best(hearing(same={("jobs",): ("quests",)}), "jobs") == "a:list"


def test_a_kept_index_answers_as_a_new_one_does() -> None:
    kept = [index_of(EXAMPLES, SENTENCES).rank(one.text) for one in EXAMPLES]
    again = [index_of(list(EXAMPLES), SENTENCES).rank(one.text) for one in EXAMPLES]
    assert kept == again
    assert [ranked[0].label for ranked in kept] == ["a:list", "a:help"]
