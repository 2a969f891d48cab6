"""A bad field costs that field; what is inside a field is read strictly."""

from __future__ import annotations

import math
from uuid import UUID

import msgspec
import pytest

from companion.engine.config.access import AccessConfig
from companion.engine.config.advancements import AdvancementConfig, Rule
from companion.engine.config.agent import AgentConfig
from companion.engine.config.decoding import decode
from companion.engine.config.model import ModelConfig
from companion.engine.config.search import SearchConfig, SearchPricingConfig
from companion.engine.config.semantic import SemanticConfig
from companion.engine.config.storage import StorageConfig
from companion.engine.execution.policy import FAST, QUESTION, ROUTING
from companion.engine.policies import policy_faults, policy_of, routing_policy

RULE = {
    "advancementId": "minecraft:story/mine_stone",
    "action": {"moduleId": "system:feature", "featureId": "stone"},
}

BAD_VALUES = {
    "null": None,
    "wrong type": "much",
    "below": -0.1,
    "above": 1.1,
    "true": True,
    "nested": {"is": 1},
    "infinite": math.inf,
}


def names(kind):
    return {field.encode_name for field in msgspec.structs.fields(kind)}


@pytest.mark.behaviour("SET-022")
@pytest.mark.parametrize("value", BAD_VALUES.values(), ids=BAD_VALUES)
def test_a_bad_field_falls_back_alone(value):
    decoded = decode(SemanticConfig, {"gap": value, "coverage": 0.9, "mode": "SHADOW"})
    assert decoded.value.gap == SemanticConfig().gap
    assert (decoded.value.coverage, decoded.value.mode) == (0.9, "SHADOW")
    assert [fault.field for fault in decoded.faults] == ["gap"]


@pytest.mark.behaviour("SET-022")
@pytest.mark.parametrize("mode", ["ON", "off", 1, ""], ids=str)
def test_an_unknown_choice_falls_back(mode):
    assert decode(SemanticConfig, {"mode": mode, "gap": 0.1}).value == SemanticConfig(gap=0.1)


@pytest.mark.behaviour("SET-022")
def test_a_missing_field_is_no_fault():
    assert decode(StorageConfig, {}) == decode(StorageConfig, {"unknown": 1})
    assert decode(StorageConfig, {}).faults == ()


def test_a_decimal_is_no_whole_number():
    assert decode(StorageConfig, {"historyTurns": 3.0}).value.history_turns == 200


@pytest.mark.behaviour("SET-024")
@pytest.mark.parametrize(
    "examples",
    [{"a:b": ["ok", 1]}, {"a:b": "ok"}, {"A B": ["ok"]}, {"a:b": [""]}, {"a:b": None}],
    ids=["number in a list", "no list", "no identifier", "empty sentence", "null inside"],
)
def test_a_fault_inside_a_mapping_costs_the_whole_field_and_nothing_else(examples):
    values = {"examples": {"good:one": ["hello"], **examples}, "gap": 0.3}
    assert decode(SemanticConfig, values).value == SemanticConfig(gap=0.3)


@pytest.mark.behaviour("SET-006", "ADV-005")
def test_an_advancement_rule_holds_a_whole_action():
    rules = decode(AdvancementConfig, {"rules": {"pack:stone": RULE}}).value.rules
    assert rules == {
        "pack:stone": Rule(advancement_id=RULE["advancementId"], action=RULE["action"])
    }


BAD_RULES = {
    "bad rule id": {"Stone Age": RULE},
    "bad advancement": {"a:b": {**RULE, "advancementId": "stone"}},
    "no module": {"a:b": {**RULE, "action": {"featureId": "x"}}},
    "bad module": {"a:b": {**RULE, "action": {"moduleId": "x"}}},
    "unknown key": {"a:b": {**RULE, "reward": "x"}},
    "no action": {"a:b": {"advancementId": "a:b"}},
}


@pytest.mark.behaviour("SET-024", "SET-025")
@pytest.mark.parametrize("rules", BAD_RULES.values(), ids=BAD_RULES)
def test_no_rule_and_no_id_is_made_up_for_a_broken_one(rules):
    decoded = decode(AdvancementConfig, {"rules": rules})
    assert decoded.value.rules == {}
    assert len(decoded.faults) == 1


