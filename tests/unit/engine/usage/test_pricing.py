"""Prices: what has none is unpriced, never free."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.engine.config.decoding import decode
from companion.engine.config.instance import ConfigInstance
from companion.engine.config.model import ModelConfig
from companion.engine.config.search import SearchPricingConfig
from companion.engine.usage.counters import ModelCount, SearchCount
from companion.engine.usage.pricing import (
    ModelPricingConfig,
    Money,
    TokenPrice,
    model_cost,
    search_cost,
)
from companion.support.paths import shipped

DEFAULTS = shipped("resources") / "defaults"
GOOD = {"input": 2.0, "cachedInput": 0.04, "output": 8.0}


def prices(**entries: Any) -> ModelPricingConfig:
    return decode(ModelPricingConfig, {"perMillionTokens": entries}).value


def test_input_from_the_cache_has_its_own_price() -> None:
    count = ModelCount(3, 0, input=1_000_000, cached_input=400_000, output=500_000)

    assert model_cost(count, "a", prices(a=GOOD)) == Money(Decimal("5.216"), "CNY")


def test_without_a_price_for_the_cache_it_costs_like_other_input() -> None:
    count = ModelCount(1, 0, input=1_000_000, cached_input=400_000)

    assert model_cost(count, "a", prices(a={"input": 2, "output": 8})) == Money(Decimal(2), "CNY")


def test_amounts_are_exact() -> None:
    cost = model_cost(ModelCount(1, 0, input=3), "a", prices(a={"input": 0.1, "output": 0}))

    assert cost == Money(Decimal("0.0000003"), "CNY")


def test_a_model_without_an_entry_is_unpriced() -> None:
    assert model_cost(ModelCount(1, 0, 5), "b", prices(a=GOOD)) is None


@pytest.mark.behaviour("USAGE-013")
@pytest.mark.parametrize(
    "bad",
    [
        5, None, "2", [], {}, {"input": 2.0}, GOOD | {"output": "8"}, GOOD | {"output": -1},
        GOOD | {"output": None}, GOOD | {"output": True}, GOOD | {"tax": 1}, GOOD | {"input": 1e99},
    ],
    ids=["number", "null", "text", "list", "empty", "half", "text price", "negative", "null price",
         "bool", "unknown key", "huge"],
)  # fmt: skip
def test_a_bad_entry_is_skipped_and_the_others_keep_their_price(bad: Any) -> None:
    found = decode(ModelPricingConfig, {"perMillionTokens": {"a": GOOD, "b": bad, "c": GOOD}})

    assert found.value.per_million_tokens.keys() == {"a", "c"}
    assert len(found.faults) == 1
    assert model_cost(ModelCount(1, 0, 5), "b", found.value) is None


@pytest.mark.behaviour("USAGE-014")
@pytest.mark.parametrize("data", [b"{", b"\xff", b"[]", b'{"a": 1, "a": 2}'])
def test_an_unreadable_table_prices_nothing(data: bytes, tmp_path: Path) -> None:
    (tmp_path / ModelPricingConfig.FILE_NAME).write_bytes(data)

    table = ConfigInstance(ModelPricingConfig, tmp_path, DEFAULTS)

    assert len(table.faults) == 1
    assert model_cost(ModelCount(1, 0, 5), "deepseek/deepseek-flash", table.get()) is None


@pytest.mark.behaviour("USAGE-012")
def test_searches_are_priced_by_the_thousand() -> None:
    table = SearchPricingConfig(per_thousand_calls={"deepseek": 5.0})

    assert search_cost(SearchCount(400, 100), "deepseek", table) == Money(Decimal("2.5"), "CNY")
    assert search_cost(SearchCount(400, 100), "brave", table) is None


def test_the_shipped_table_prices_the_shipped_model(tmp_path: Path) -> None:
    table = ConfigInstance(ModelPricingConfig, tmp_path, DEFAULTS)
    model = ConfigInstance(ModelConfig, tmp_path, DEFAULTS)

    service = model.get()
    price = table.get().per_million_tokens[f"{service.provider}/{service.model}"]
    assert (table.faults, model.faults) == ((), ())
    assert price == TokenPrice(input=2.0, cached_input=0.04, output=8.0)


@pytest.mark.behaviour("ENG-084", "SET-004")
def test_the_shipped_service_is_deepseek_with_every_field_named(tmp_path: Path) -> None:
    service = ConfigInstance(ModelConfig, tmp_path, DEFAULTS).get()

    named = msgspec.json.decode((DEFAULTS / ModelConfig.FILE_NAME).read_bytes())
    fields = {field.encode_name for field in msgspec.structs.fields(ModelConfig)}
    assert named.keys() == fields
    assert (service.provider, service.base_url) == ("deepseek", "https://api.deepseek.com")
    assert service.key_variable == "SYSTEM_DEEPSEEK_API_KEY"
