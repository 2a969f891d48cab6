"""When a sentence alone is enough to choose an action, and when it is not."""

from __future__ import annotations

import dataclasses

import pytest

from companion.engine.answer import Call
from companion.engine.config.semantic import IndexLanguage
from companion.engine.execution.selection import Selection
from companion.engine.routing.decision import AgentAction, Doubt
from companion.engine.routing.guard import is_complex
from companion.engine.routing.local import LocalMatch, LocalRouter, Measured
from companion.engine.routing.profile import RoutingProfile
from companion.engine.routing.route import Route
from companion.engine.routing.sentences import Sentences
from tests.helpers.routing_routes import (
    FIND,
    ITEM,
    LOOK,
    OPEN,
    REJECTED,
    ROUTES,
    Named,
    Nothing,
    Place,
    Stack,
)

ROUTER = LocalRouter(ROUTES, Sentences(rejected=REJECTED))
SHIPPED = Measured()


def match(text: str, router: LocalRouter = ROUTER) -> LocalMatch:
    return router.match(text, SHIPPED)


@pytest.mark.behaviour("ROUTE-013")
@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("Show the map!", AgentAction("test:look", Nothing())),
        ("打开地图", AgentAction("test:look", Nothing())),
        ("how far is Oak Ville", AgentAction("test:find", Named("Oak Ville"))),
        ("去橡木村怎么走", AgentAction("test:find", Named("橡木村"))),
        ("look up item minecraft:stone", AgentAction("test:item", Stack("minecraft:stone"))),
        ("查询物品 minecraft:stone", AgentAction("test:item", Stack("minecraft:stone"))),
    ],
)
def test_a_sentence_of_either_language_chooses(text: str, action: AgentAction) -> None:
    found = match(text)
    assert (found.action, found.doubt) == (action, None)


def test_a_place_alone_goes_to_whoever_takes_places_in_a_list() -> None:
    profile = RoutingProfile.read(lambda _: {}, (), ("row {place}",), {"place": "number"})
    row = dataclasses.replace(OPEN, profile=profile)
    chosen = match("the second one", LocalRouter((row,), Sentences()))
    assert (chosen.action, chosen.doubt) == (AgentAction("test:open", Place(2)), None)


@pytest.mark.behaviour("ROUTE-010")
@pytest.mark.parametrize(
    "change",
    [
        {"profile": RoutingProfile.hints(LOOK.profile.chinese, LOOK.profile.english)},
        {"interactive": False},
        {"write_steps": 1},
        {"has_writing_tools": True},
        {"selection": Selection.EXPLICIT_ONLY},
        {"selection": Selection.STRUCTURED_ONLY},
    ],
    ids=["hints only", "not interactive", "may write", "a tool writes", "explicit", "structured"],
)
def test_one_condition_that_fails_is_enough_to_not_choose(change: dict[str, object]) -> None:
    route = dataclasses.replace(LOOK, **change)  # type: ignore[arg-type]
    router = LocalRouter((route, FIND), Sentences())
    assert match("show the map").doubt is None
    assert match("show the map", router).doubt is Doubt.NOT_DIRECT


@pytest.mark.behaviour("ROUTE-009")
@pytest.mark.parametrize(
    ("text", "thresholds", "doubt"),
    [
        ("show something", Measured(similarity=0.9), Doubt.LOW_SCORE),
        ("show the map", Measured(gap=1.0), Doubt.SMALL_GAP),
        ("show the map of the nether roof", Measured(0.1, 0.0, 0.99), Doubt.LOW_COVERAGE),
        ("look up item", Measured(0.1, 0.0, 0.0), Doubt.MISSING_ARGUMENT),
        ("will it rain today", SHIPPED, Doubt.UNFAMILIAR),
        ("xyzzy plugh", SHIPPED, Doubt.UNFAMILIAR),
        ("show the " + "map " * 40, SHIPPED, Doubt.COMPLEX),
        ("don't show the map", Measured(0.1, 0.0, 0.0), Doubt.COMPLEX),
        ("不要打开地图", Measured(0.1, 0.0, 0.0), Doubt.COMPLEX),
    ],
)
def test_each_kind_of_doubt_is_told(text: str, thresholds: Measured, doubt: Doubt) -> None:
    found = ROUTER.match(text, thresholds)
    assert found.doubt is doubt


@pytest.mark.behaviour("ROUTE-014", "ROUTE-055")
@pytest.mark.parametrize(
    "text", ["look up item diamond", "look up item minecraft:a or item minecraft:b"]
)
def test_an_extractor_that_finds_nothing_prevents_the_choice(text: str) -> None:
    found = match(text)
    assert (found.action, found.doubt is None) == (None, False)


@pytest.mark.behaviour("ROUTE-055")
def test_arguments_that_the_type_refuses_prevent_the_choice() -> None:
    profile = RoutingProfile.read(lambda _: {"item": 5, "offset": "far"}, (), ("the stack",))
    router = LocalRouter((Route("test:stack", Stack, profile=profile),), Sentences())
    assert match("the stack", router).doubt is Doubt.MISSING_ARGUMENT


VAGUE = {"test:no": RoutingProfile.hints((), ("which way is {name}",))}


