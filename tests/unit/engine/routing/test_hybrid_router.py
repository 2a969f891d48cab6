"""The order in which words are understood, and what each step may do."""

from __future__ import annotations

import pytest

from companion.engine.answer import Call
from companion.engine.config.semantic import RoutingMode
from companion.engine.routing.capabilities import ASK_BACK, Proposal
from companion.engine.routing.decision import AgentAction, Doubt, RouteSource
from companion.support.errors import CompanionError, Failure
from tests.helpers.routing_routes import (
    ALICE,
    ROUTES,
    FakeRoutingModel,
    Named,
    Nothing,
    Rig,
    asker,
    bob,
)

LOOK = Proposal("test:look")
VAGUE = "where on earth am i"


@pytest.mark.behaviour("ROUTE-003", "ROUTE-055")
async def test_button_command_sentence_and_model_give_one_and_the_same_action() -> None:
    rig, model = Rig(), FakeRoutingModel(Proposal("test:find", '{"name": "Oakville"}'))
    router, who = rig.router, asker(model)
    decisions = [
        router.structured(Call("test:find", {"name": "Oakville"}), who),
        await router.route("/find Oakville", who),
        await router.route("which way is Oakville", who),
        await router.route(VAGUE, who),
    ]
    assert [d.source for d in decisions] == ["structured", "command", "local", "model"]
    assert {d.chosen for d in decisions} == {AgentAction("test:find", Named("Oakville"))}


@pytest.mark.behaviour("ROUTE-001", "ROUTE-004")
@pytest.mark.parametrize(
    ("words", "source", "calls"),
    [
        ("/map", RouteSource.COMMAND, 0),
        ("show the map", RouteSource.LOCAL, 0),
        (VAGUE, RouteSource.MODEL, 1),
    ],
)
async def test_each_step_is_asked_only_when_those_before_it_left_it_open(
    words: str, source: RouteSource, calls: int
) -> None:
    model = FakeRoutingModel(LOOK)
    decision = await Rig().router.route(words, asker(model))
    assert (decision.source, len(model.asked)) == (source, calls)


@pytest.mark.behaviour("ROUTE-031", "ROUTE-032")
@pytest.mark.parametrize("words", ["/row", "/row high", "/nonsense", "/", "/system", "/system row"])
async def test_a_wrong_command_never_reaches_the_model(words: str) -> None:
    model = FakeRoutingModel(LOOK)
    decision = await Rig().router.route(words, asker(model))
    assert decision.mistake is not None
    assert (decision.chosen, model.asked) == (None, [])


@pytest.mark.behaviour("ROUTE-033")
async def test_ordinary_words_that_begin_like_a_command_go_on() -> None:
    model = FakeRoutingModel(LOOK)
    decision = await Rig().router.route("map of the human brain", asker(model))
    assert (decision.source, len(model.asked)) == (RouteSource.MODEL, 1)


@pytest.mark.behaviour("ROUTE-006", "SET-041")
async def test_off_leaves_sentences_to_the_model() -> None:
    rig, model = Rig(), FakeRoutingModel(LOOK)
    rig.settings.write(mode=RoutingMode.OFF)
    decision = await rig.router.route("show the map", asker(model))
    assert (decision.source, decision.doubt) == (RouteSource.MODEL, Doubt.OFF)


@pytest.mark.behaviour("ROUTE-006")
async def test_shadow_tells_what_would_have_been_chosen_and_does_not_choose_it() -> None:
    rig, model = Rig(), FakeRoutingModel(Proposal("test:tell"))
    rig.settings.write(mode=RoutingMode.SHADOW)
    decision = await rig.router.route("show the map", asker(model))
    assert (decision.source, decision.doubt) == (RouteSource.MODEL, Doubt.SHADOW)
    assert decision.scores.action == "test:look"


@pytest.mark.behaviour("SET-036", "ROUTE-059")
async def test_mode_and_thresholds_count_from_the_next_sentence_on() -> None:
    rig = Rig()
    words = "open the map"
    sure = await rig.router.route(words, asker())
    rig.settings.write(similarity=1.0)
    unsure = await rig.router.route(words, asker())
    assert (sure.source, unsure.source) == (RouteSource.LOCAL, RouteSource.LOCAL_FALLBACK)
    assert unsure.doubt is Doubt.LOW_SCORE


