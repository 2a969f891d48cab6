"""What a request looks like in the Chat Completions format."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.engine.config.model import ModelConfig, Thinking
from companion.engine.models.model import Function, FunctionCall, FunctionChoice, Message, Role
from companion.engine.models.parameters import parameter_faults
from companion.engine.models.payload import body_of
from companion.engine.models.wire_names import WireNames
from tests.helpers.models_make import LIST, request

CALL = FunctionCall("c1", "system:quest_list", '{"page": 1}')
ROUND = (
    Message(Role.USER, "What is open?"),
    Message(Role.ASSISTANT, "", (CALL,), thought="I look it up."),
    Message(Role.TOOL, '{"open": 2}', call="c1"),
)


def body(*messages: Message, stream: bool = False, **fields: Any) -> dict[str, Any]:
    config = fields.pop("config", ModelConfig(model="deepseek-flash"))
    asked = request(*messages, **fields)
    return body_of(config, asked, WireNames(f.name for f in asked.functions), is_stream=stream)


@pytest.mark.behaviour("ENG-071")
def test_a_request_names_model_messages_and_bounds() -> None:
    written = body(output_tokens=77)

    assert written["model"] == "deepseek-flash"
    assert [m["role"] for m in written["messages"]] == ["system", "user"]
    assert (written["max_tokens"], "stream" in written) == (77, False)


@pytest.mark.behaviour("ENG-073")
def test_the_players_language_is_in_every_request() -> None:
    plain = body(Message(Role.USER, "hi"), language="zh_cn")["messages"]
    prompted = body(language="zh_cn")["messages"]

    context = '{"requestContext": {"playerLanguage": "zh_cn"}}'
    assert plain[0] == {"role": "system", "content": context}
    assert prompted[0]["content"] == f"Be brief.\n\n{context}"


def test_system_messages_become_one_in_front() -> None:
    written = body(*ROUND, Message(Role.SYSTEM, "The last round."))["messages"]

    assert [m["role"] for m in written] == ["system", "user", "assistant", "tool"]
    assert written[0]["content"].startswith("The last round.")


@pytest.mark.behaviour("CHAT-002")
def test_functions_are_offered_with_their_schema() -> None:
    schema = {"type": "object", "properties": {"page": {"type": "integer"}}}
    offered = Function("system:quest_list", "Lists quests.", schema)

    written = body(functions=(offered,), choice=FunctionChoice.REQUIRED)

    told = {"name": "system_quest_list", "description": "Lists quests.", "parameters": schema}
    assert written["tools"] == [{"type": "function", "function": told}]
    assert written["tool_choice"] == "required"


@pytest.mark.behaviour("CHAT-002")
def test_a_call_and_its_answer_go_back_as_a_pair() -> None:
    _, _, asked, answered = body(*ROUND, functions=(LIST,))["messages"]

    function = {"name": "system_quest_list", "arguments": '{"page": 1}'}
    assert asked["tool_calls"] == [{"id": "c1", "type": "function", "function": function}]
    assert answered == {"role": "tool", "content": '{"open": 2}', "tool_call_id": "c1"}


@pytest.mark.parametrize("written", ["{nothing", "[1]", "", "[" * 5000, '"a"'])
def test_arguments_that_were_no_object_go_back_as_an_empty_one(written: str) -> None:
    call = FunctionCall("c1", "system:quest_list", written)

    (_, asked) = body(Message(Role.ASSISTANT, "", (call,)))["messages"]

    assert asked["tool_calls"][0]["function"]["arguments"] == "{}"


@pytest.mark.behaviour("MOD-058")
def test_no_structured_output_is_switched_on_not_even_by_the_configuration() -> None:
    config = ModelConfig(parameters={"deepseek": {"response_format": {"type": "json_object"}}})

    assert "response_format" not in body(config=config)


@pytest.mark.behaviour("ENG-072")
@pytest.mark.parametrize(
    ("provider", "thinking", "own"),
    [
        ("deepseek", Thinking.OFF, {"thinking": {"type": "disabled"}}),
        ("deepseek", Thinking.ON, {"thinking": {"type": "enabled"}}),
        ("deepseek", Thinking.DEFAULT, {}),
        ("qwen", Thinking.OFF, {"enable_thinking": False}),
        ("vllm", Thinking.ON, {"chat_template_kwargs": {"enable_thinking": True}}),
        ("openai", Thinking.OFF, {}),
        ("some-other", Thinking.OFF, {}),
    ],
)
def test_thinking_is_said_in_the_providers_own_words_only(
    provider: str, thinking: Thinking, own: dict[str, Any]
) -> None:
    written = body(config=ModelConfig(provider=provider, thinking=thinking))

    words = ("thinking", "enable_thinking", "chat_template_kwargs", "reasoning_effort")
    assert {name: written[name] for name in words if name in written} == own


@pytest.mark.behaviour("ENG-072", "SET-004")
def test_parameters_go_to_the_provider_they_are_written_for() -> None:
    parameters = {"deepseek": {"reasoning_effort": "low"}, "qwen": {"thinking_budget": 100}}

    deepseek = body(config=ModelConfig(provider="deepseek", parameters=parameters))
    qwen = body(config=ModelConfig(provider="qwen", parameters=parameters))

    assert (deepseek["reasoning_effort"], "thinking_budget" in deepseek) == ("low", False)
    assert (qwen["thinking_budget"], "reasoning_effort" in qwen) == (100, False)


def test_fields_that_every_service_knows_stand_by_themselves() -> None:
    parameters = {"top_p": 0.5, "stop": ("\n",), "enable_thinking": True}

    written = body(config=ModelConfig(provider="qwen", parameters=parameters))

    assert (written["top_p"], written["stop"]) == (0.5, ["\n"])
    assert written["enable_thinking"] is False, "a provider's own stands under its id"


def test_parameters_cannot_replace_what_the_request_decides() -> None:
    mine = {"model": "dear", "messages": [], "stream": True, "max_tokens": 9, "top_p": 0.5}

    written = body(config=ModelConfig(model="m", parameters={"deepseek": mine}), output_tokens=1)

    assert (written["model"], written["max_tokens"], written["top_p"]) == ("m", 1, 0.5)
    assert len(written["messages"]) == 2


def test_parameters_that_nobody_gets_are_told() -> None:
    parameters = {"top_p": 0.5, "deepseek": {"n": 3, "seed": 1}, "thinking": "on", "qwen": 3}

    assert parameter_faults(ModelConfig(parameters=parameters)) == (
        "parameters.deepseek.n: is decided by each request",
        "parameters.thinking: goes under the id of the provider that knows it",
        "parameters.qwen: goes under the id of the provider that knows it",
    )


def test_parameters_that_are_no_object_are_left_out() -> None:
    assert body(config=ModelConfig(parameters={"deepseek": 3})) == body(config=ModelConfig())


def test_the_output_is_bounded_in_the_providers_own_field() -> None:
    written = body(config=ModelConfig(provider="openai"), output_tokens=5)

    assert (written["max_completion_tokens"], "max_tokens" in written) == (5, False)


def test_a_temperature_goes_to_who_takes_one_or_was_told_to() -> None:
    openai = ModelConfig(provider="openai", temperature=0.7)
    told = ModelConfig(provider="openai", parameters={"openai": {"temperature": 0.1}})

    assert body(config=ModelConfig(temperature=0.7))["temperature"] == 0.7
    assert "temperature" not in body(config=openai)
    assert body(config=told)["temperature"] == 0.1


@pytest.mark.parametrize(("provider", "goes_back"), [("deepseek", True), ("openai", False)])
def test_thoughts_go_back_only_to_who_wants_them(provider: str, goes_back: bool) -> None:
    asked = body(*ROUND, config=ModelConfig(provider=provider))["messages"][2]

    assert ("reasoning_content" in asked) == goes_back


@pytest.mark.behaviour("USAGE-008")
def test_a_stream_is_asked_for_its_usage() -> None:
    assert body(stream=True)["stream_options"] == {"include_usage": True}
    assert "stream_options" not in body(stream=False)


def test_half_a_surrogate_pair_can_be_sent() -> None:
    written = body(Message(Role.USER, "diamond \ud83d"))

    assert json.dumps(written).encode()
    assert written["messages"][1]["content"] == "diamond ?"
