from __future__ import annotations

import msgspec
import pytest

from companion.engine.tools import ids
from companion.engine.tools.registry import ToolRegistry
from companion.engine.tools.tool import Tool, ToolType
from companion.support.errors import CompanionError, Failure
from tests.helpers.agent_rig import CREDIT, READ, Counter, Look


@pytest.mark.behaviour("TOOL-002")
def test_a_type_is_told_apart_by_identity_and_writes_its_results() -> None:
    twin = ToolType("test.read", Look, str)

    assert twin != READ
    assert READ.decode_result(READ.encode_result("铁锭")) == "铁锭"


@pytest.mark.parametrize("stored", [b"", b"7", b"\xff", b'"x" '[:2]], ids=str)
def test_a_damaged_result_is_a_failure(stored: bytes) -> None:
    with pytest.raises(CompanionError) as caught:
        READ.decode_result(stored)

    assert caught.value.failure is Failure.STORAGE_UNAVAILABLE


@pytest.mark.behaviour("TOOL-003")
def test_the_same_id_with_another_type_is_refused() -> None:
    registry, counter = ToolRegistry(), Counter()
    registry.add("a:x", [counter.reader()])
    twin = ToolType("test.read", Look, str)

    with pytest.raises(ValueError, match="another tool type"):
        registry.add("a:y", [Tool(twin, counter.read)])
    with pytest.raises(ValueError, match="another tool type"):
        ToolRegistry().add("a:y", [counter.reader(), Tool(twin, counter.read)])


@pytest.mark.behaviour("TOOL-004")
def test_an_instance_has_one_tool_of_a_type_and_another_instance_its_own() -> None:
    registry, counter = ToolRegistry(), Counter()
    first, second = counter.reader(), counter.reader()
    registry.add("a:x", [first])
    registry.add("a:x", [first])
    registry.add("a:y", [second])

    assert (registry.own("a:x", READ), registry.own("a:y", READ)) == (first, second)
    with pytest.raises(ValueError, match="a:x has another tool"):
        registry.add("a:x", [second])


@pytest.mark.behaviour("MOD-047")
def test_handlers_of_one_type_agree_on_what_they_may_do() -> None:
    registry, counter = ToolRegistry(), Counter()
    registry.add("a:x", [counter.creditor()])

    with pytest.raises(ValueError, match="disagree"):
        registry.add("a:y", [counter.creditor(idempotent=True)])


def test_a_conflict_in_one_tool_adds_none_of_them() -> None:
    registry, counter = ToolRegistry(), Counter()
    registry.add("a:x", [counter.creditor()])

    with pytest.raises(ValueError, match="another tool"):
        registry.add("a:x", [counter.reader(), counter.creditor()])

    assert registry.own("a:x", READ) is None


@pytest.mark.behaviour("ENG-004")
def test_a_frozen_registry_takes_nothing() -> None:
    registry = ToolRegistry()
    registry.freeze()

    with pytest.raises(ValueError, match="no more tools"):
        registry.add("a:x", [Counter().reader()])


def test_only_exported_tools_are_for_others() -> None:
    registry, counter = ToolRegistry(), Counter()
    registry.add("a:y", [counter.reader()], exported=True)
    registry.add("a:x", [counter.reader()], exported=True)
    registry.add("a:x", [counter.creditor()])

    assert [owner for owner, _ in registry.exporters(READ)] == ["a:x", "a:y"]
    assert registry.exporters(CREDIT) == ()


@pytest.mark.behaviour("REACT-006", "REACT-007")
def test_only_readers_with_a_schema_can_be_offered_for_reasoning() -> None:
    counter = Counter()
    no_schema = ToolType("test.blind", Look, str, given_schema={})
    registry = ToolRegistry()
    registry.add("a:x", [counter.reader().for_reasoning("looks things up"), counter.creditor()])

    assert [tool.type for _, tool in registry.for_reasoning()] == [READ]
    with pytest.raises(TypeError, match="writes"):
        counter.creditor().for_reasoning("pays")
    with pytest.raises(TypeError, match="no schema"):
        Tool(no_schema, counter.read).for_reasoning("guesses")


@pytest.mark.behaviour("TOOL-015", "TOOL-016")
def test_the_ids_of_shared_tools_never_change() -> None:
    named = {value for name, value in vars(ids).items() if name.isupper()}

    assert named == {
        *("ftb.query", "ftb.find", "ftb.detail", "ftb.starter_gifts", "ftb.guide"),
        *("ftb.claim", "ftb.submit", "database.query", "web.search", "web.fetch"),
        *("game.item_query", "game.item_sources", "player.snapshot", "reward.credit"),
        *("signin.record", "inbox.list", "inbox.claim", "commerce.preview"),
        *("shop.purchase", "lottery.draw", "game.recipes"),
    }


@pytest.mark.behaviour("TOOL-001", "TOOL-021")
@pytest.mark.parametrize("field", ["operation", "command"])
def test_a_tool_that_is_a_menu_or_a_console_is_refused(field: str) -> None:
    kind = msgspec.defstruct("Menu", [(field, str)], frozen=True, forbid_unknown_fields=True)

    with pytest.raises(ValueError, match=f"{field} is no input"):
        ToolRegistry().add("a:x", [Tool(ToolType("test.menu", kind, str), Counter().read)])
