from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.engine.execution.catalog import WorkflowCatalog
from companion.engine.execution.policy import READ_ONLY
from companion.engine.execution.scope import Allowlist
from companion.engine.execution.selection import Selection, Source, may_choose
from companion.engine.execution.workflow import Routing, Workflow
from companion.engine.tools.registry import ToolRegistry
from companion.engine.tools.tool import Tool
from companion.support.errors import CompanionError, Failure
from tests.helpers.agent_rig import CREDIT, READ, Amount, Counter, Look, Rig, input_of, workflow

COUNTER = Counter()


def everyone(_: str) -> bool:
    return True


def refused(flow: Workflow[Any], match: str, rig: Rig | None = None) -> None:
    rig = rig or Rig()
    with pytest.raises(ValueError, match=match):
        rig.engine.register_module(flow, "a:x")
    assert not rig.engine.catalog.has(flow.id)


@pytest.mark.behaviour("MOD-050")
@pytest.mark.parametrize(
    ("flow", "match"),
    [
        pytest.param(workflow("No Id"), "no identifier", id="identifier"),
        pytest.param(
            workflow(tools=(COUNTER.reader(),), optional=(READ,)), "both|required and", id="lists"
        ),
        pytest.param(workflow(routing=Routing(("TAKEN",))), "taken", id="command"),
        pytest.param(
            workflow(tools=(COUNTER.creditor(),), policy=READ_ONLY), "may not write", id="policy"
        ),
        pytest.param(workflow(routing=Routing(shortcut="x")), "shortcut", id="shortcut"),
        pytest.param(
            workflow(tools=(Tool(READ, COUNTER.read), Tool(READ, COUNTER.read))),
            "another tool of this type",
            id="tool twice",
        ),
    ],
)
def test_what_is_wrong_with_one_part_registers_nothing(flow: Workflow[Any], match: str) -> None:
    rig = Rig()
    rig.engine.register_module(workflow("test:other", routing=Routing(("taken",))))

    refused(flow, match, rig)

    assert not rig.engine.catalog.is_declared(flow.id)
    assert rig.engine.tools.own("a:x", READ) is None
    assert rig.engine.catalog.commands == {"taken": "test:other"}


@pytest.mark.behaviour("MOD-051")
def test_an_action_of_an_undeclared_or_otherwise_declared_type_is_refused() -> None:
    catalog = WorkflowCatalog(ToolRegistry())
    with pytest.raises(ValueError, match="was not declared"):
        catalog.register("", workflow())
    catalog.declare("test:act", Look)

    with pytest.raises(ValueError, match="another input type"):
        catalog.register("", workflow())
    with pytest.raises(ValueError, match="another input type"):
        catalog.declare("test:act", Amount)


@pytest.mark.behaviour("MOD-052")
def test_one_empty_input_cannot_serve_two_actions() -> None:
    rig = Rig()
    rig.engine.register_module(workflow("test:one"))

    refused(workflow("test:two", input=input_of("test:one")), "serves another action", rig)


@pytest.mark.behaviour("MOD-053")
def test_schema_and_allowlist_come_from_type_and_tools() -> None:
    flow = workflow(input=Look, tools=(COUNTER.reader(),), required=(CREDIT,))

    assert flow.schema["required"] == ["word"]
    assert flow.allowlist == Allowlist(frozenset({READ, CREDIT}))


@pytest.mark.behaviour("MOD-046", "MOD-048")
def test_of_several_providers_the_first_enabled_one_is_taken() -> None:
    rig = Rig()
    for owner in ("a:y", "a:x", "b:a"):
        rig.engine.register_module(workflow(), owner)
    catalog = rig.started().engine.catalog

    first = catalog.choose("test:act", everyone)
    later = catalog.choose("test:act", {"b:a", "a:y"}.__contains__)

    assert (first and first.owner, later and later.owner) == ("a:x", "a:y")
    assert catalog.choose("test:act", lambda _: False) is None
    assert len(catalog.declared()) == 1


@pytest.mark.behaviour("MOD-047")
@pytest.mark.parametrize(
    "other",
    [
        pytest.param({"version": "2"}, id="version"),
        pytest.param({"events": True}, id="events"),
        pytest.param({"interactive": False}, id="interactive"),
        pytest.param({"policy": READ_ONLY}, id="read only"),
        pytest.param({"optional": (READ,)}, id="tools"),
        pytest.param({"tools": (COUNTER.creditor(idempotent=True),)}, id="tool contract"),
    ],
)
def test_providers_of_one_action_must_agree(other: dict[str, Any]) -> None:
    rig = Rig()
    rig.engine.register_module(workflow(), "a:w")

    with pytest.raises(ValueError, match="disagree"):
        rig.engine.register_module(workflow(**other), "a:x")


