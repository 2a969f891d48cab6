"""Finding the example sentence that a text is most like."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.language.lexical import MAX_TOKENS, Example, Hearing, LexicalIndex, gap
from companion.language.numbers import ordinal

EXAMPLES = (
    Example("list", "show my quests"),
    Example("list", "查看任务"),
    Example("open", "open {place}"),
    Example("find", "how do i get {name}"),
    Example("find", "{name}怎么完成"),
    Example("help", "help"),
)
HEARING = Hearing(
    {("quiz",): ("quests",), ("so", "my"): ("show", "my")}, frozenset({("please",), ("um",)})
)
INDEX = LexicalIndex(
    EXAMPLES,
    HEARING,
    {"place": lambda text: ordinal(text) is not None, "name": lambda text: text != "it"},
)


def best(text: str) -> tuple[str, dict[str, str]]:
    match = INDEX.rank(text)[0]
    return match.label, dict(match.slots)


@pytest.mark.behaviour("ROUTE-005")
def test_an_example_itself_is_fully_similar_and_covered() -> None:
    match = INDEX.rank("Show my quests")[0]
    assert (match.label, match.similarity, match.coverage) == ("list", 1.0, 1.0)


@pytest.mark.parametrize(
    "text",
    ["um, show my quests please", "show my quiz", "so my quests", "shows my qests", "茶看人物"],
    ids=["fillers", "heard word", "heard words", "letters amiss", "homophones"],
)
def test_a_misheard_sentence_still_finds_its_example(text: str) -> None:
    match = INDEX.rank(text)[0]
    assert match.label == "list"
    assert match.similarity > 0.6


@pytest.mark.parametrize(
    ("text", "label", "slots"),
    [
        ("how do i get Stone Age", "find", {"name": "Stone Age"}),
        ("How do I get the Iron-Ingot?", "find", {"name": "the Iron-Ingot"}),
        ("石器时代怎么完成", "find", {"name": "石器时代"}),
        ("open the second one", "open", {"place": "the second one"}),
    ],
)
def test_a_slot_takes_the_words_as_they_were_written(
    text: str, label: str, slots: dict[str, str]
) -> None:
    assert best(text) == (label, slots)


def test_a_slot_refuses_words_it_does_not_accept() -> None:
    matches = INDEX.rank("open sesame")
    assert all("place" not in match.slots for match in matches)


def test_unknown_words_lower_the_coverage() -> None:
    assert INDEX.rank("show my quests in the nether")[0].coverage < 0.6


def test_each_label_comes_once_best_first() -> None:
    matches = INDEX.rank("show my help")
    assert [m.label for m in matches] == list(dict.fromkeys(m.label for m in matches))
    assert [m.similarity for m in matches] == sorted((m.similarity for m in matches), reverse=True)


@pytest.mark.parametrize("text", ["", "?!", "xyzzy", "word " * (MAX_TOKENS + 1)])
def test_what_has_nothing_in_common_matches_nothing(text: str) -> None:
    assert INDEX.rank(text) == ()


@given(st.text(max_size=80))
def test_scores_stay_within_their_bounds(text: str) -> None:
    for match in INDEX.rank(text):
        assert 0.0 < match.similarity <= 1.000001
        assert 0.0 <= match.coverage <= 1.000001
        assert all(words in text for words in match.slots.values())


LAMPS = LexicalIndex(
    [
        Example("on", "switch the lamp on"),
        Example("on", "lamp on"),
        Example("off", "switch the lamp off"),
        Example("off", "lamp off"),
        Example("other", "sing a song"),
        Example("other", "boil an egg"),
    ],
    Hearing(),
    loose=frozenset({"other"}),
)


@pytest.mark.behaviour("ROUTE-005", "ROUTE-009")
def test_two_labels_that_fit_alike_have_no_distance() -> None:
    ranked = LAMPS.rank("switch the lamp")
    assert {m.label for m in ranked[:2]} == {"on", "off"}
    assert gap(ranked) < 0.05 < gap(LAMPS.rank("lamp on"))
    assert gap(()) == 0.0


def test_a_label_that_the_other_likeness_prefers_leaves_no_distance() -> None:
    apart = (LAMPS.rank("lamp on")[0]._replace(nearest=0.6, common=0.3),)
    other = LAMPS.rank("lamp off")[0]._replace(nearest=0.3, common=0.6)
    assert gap((*apart, other)) == 0.0


def test_a_label_without_a_theme_is_as_near_as_its_nearest_example() -> None:
    match = next(m for m in LAMPS.rank("sing an egg") if m.label == "other")
    assert match.common >= match.nearest


def test_braces_are_nothing_special_without_slots() -> None:
    index = LexicalIndex([Example("a", "open {name} now")], Hearing())
    assert index.rank("open name now")[0].similarity == 1.0


@pytest.mark.behaviour("ROUTE-013")
def test_a_text_in_both_languages_is_held_against_both() -> None:
    index = LexicalIndex([Example("list", "show quests"), Example("list", "查看任务")], Hearing())
    assert index.rank("show 任务")[0].label == "list"
    assert index.rank("show quests 查看任务")[0].similarity > 0.4


@pytest.mark.behaviour("ROUTE-005")
def test_the_same_text_has_the_same_scores_whatever_the_order_of_the_examples() -> None:
    turned = LexicalIndex(
        reversed(EXAMPLES),
        HEARING,
        {"place": lambda text: ordinal(text) is not None, "name": lambda text: text != "it"},
    )
    for text in ("show quests", "how do i get to it", "open the last one"):
        assert turned.rank(text) == INDEX.rank(text)


def test_the_words_around_a_slot_are_heard_as_one_sentence() -> None:
    hearing = Hearing(fillers=frozenset({("ba",)}))
    index = LexicalIndex([Example("a", "ba {name} open")], hearing, {"name": lambda _: True})
    assert index.rank("ba Stone Age open")[0].slots == {"name": "Stone Age"}


def test_an_example_without_words_and_an_index_without_examples_match_nothing() -> None:
    assert LexicalIndex([Example("a", "?!")], Hearing()).rank("anything") == ()