@pytest.mark.behaviour("ROUTE-016")
async def test_what_is_explicit_only_is_not_chosen_by_a_perfect_match_but_by_a_model() -> None:
    router = Rig().router
    alone = await router.route("tell me a legend", asker())
    asked = await router.route("tell me a legend", asker(FakeRoutingModel(Proposal("test:tell"))))
    assert (alone.source, alone.doubt) == (RouteSource.LOCAL_FALLBACK, Doubt.NOT_DIRECT)
    assert asked.source is RouteSource.MODEL


@pytest.mark.behaviour("ROUTE-017", "ROUTE-018")
async def test_what_is_structured_only_is_reached_by_command_and_button_alone() -> None:
    model = FakeRoutingModel(Proposal("test:draw"))
    router, who = Rig().router, asker(model)
    assert (await router.route("/draw", who)).source is RouteSource.COMMAND
    assert router.structured(Call("test:draw"), who).chosen == AgentAction("test:draw", Nothing())
    with pytest.raises(CompanionError, match="not one of the choices"):
        await router.route("draw the prize now", who)


@pytest.mark.behaviour("ROUTE-012", "ROUTE-053")
async def test_what_writes_is_never_chosen_by_its_sentences() -> None:
    decision = await Rig().router.route("i want to buy a boat ticket", asker())
    assert decision.scores.action == "test:buy"
    assert (decision.chosen, decision.doubt) == (None, Doubt.NOT_DIRECT)
    assert "test:buy" not in {call.action for call in decision.candidates}


@pytest.mark.behaviour("ROUTE-019")
async def test_explicit_only_costs_no_second_model_call() -> None:
    model = FakeRoutingModel(Proposal("test:tell"))
    await Rig().router.route("tell me a legend", asker(model))
    assert len(model.asked) == 1


@pytest.mark.behaviour("ROUTE-020", "ROUTE-021")
@pytest.mark.parametrize("action", ["test:draw", "test:tick", "test:gone", "system:clarif"])
async def test_a_model_gets_nowhere_with_an_action_it_was_not_offered(action: str) -> None:
    with pytest.raises(CompanionError) as refused:
        await Rig().router.route(VAGUE, asker(FakeRoutingModel(Proposal(action))))
    assert refused.value.failure is Failure.MODEL_GARBLED


@pytest.mark.behaviour("ROUTE-020")
@pytest.mark.parametrize("action", ["test:look", "test:tick"])
def test_a_button_for_what_a_player_may_not_have_is_refused(action: str) -> None:
    with pytest.raises(CompanionError) as refused:
        Rig().router.structured(Call(action), asker(without="test:look"))
    assert refused.value.failure is Failure.NOT_PERMITTED


@pytest.mark.behaviour("ROUTE-055")
@pytest.mark.parametrize(
    "call", [Call("test:find"), Call("test:open", {"number": "x"}), Call("test:gone")]
)
def test_a_button_with_wrong_arguments_is_refused(call: Call) -> None:
    with pytest.raises(CompanionError) as refused:
        Rig().router.structured(call, asker())
    assert refused.value.failure is Failure.INVALID_INPUT


@pytest.mark.behaviour("ROUTE-055")
async def test_a_command_with_arguments_that_its_type_refuses_is_a_mistake() -> None:
    router = Rig().router
    right, wrong = [await router.route(words, asker()) for words in ("/row 100", "/row 101")]
    assert (right.mistake, wrong.mistake is None) == (None, False)
    assert wrong.chosen is None


@pytest.mark.behaviour("ROUTE-023")
async def test_a_disabled_action_is_absent_from_every_way_in() -> None:
    model = FakeRoutingModel(ASK_BACK)
    router, who = Rig().router, asker(model, without="test:look")
    local = await router.route("show the map", who)
    command = await router.route("/map", who)
    assert (local.chosen, local.doubt) == (None, Doubt.NOT_AVAILABLE)
    assert command.mistake is not None
    assert "test:look" not in {c.capability_id for c in model.asked[0].capabilities}
    assert "test:look" not in {call.action for call in local.candidates}
    assert all(line.action != "test:look" for line in router.commands.help("en_us", who.source))
    assert "/map" not in router.commands.complete("/m", who.source)


