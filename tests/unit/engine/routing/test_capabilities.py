"""What a model may choose from, and what becomes of its answer."""

from __future__ import annotations

import msgspec
import pytest

from companion.engine.models.model import (
    Function,
    FunctionCall,
    Message,
    ModelReply,
    Role,
)
from companion.engine.models.prompts import PromptSet
from companion.engine.routing.asked_model import AskedModel
from companion.engine.routing.capabilities import (
    ASK_BACK,
    MAX_ARGUMENTS,
    Proposal,
    RoutingQuestion,
    catalog,
    decode,
)
from companion.engine.routing.decision import AgentAction
from companion.support.errors import CompanionError, Failure
from tests.helpers.routing_routes import ROUTES, Named

CATALOG = catalog(ROUTES, lambda _: True)
SELECTABLE = {route.action: route for route in ROUTES if route.for_models}


@pytest.mark.behaviour("ROUTE-015", "ROUTE-017", "ROUTE-021")
def test_the_catalog_holds_what_a_model_may_choose_and_marks_what_is_explicit_only() -> None:
    assert {c.capability_id: c.explicit_only for c in CATALOG} == {
        "test:look": False,
        "test:find": False,
        "test:item": False,
        "test:open": False,
        "test:buy": False,
        "test:tell": True,
    }


@pytest.mark.behaviour("ROUTE-054")
def test_an_entry_is_made_from_description_and_type() -> None:
    found = next(c for c in CATALOG if c.capability_id == "test:item")
    assert msgspec.to_builtins(found) == {
        "capabilityId": "test:item",
        "description": "Look up an item",
        "inputSchema": {
            "type": "object",
            "properties": {
                "item": {"type": "string"},
                "offset": {"type": "integer", "default": 0},
            },
            "required": ["item"],
            "additionalProperties": False,
        },
        "explicitOnly": False,
        "examples": ("look up item minecraft:diamond", "查询物品 minecraft:diamond"),
    }


@pytest.mark.behaviour("ROUTE-022")
def test_an_answer_becomes_an_action_with_judged_arguments() -> None:
    action = decode(Proposal("test:find", '{"name": "Oakville"}'), SELECTABLE)
    assert action == AgentAction("test:find", Named("Oakville"))


@pytest.mark.behaviour("ROUTE-022")
def test_clarify_is_no_action() -> None:
    assert decode(ASK_BACK, SELECTABLE) is None


@pytest.mark.behaviour("ROUTE-022")
@pytest.mark.parametrize(
    "proposal",
    [
        Proposal("test:gone"),
        Proposal(""),
        Proposal("test:find", "{}"),
        Proposal("test:find", '{"name": 5}'),
        Proposal("test:find", '{"name": "a", "more": 1}'),
        Proposal("test:find", "no JSON"),
        Proposal("test:find", "[]"),
        Proposal("test:find", "[" * 5_000),
        Proposal("test:find", '{"name": "\ud800"}'),
        Proposal("test:find", '{"name": "' + "x" * MAX_ARGUMENTS + '"}'),
        Proposal("test:open", '{"number": "2"}'),
    ],
    ids=[
        "unknown action",
        "no action",
        "argument missing",
        "argument of another type",
        "argument too many",
        "no JSON",
        "no object",
        "deep",
        "lone surrogate",
        "huge",
        "number as text",
    ],
)
def test_nothing_follows_from_an_answer_that_does_not_fit(proposal: Proposal) -> None:
    with pytest.raises(CompanionError) as refused:
        decode(proposal, SELECTABLE)
    assert refused.value.failure is Failure.MODEL_GARBLED


class FakeContext:
    """Stands in for an execution context: replies, and keeps what it was asked."""

    def __init__(self, reply: ModelReply) -> None:
        self.reply = reply
        self.asked: list[tuple[tuple[Message, ...], tuple[Function, ...]]] = []

    async def model(
        self, messages: tuple[Message, ...], functions: tuple[Function, ...]
    ) -> ModelReply:
        self.asked.append((messages, functions))
        return self.reply


def ask(reply: ModelReply) -> tuple[AskedModel, FakeContext]:
    context = FakeContext(reply)
    return AskedModel(context, PromptSet({"route": "Choose.\n{actions}"})), context  # type: ignore[arg-type]


@pytest.mark.behaviour("ROUTE-001", "ROUTE-054")
async def test_the_model_is_asked_once_with_the_catalog_as_functions() -> None:
    call = FunctionCall("1", "test:look", "{}")
    model, context = ask(ModelReply(calls=(call, FunctionCall("2", "test:buy", "{}"))))
    assert await model.choose(RoutingQuestion("hm", CATALOG)) == Proposal("test:look", "{}")
    ((messages, functions),) = context.asked
    assert [f.name for f in functions] == [c.capability_id for c in CATALOG]
    assert messages[1] == Message(Role.USER, "hm")
    assert "- test:tell (only when asked for in so many words): Tell a legend" in messages[0].text


async def test_an_answer_in_words_asks_back() -> None:
    model, _ = ask(ModelReply(text="Which one?"))
    assert await model.choose(RoutingQuestion("hm", CATALOG)) == ASK_BACK
