"""Where requests go, and with which key."""

from __future__ import annotations

import pytest

from companion.engine.config.model import ModelConfig
from companion.engine.config.search import SearchConfig
from companion.engine.models.account import account_of
from companion.engine.models.failure import ModelError
from companion.support.errors import Failure

VARIABLE = "SYSTEM_DEEPSEEK_API_KEY"
CLOUD = ModelConfig(base_url="https://api.deepseek.com/")


@pytest.mark.behaviour("SET-039")
def test_model_and_search_find_their_key_in_one_variable() -> None:
    assert ModelConfig().key_variable == SearchConfig().key_variable == VARIABLE


@pytest.mark.behaviour("SET-038")
def test_the_key_comes_from_the_environment() -> None:
    account = account_of(CLOUD, {VARIABLE: " sk-canary \n"})

    assert (account.base_url, account.key) == ("https://api.deepseek.com", "sk-canary")
    assert "canary" not in repr(account)


@pytest.mark.parametrize(
    ("config", "environment", "failure"),
    [
        (CLOUD, {}, Failure.MODEL_KEY_MISSING),
        (CLOUD, {VARIABLE: "  "}, Failure.MODEL_KEY_MISSING),
        (CLOUD, {"OPENAI_API_KEY": "sk-other"}, Failure.MODEL_KEY_MISSING),
        (CLOUD, {VARIABLE: "sk-\nx: y"}, Failure.MODEL_KEY_WRONG),
        (CLOUD, {VARIABLE: "密钥"}, Failure.MODEL_KEY_WRONG),
        (
            ModelConfig(base_url="http://models.example/v1"),
            {VARIABLE: "sk-canary"},
            Failure.MODEL_SETTING_WRONG,
        ),
        (
            ModelConfig(base_url="http://localhost.example/v1"),
            {VARIABLE: "sk-canary"},
            Failure.MODEL_SETTING_WRONG,
        ),
        (
            ModelConfig(base_url="http://127.0.0.1:80@models.example/v1"),
            {VARIABLE: "sk-canary"},
            Failure.MODEL_SETTING_WRONG,
        ),
    ],
    ids=[
        "none",
        "blank",
        "another's",
        "two lines",
        "no ASCII",
        "in the open",
        "no loopback",
        "a loopback's name as user",
    ],
)
def test_a_key_that_cannot_be_used_is_told_before_anything_leaves(
    config: ModelConfig, environment: dict[str, str], failure: Failure
) -> None:
    with pytest.raises(ModelError) as failed:
        account_of(config, environment)

    assert (failed.value.failure, failed.value.was_sent) == (failure, False)
    assert "canary" not in str(failed.value)


@pytest.mark.parametrize("base_url", ["http://h:99999", "https://[", "https://", "http://h:x", ""])
@pytest.mark.parametrize("key_variable", ["", VARIABLE])
def test_an_address_that_is_none_is_told(base_url: str, key_variable: str) -> None:
    config = ModelConfig(base_url=base_url, key_variable=key_variable)

    with pytest.raises(ModelError) as failed:
        account_of(config, {VARIABLE: "sk-canary"})

    assert (failed.value.failure, failed.value.detail) == (Failure.MODEL_SETTING_WRONG, "baseUrl")


@pytest.mark.parametrize("host", ["127.0.0.1:11434", "localhost", "192.168.0.7:8000"])
def test_a_service_without_keys_may_be_anywhere(host: str) -> None:
    config = ModelConfig(base_url=f"http://{host}/v1", key_variable="")

    assert account_of(config, {VARIABLE: "sk-canary"}).key == ""


@pytest.mark.parametrize("host", ["127.0.0.1:11434", "localhost", "localhost:1", "[::1]:8080"])
def test_a_key_may_travel_in_the_open_inside_this_computer(host: str) -> None:
    config = ModelConfig(base_url=f"http://{host}")

    assert account_of(config, {VARIABLE: "sk-canary"}).key == "sk-canary"