@pytest.mark.behaviour("SET-043", "ENG-045")
@pytest.mark.parametrize(
    ("override", "rounds"),
    [
        ({}, 3),
        ({"reactIterations": "x"}, 3),
        ({"reactIterations": -1}, 3),
        ({"reactIterations": 0}, 0),
    ],
    ids=["absent", "word", "negative", "off"],
)
def test_reasoning_rounds_fall_back_to_three(override, rounds):
    agent = decode(AgentConfig, {"policies": {"system:x": override}}).value
    assert policy_of(agent, "system:x", FAST).react_iterations == rounds


@pytest.mark.behaviour("ENG-032")
def test_an_override_is_laid_over_the_module_s_own_policy():
    agent = decode(AgentConfig, {"policies": {"system:question": {"modelCalls": 9}}}).value
    expected = msgspec.structs.replace(QUESTION, model_calls=9)
    assert policy_of(agent, "system:question", QUESTION) == expected
    assert policy_of(agent, "system:other", FAST) == FAST


def test_a_bad_policy_field_keeps_the_module_s_and_is_reported():
    agent = decode(AgentConfig, {"policies": {"a:b": {"steps": 0, "toolCalls": 7}}}).value
    policy = policy_of(agent, "a:b", FAST)
    assert (policy.steps, policy.tool_calls) == (FAST.steps, 7)
    assert policy_faults(agent) == ("a:b: steps is below 1",)


def test_one_bad_policy_entry_never_drops_the_others():
    decoded = decode(AgentConfig, {"policies": {"a:b": 3, "No Id": {}, "c:d": {"steps": 5}}})
    assert decoded.value.policies == {"c:d": {"steps": 5}}
    assert len(decoded.faults) == 2


@pytest.mark.behaviour("ENG-033")
def test_routing_has_a_policy_of_its_own():
    agent = decode(AgentConfig, {"routingPolicy": {"outputTokens": 64}}).value
    assert routing_policy(agent) == msgspec.structs.replace(ROUTING, output_tokens=64)


@pytest.mark.behaviour("SET-003")
def test_the_agent_file_holds_what_tasks_may_spend_and_nothing_else():
    expected = {"policies", "routingPolicy", "modelConcurrency", "dailyModelCalls", "timeZone"}
    assert names(AgentConfig) == expected


@pytest.mark.behaviour("SET-004")
def test_the_model_file_holds_connection_and_parameters():
    assert {"provider", "baseUrl", "model", "keyVariable", "temperature"} <= names(ModelConfig)
    assert not names(ModelConfig) & (names(AgentConfig) | names(SemanticConfig))


@pytest.mark.behaviour("SET-005", "ROUTE-050")
def test_the_semantic_file_holds_local_routing():
    semantic = decode(SemanticConfig, {}).value
    assert (semantic.similarity, semantic.gap, semantic.coverage) == (0.50, 0.20, 0.50)
    assert (semantic.cache_entries, semantic.cache_seconds) == (256, 600)


@pytest.mark.behaviour("SET-007", "STORE-016", "STORE-017")
def test_the_storage_file_holds_the_budgets_of_players():
    storage = decode(StorageConfig, {}).value
    assert (storage.business_bytes, storage.cache_bytes) == (4 << 20, 32 << 20)
    assert (storage.receipt_bytes, storage.event_bytes) == (768 << 10, 256 << 10)
    assert (storage.history_turns, storage.history_days, storage.replay_rounds) == (200, 30, 64)


@pytest.mark.behaviour("SET-031")
def test_rewards_offers_and_pools_are_no_configuration():
    catalogs = {"rewards": [], "offers": [], "pools": []}
    assert decode(AgentConfig, catalogs) == decode(AgentConfig, {})


@pytest.mark.behaviour("SET-039", "SET-008")
def test_model_and_search_share_one_key_variable():
    assert decode(ModelConfig, {}).value.key_variable == "SYSTEM_DEEPSEEK_API_KEY"
    assert decode(SearchConfig, {}).value.key_variable == "SYSTEM_DEEPSEEK_API_KEY"