@pytest.mark.behaviour("ROUTE-009", "ROUTE-041")
def test_with_the_packs_names_at_hand_only_they_are_surely_names() -> None:
    names = {"Oakville", "橡木村"}
    router = LocalRouter(ROUTES, Sentences(rejected=VAGUE, is_known=names.__contains__))
    assert match("which way is Oakville", router).action == AgentAction(
        "test:find", Named("Oakville")
    )
    assert match("去橡木村怎么走", router).doubt is None
    unknown = match("how far is Paris", router)
    assert (unknown.doubt, unknown.near) == (
        Doubt.UNKNOWN_NAME,
        (Call("test:find", {"name": "Paris"}),),
    )


@pytest.mark.behaviour("ROUTE-009", "ROUTE-047")
def test_without_them_what_may_be_about_anything_is_only_a_candidate() -> None:
    found = match("which way is Oakville", LocalRouter(ROUTES, Sentences(rejected=VAGUE)))
    assert found.doubt is not None
    assert found.near == (Call("test:find", {"name": "Oakville"}),)
    assert match("how far is Oakville").doubt is None


@pytest.mark.behaviour("ROUTE-047")
def test_what_is_rejected_only_keeps_others_from_being_sure() -> None:
    without = LocalRouter((LOOK,), Sentences())
    rejected = {"test:no": RoutingProfile.hints((), ("show the map to my friend",))}
    router = LocalRouter((LOOK,), Sentences(rejected=rejected))
    text = "show the map to my friends"
    assert match(text, without).scores.action == "test:look"
    assert match(text, router).doubt is Doubt.UNFAMILIAR
    assert match("show the map", router).doubt is None


@pytest.mark.behaviour("ROUTE-047")
def test_what_is_rejected_cannot_have_an_actions_name() -> None:
    with pytest.raises(ValueError, match="test:look"):
        LocalRouter(ROUTES, Sentences(rejected={"test:look": RoutingProfile()}))


@pytest.mark.behaviour("ROUTE-041")
def test_candidates_take_their_arguments_from_the_words_alone() -> None:
    found = ROUTER.match("how far is Oakville", Measured(similarity=1.1))
    assert found.near[0] == Call("test:find", {"name": "Oakville"})


@pytest.mark.behaviour("ROUTE-007", "SET-037", "ROUTE-059")
def test_an_operators_sentences_count_from_the_next_start_on() -> None:
    added = {"test:look": ("unroll the parchment",), "test:gone": ("hello",)}
    restarted = LocalRouter(ROUTES, Sentences(added=added))
    assert match("unroll the parchment").doubt is Doubt.LOW_SCORE
    assert match("unroll the parchment", restarted).doubt is None
    assert restarted.faults == ("examples: nobody does test:gone",)


@pytest.mark.behaviour("SET-037")
@pytest.mark.parametrize(
    ("language", "understood"),
    [
        (IndexLanguage.BOTH, [True, True]),
        (IndexLanguage.ENGLISH, [True, False]),
        (IndexLanguage.CHINESE, [False, True]),
    ],
)
def test_the_index_holds_the_languages_it_is_built_for(
    language: IndexLanguage, understood: list[bool]
) -> None:
    router = LocalRouter(ROUTES, Sentences(language=language))
    assert [match(t, router).doubt is None for t in ("show the map", "打开地图")] == understood


@pytest.mark.behaviour("ROUTE-005")
def test_scores_are_the_same_each_time_an_index_is_built() -> None:
    again = LocalRouter(reversed(ROUTES), Sentences(rejected=REJECTED))
    for text in ("open a map", "how far is it to Oakville", "打开一下地图", "tell a legend"):
        assert match(text, again).scores == match(text).scores


def test_arguments_are_found_for_an_action_that_is_named() -> None:
    assert ROUTER.extract("test:look", "whatever") == AgentAction("test:look", Nothing())
    assert ROUTER.extract("test:find", "whatever") is None
    assert ROUTER.extract("test:item", "a minecraft:stone") == AgentAction(
        "test:item", Stack("minecraft:stone")
    )


@pytest.mark.behaviour("ROUTE-013")
@pytest.mark.parametrize(
    ("chinese", "english"), [(("hello",), ()), ((), ("你好",))], ids=["english", "chinese"]
)
def test_a_sentence_in_the_wrong_list_is_refused(
    chinese: tuple[str, ...], english: tuple[str, ...]
) -> None:
    with pytest.raises(ValueError, match="not a sentence in"):
        RoutingProfile.hints(chinese, english)


@pytest.mark.behaviour("ROUTE-009")
@pytest.mark.parametrize(
    "text",
    [
        "don’t show my quests",
        "if it rains show the map",
        "show the map. then sell it",
        "show the map and then close it",
        "如果下雨就打开地图",
        "别打开地图",
        "x" * 201,
        "show\nthe map",
    ],
)
def test_a_complex_utterance_is_recognised(text: str) -> None:
    assert is_complex(text)


@pytest.mark.parametrize("text", ["show the map.", "打开地图。", "What now?", "the 2.5 version"])
def test_a_simple_utterance_is_not_complex(text: str) -> None:
    assert not is_complex(text)


def test_the_helpers_routes_are_what_the_tests_say() -> None:
    assert [r.action for r in (LOOK, FIND, ITEM) if r.is_direct] == [
        "test:look",
        "test:find",
        "test:item",
    ]