@pytest.mark.behaviour("ROUTE-040", "ROUTE-004")
@pytest.mark.parametrize("words", [VAGUE, "asdf qwer", "legend"])
async def test_without_a_model_doubt_ends_in_candidates(words: str) -> None:
    decision = await Rig().router.route(words, asker())
    assert decision.source is RouteSource.LOCAL_FALLBACK
    assert Call("test:look") in decision.candidates


@pytest.mark.behaviour("ROUTE-045")
async def test_a_model_that_asks_back_leaves_this_requests_candidates() -> None:
    decision = await Rig().router.route(
        "show me to a map of the nether", asker(FakeRoutingModel(ASK_BACK))
    )
    assert decision.source is RouteSource.LOCAL_FALLBACK
    assert decision.candidates[0] == Call("test:look")


@pytest.mark.behaviour("ROUTE-043")
async def test_a_pressed_candidate_asks_no_model() -> None:
    model = FakeRoutingModel(ASK_BACK)
    router, who = Rig().router, asker(model)
    candidate = (await router.route(VAGUE, who)).candidates[0]
    pressed = router.structured(candidate, who)
    assert pressed.source is RouteSource.STRUCTURED
    assert len(model.asked) == 1


@pytest.mark.behaviour("ROUTE-048", "ROUTE-052")
async def test_a_models_choice_is_remembered_for_this_player_and_these_words_only() -> None:
    router, model = Rig().router, FakeRoutingModel(LOOK)
    router.learned(VAGUE, await router.route(VAGUE, asker(model)), asker())
    again = await router.route(VAGUE, asker(model))
    other = await router.route(VAGUE, bob(model))
    assert (again.source, other.source) == (RouteSource.CACHE, RouteSource.MODEL)
    assert len(model.asked) == 2


@pytest.mark.behaviour("ROUTE-048")
async def test_what_is_remembered_takes_its_arguments_from_the_words_anew() -> None:
    rig, words = Rig(), "how far is Oakville"
    rig.settings.write(similarity=1.5)
    rig.router.cache.remember(ALICE, words, "test:find")
    decision = await rig.router.route(words, asker())
    assert decision.source is RouteSource.CACHE
    assert decision.chosen is not None
    assert decision.chosen.given == Named("Oakville")


@pytest.mark.behaviour("ROUTE-044", "ROUTE-048")
async def test_neither_candidates_nor_writing_nor_explicit_choices_are_remembered() -> None:
    router = Rig().router
    for proposal in (
        ASK_BACK,
        Proposal("test:buy", '{"name": "boat"}'),
        Proposal("test:tell"),
    ):
        model = FakeRoutingModel(proposal)
        router.learned(VAGUE, await router.route(VAGUE, asker(model)), asker())
    assert router.cache.find(ALICE, VAGUE) == ""


@pytest.mark.behaviour("ROUTE-023")
async def test_a_remembered_action_that_was_disabled_since_is_not_used() -> None:
    rig = Rig()
    rig.router.cache.remember(ALICE, VAGUE, "test:look")
    decision = await rig.router.route(VAGUE, asker(without="test:look"))
    assert decision.source is RouteSource.LOCAL_FALLBACK


async def test_a_models_failure_is_the_requests() -> None:
    model = FakeRoutingModel(CompanionError(Failure.MODEL_SILENT))
    with pytest.raises(CompanionError) as failed:
        await Rig().router.route(VAGUE, asker(model))
    assert failed.value.failure is Failure.MODEL_SILENT


def test_an_action_is_declared_once() -> None:
    with pytest.raises(ValueError, match="declared twice"):
        Rig(routes=(*ROUTES, ROUTES[0]))


@pytest.mark.behaviour("ROUTE-002", "ROUTE-008")
async def test_routing_starts_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a thread was started")

    monkeypatch.setattr("threading.Thread.start", refuse)
    decision = await Rig().router.route("show the map", asker())
    assert decision.source is RouteSource.LOCAL