@pytest.mark.behaviour("TOOL-008")
def test_a_missing_required_tool_makes_a_workflow_unavailable() -> None:
    rig = Rig("a:tools")
    rig.engine.register_tools([COUNTER.reader()], "a:tools")
    rig.started(workflow("test:here", required=(READ,)), workflow("test:gone", required=(CREDIT,)))

    on = rig.engine.catalog.available({"a:tools"}.__contains__)
    off = rig.engine.catalog.available(lambda _: False)

    assert [one.workflow.id for one in on] == ["test:here"]
    assert off == ()


@pytest.mark.behaviour("TOOL-007")
def test_an_optional_tool_that_writes_stops_the_start() -> None:
    rig = Rig()
    rig.engine.register_tools([COUNTER.creditor()], "a:x")

    with pytest.raises(ValueError, match=r"optional test\.credit writes"):
        rig.started(workflow(optional=(CREDIT,)))


@pytest.mark.behaviour("TOOL-019")
def test_a_tool_is_no_action() -> None:
    rig = Rig()
    rig.engine.register_tools([COUNTER.reader(reasoning="looks")], "a:x")
    catalog = rig.started().engine.catalog

    assert catalog.declared() == ()
    with pytest.raises(CompanionError) as caught:
        catalog.read("test.read", {"word": "x"})
    assert caught.value.failure is Failure.INVALID_INPUT


@pytest.mark.behaviour("ENG-004", "MOD-062")
def test_nothing_is_added_after_the_start() -> None:
    rig = Rig().started(workflow())

    with pytest.raises(ValueError, match="runs"):
        rig.engine.register_module(workflow("test:late"))
    with pytest.raises(ValueError, match="runs"):
        rig.engine.register_tools([COUNTER.reader()])
    with pytest.raises(ValueError, match="runs"):
        rig.engine.catalog.reject("test:no", {})


def test_rejection_examples_have_a_name_of_their_own_and_no_entry_point() -> None:
    rig = Rig()
    rig.engine.register_module(workflow())
    rig.engine.catalog.reject("test:no", {"en_us": ("nice weather",)})

    assert not rig.engine.catalog.has("test:no")
    for taken in ("test:act", "test:no"):
        with pytest.raises(ValueError, match="is taken"):
            rig.engine.catalog.reject(taken, {})


@pytest.mark.parametrize(
    "arguments",
    [{}, {"word": 7}, {"word": None}, {"word": "x", "more": 1}, {"word": ["x"]}],
    ids=["missing", "number", "null", "unknown", "list"],
)
@pytest.mark.behaviour("MOD-056")
def test_arguments_that_do_not_fit_are_refused(arguments: dict[str, object]) -> None:
    catalog = Rig().started(workflow(input=Look)).engine.catalog

    with pytest.raises(CompanionError) as caught:
        catalog.read("test:act", arguments)

    assert caught.value.failure is Failure.INVALID_INPUT


def test_a_button_may_give_numbers_as_text_and_a_model_may_not() -> None:
    catalog = Rig().started(workflow(input=Amount)).engine.catalog

    assert catalog.read("test:act", {"count": "3"}, lax=True) == Amount(3)
    with pytest.raises(CompanionError):
        catalog.read("test:act", {"count": "3"})


def test_a_type_that_takes_anything_is_refused() -> None:
    loose = msgspec.defstruct("Loose", [("word", str)], frozen=True)

    with pytest.raises(TypeError, match="unknown fields"):
        Rig().engine.register_module(workflow(input=loose))


@pytest.mark.parametrize(
    ("selection", "allowed"),
    [
        (Selection.NORMAL, {"structured", "command", "local", "cache", "model", "event"}),
        (Selection.EXPLICIT_ONLY, {"structured", "command", "model", "event"}),
        (Selection.STRUCTURED_ONLY, {"structured", "command", "event"}),
    ],
)
def test_who_may_choose_what(selection: Selection, allowed: set[str]) -> None:
    may = {str(source) for source in Source if may_choose(selection, source, read_only=True)}

    assert may == allowed


def test_local_matching_never_starts_what_writes() -> None:
    sources = {one for one in Source if may_choose(Selection.NORMAL, one, read_only=False)}

    assert sources == {Source.STRUCTURED, Source.COMMAND, Source.MODEL, Source.EVENT}


def test_a_required_tool_of_ones_own_need_not_be_exported() -> None:
    rig = Rig("a:x")
    rig.engine.register_tools([COUNTER.reader()], "a:x", exported=False)
    rig.started(workflow(required=(READ,)), owner="a:x")

    assert rig.engine.catalog.choose("test:act", everyone) is not None