@pytest.mark.behaviour("SET-038", "STORE-048")
@pytest.mark.parametrize("kind", [ModelConfig, SearchConfig], ids=["model", "search"])
def test_a_key_pasted_for_its_variable_is_neither_used_nor_told(kind):
    decoded = decode(kind, {"keyVariable": "sk-0123456789abcdef"})
    assert decoded.value.key_variable == "SYSTEM_DEEPSEEK_API_KEY"
    assert "sk-" not in " ".join(map(str, decoded.faults))


@pytest.mark.parametrize(
    "address",
    ["ftp://x", "https://user:pass@host/v1", "https://h/?key=1", "https://a b", "host", ""],
    ids=["scheme", "password", "query", "space", "bare", "empty"],
)
def test_a_strange_address_is_not_used(address):
    assert decode(ModelConfig, {"baseUrl": address}).value.base_url == ModelConfig().base_url


@pytest.mark.behaviour("USAGE-013")
def test_an_unknown_price_leaves_the_other_prices():
    prices = {"deepseek": 4.5, "brave": "free?", "searxng": -1}
    decoded = decode(SearchPricingConfig, {"perThousandCalls": prices})
    assert decoded.value.per_thousand_calls == {"deepseek": 4.5}
    assert len(decoded.faults) == 2


@pytest.mark.behaviour("SET-029")
@pytest.mark.parametrize(
    "collection",
    [
        decode(AgentConfig, {"policies": {"a:b": {"steps": 1}}}).value.policies,
        decode(AgentConfig, {"policies": {"a:b": {"steps": 1}}}).value.policies["a:b"],
        decode(AdvancementConfig, {"rules": {"a:b": RULE}}).value.rules["a:b"].action,
        AgentConfig().policies,
    ],
    ids=["mapping", "mapping inside", "action of a rule", "default"],
)
def test_collections_cannot_be_changed(collection):
    with pytest.raises(TypeError):
        collection["new"] = 1


@pytest.mark.behaviour("SET-029")
def test_a_configuration_and_its_lists_cannot_be_changed():
    semantic = decode(SemanticConfig, {"examples": {"a:b": ["hi"]}}).value
    assert semantic.examples["a:b"] == ("hi",)
    with pytest.raises(AttributeError):
        semantic.gap = 1.0


@pytest.mark.behaviour("USAGE-021")
def test_the_day_turns_in_the_configured_zone():
    wall_s = 1_795_968_000.0  # 2026-11-29 16:00 UTC
    assert AgentConfig(time_zone="UTC").day(wall_s).isoformat() == "2026-11-29"
    assert AgentConfig(time_zone="Asia/Shanghai").day(wall_s).isoformat() == "2026-11-30"


@pytest.mark.parametrize("zone", ["Mars/Base", "../etc/passwd", "", "/etc/localtime", 8], ids=str)
def test_an_unknown_zone_leaves_the_computer_s(zone):
    decoded = decode(AgentConfig, {"timeZone": zone, "dailyModelCalls": 3})
    assert (decoded.value.time_zone, decoded.value.daily_model_calls) == ("computer", 3)


WITH_A_LINE_BREAK = {
    "address": (ModelConfig, "baseUrl", "https://host/v1\n"),
    "provider": (ModelConfig, "provider", "deepseek\n"),
    "key variable": (ModelConfig, "keyVariable", "MY_KEY\n"),
    "identifier": (AgentConfig, "policies", {"a:b\n": {}}),
    "system": (AccessConfig, "grantOnPair", "a:b\n"),
    "prefix": (AccessConfig, "commandPrefix", "!s\n"),
    "currency": (SearchPricingConfig, "currency", "CNY\n"),
}


@pytest.mark.parametrize(
    ("kind", "field", "value"), WITH_A_LINE_BREAK.values(), ids=WITH_A_LINE_BREAK
)
def test_a_line_break_at_the_end_is_part_of_the_value(kind, field, value):
    decoded = decode(kind, {field: value})
    assert decoded.value == kind()
    assert len(decoded.faults) == 1


def test_operators_are_named_by_id_only():
    good = "00000000-0000-4000-8000-0000000000a1"
    assert decode(AccessConfig, {"operators": [good]}).value.operators == (UUID(good),)
    assert decode(AccessConfig, {"operators": [good, "Alex"]}).value.operators == ()
