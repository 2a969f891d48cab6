from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.tools.schema import NonNegative, schema_of
from companion.engine.tools.tool import ToolType
from companion.support.errors import CompanionError, Failure


class Search(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Look for an item.

    Attributes:
        query: Left out of what a model reads.
    """

    query: str
    offset: NonNegative = 0


class Reward(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    item: Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern="^[a-z:]+$")]
    count: Annotated[int, msgspec.Meta(ge=1, le=36)] = 1


class Gift(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rewards: Annotated[tuple[Reward, ...], msgspec.Meta(max_length=8, description="All of it")]
    best: Reward
    view: Literal["ACTIVE", "CLAIMABLE"] = "ACTIVE"
    silent: bool = False


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


@pytest.mark.behaviour("MOD-055")
def test_the_example_of_the_documents_has_the_schema_they_describe() -> None:
    assert schema_of(Search) == {
        "type": "object",
        "description": "Look for an item.",
        "properties": {
            "query": {"type": "string"},
            "offset": {"type": "integer", "minimum": 0, "maximum": 2**53, "default": 0},
        },
        "required": ["query"],
        "additionalProperties": False,
    }


@pytest.mark.behaviour("MOD-054")
def test_nested_objects_bounds_patterns_and_descriptions_are_told_in_place() -> None:
    schema = schema_of(Gift)
    reward = {
        "type": "object",
        "properties": {
            "item": {"type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[a-z:]+$"},
            "count": {"type": "integer", "minimum": 1, "maximum": 36, "default": 1},
        },
        "required": ["item"],
        "additionalProperties": False,
    }

    assert schema["properties"]["rewards"]["items"] == schema["properties"]["best"] == reward
    assert schema["properties"]["rewards"]["description"] == "All of it"
    assert schema["properties"]["view"]["enum"] == ["ACTIVE", "CLAIMABLE"]
    assert schema["required"] == ["rewards", "best"]


def test_an_input_without_fields_is_an_empty_object() -> None:
    schema = schema_of(Nothing)

    assert (schema["properties"], schema["additionalProperties"]) == ({}, False)


class Loose(msgspec.Struct, frozen=True):
    word: str


class Inside(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    loose: Loose


class Circle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    inner: Circle | None = None


@pytest.mark.parametrize("kind", [Loose, Inside, Circle], ids=["loose", "inside", "circle"])
def test_a_type_that_cannot_be_told_in_full_is_refused(kind: type[msgspec.Struct]) -> None:
    with pytest.raises(TypeError):
        schema_of(kind)


class Even(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: Annotated[int, msgspec.Meta(description="An even number")]

    def __post_init__(self) -> None:
        if self.number % 2:
            raise ValueError("odd")


@pytest.mark.behaviour("MOD-056")
def test_a_rule_beyond_the_schema_is_only_described_and_still_holds() -> None:
    kind = ToolType("test.even", Even, int)

    assert kind.schema["properties"]["number"] == {
        "type": "integer",
        "description": "An even number",
    }
    with pytest.raises(CompanionError) as caught:
        kind.read({"number": 3})
    assert caught.value.failure is Failure.INVALID_INPUT


@pytest.mark.behaviour("MOD-057")
def test_a_schema_that_is_given_is_told_as_it_is() -> None:
    given_schema = {"type": "object", "properties": {"x": {}}}

    assert ToolType("test.outside", Loose, int, given_schema).schema is given_schema


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
KIND = ToolType("test.gift", Gift, int)


@given(st.dictionaries(st.sampled_from(["rewards", "best", "view", "silent", "x"]), JSON))
def test_whatever_comes_is_an_input_or_an_invalid_input(arguments: dict[str, Any]) -> None:
    failures: list[Failure] = []
    try:
        KIND.read(arguments)
    except CompanionError as error:
        failures.append(error.failure)
    assert failures in ([], [Failure.INVALID_INPUT])
