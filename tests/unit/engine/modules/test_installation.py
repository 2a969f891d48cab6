from __future__ import annotations

from typing import Any

import pytest

from companion.engine.access.identity import CONSOLE
from companion.engine.execution.agent_engine import AgentEngine
from companion.engine.modules.context import ContextType, ModuleContext, Services, SharedRuntimes
from companion.engine.modules.installation import Listeners, validate
from companion.engine.modules.kinds import (
    CatalogModule,
    CoreModule,
    ModuleTypes,
    ServerModule,
    SharedModule,
    ToolModule,
    WorkflowModule,
)
from companion.engine.modules.player_module import PlayerModule
from companion.engine.tools.tool import Tool, ToolType
from companion.language.phrase import phrase
from tests.helpers.agent_modules import (
    DIARY,
    Greeter,
    Runtime,
    Signin,
    World,
    modules,
    pack,
)
from tests.helpers.agent_rig import READ, Counter, Look, workflow


def world(**servers: Any) -> World:
    return World(pack(**modules(**servers)))


@pytest.mark.behaviour("MOD-001")
def test_two_instances_of_one_type_live_side_by_side() -> None:
    made = world(one="test:greeter", two={"type": "test:greeter", "needs": False}).install()

    assert made.modules == {"a:one": Greeter(), "a:two": Greeter()}
    assert made.runtimes["a:one"] is not made.runtimes["a:two"]


@pytest.mark.behaviour("MOD-019")
def test_kinds_build_on_one_another() -> None:
    assert [issubclass(CoreModule, one) for one in (SharedModule, WorkflowModule)] == [True, True]
    assert issubclass(CatalogModule, SharedModule)
    assert not issubclass(ToolModule, WorkflowModule)
    assert all(issubclass(one, ServerModule) for one in (ToolModule, WorkflowModule))


@pytest.mark.behaviour("MOD-020")
def test_a_tool_module_cannot_have_workflows() -> None:
    class Both(ToolModule, WorkflowModule, frozen=True):
        pass

    with pytest.raises(ValueError, match="cannot have workflows"):
        ModuleTypes([("test:both", Both)])


@pytest.mark.parametrize(
    ("server", "match"),
    [
        ({"type": "test:gone"}, "unknown module type 'test:gone'"),
        ({}, "unknown module type None"),
        ({"type": ["x"]}, "unknown module type"),
        ({"type": "test:greeter", "needs": 1}, "Expected `bool`"),
        ({"type": "test:greeter", "wants": True}, "unknown field"),
    ],
    ids=["unknown", "none", "list", "parameter", "extra"],
)
def test_an_instance_of_a_damaged_type_is_an_error_that_names_it(
    server: dict[str, Any], match: str
) -> None:
    with pytest.raises(ValueError, match=f"module a:one: .*{match}"):
        world(one=server).install()


@pytest.mark.behaviour("MOD-023", "MOD-067")
def test_what_lacks_a_dependency_is_read_and_left_out_of_everything() -> None:
    lacking = world(one={"type": "test:greeter", "missing": True})

    made = lacking.install()

    assert (made.modules, made.runtimes, lacking.log) == ({}, {}, [])
    assert not lacking.rig.engine.catalog.has("test:greet")
    assert made.instances == ()


@pytest.mark.behaviour("MOD-024", "MOD-078")
def test_tools_come_first_then_workflows_then_runtimes_then_checks() -> None:
    there = world(a="test:greeter", z="test:looker", b={"type": "test:greeter"})

    validate(there.install())

    assert there.log == [
        "tools a:z",
        *("workflows a:a", "workflows a:b"),
        *("runtime a:a", "runtime a:b"),
        *("validate a:a", "validate a:b"),
    ]


@pytest.mark.behaviour("TOOL-022")
def test_a_workflow_gets_an_exported_tool_at_assembly_or_fails_there() -> None:
    there = world(one={"type": "test:greeter", "needs": True}, tools="test:looker")
    there.install()

    assert READ in there.rig.engine.catalog.declared()[0].allowlist.required
    with pytest.raises(LookupError, match=r"no module exports test\.read"):
        world(one={"type": "test:greeter", "needs": True}).install()


@pytest.mark.behaviour("MOD-032")
def test_instances_of_a_kind_share_a_runtime_that_is_checked_and_closed_once() -> None:
    there = world(one="test:signin", two="test:signin")
    made = there.install()
    validate(made)
    made.close()

    assert made.runtimes == {}
    assert there.log == ["runtime a:one", "validate a:one", "shut a:one"]


@pytest.mark.behaviour("MOD-063", "MOD-075")
def test_a_ledger_that_several_instances_bring_is_declared_once() -> None:
    assert world(one="test:signin", two="test:signin").install().storages == (DIARY,)


@pytest.mark.behaviour("MOD-064")
async def test_commands_of_a_type_are_taken_once() -> None:
    made = world(one="test:signin", two="test:signin").install()

    assert {name: one.owner for name, one in made.commands.items()} == {"signin": Signin}
    told = await made.commands["signin"].order.run(CONSOLE, ())
    assert told == (phrase("test.signed", module="a:one"),)


def test_two_types_cannot_have_the_same_command() -> None:
    there = world(one="test:signin", two="test:rival")

    with pytest.raises(ValueError, match="a:two: the command /system signin is taken"):
        there.install()
    assert there.log[-1] == "shut a:one"


@pytest.mark.behaviour("MOD-033")
def test_an_interrupted_installation_closes_what_it_made_last_first() -> None:
    there = world(a="test:greeter", b="test:greeter", c="test:fails")

    with pytest.raises(ValueError, match="no runtime today"):
        there.install()

    assert there.log[-2:] == ["shut a:b", "shut a:a"]


@pytest.mark.behaviour("MOD-033")
def test_a_failing_check_closes_everything() -> None:
    there = world(a="test:greeter", b="test:greeter")
    made = there.install()
    runtime = made.runtimes["a:b"]
    assert isinstance(runtime, Runtime)
    runtime.raises["validate a:b"] = ValueError("a dangling reference")

    with pytest.raises(ValueError, match="dangling"):
        validate(made)

    assert there.log[-2:] == ["shut a:b", "shut a:a"]


@pytest.mark.behaviour("MOD-034")
def test_closing_goes_backwards_and_one_that_breaks_stops_nobody() -> None:
    there = world(a="test:greeter", b="test:greeter", c="test:greeter")
    made = there.install()
    runtime = made.runtimes["a:b"]
    assert isinstance(runtime, Runtime)
    runtime.raises["shut a:b"] = KeyError("x")

    made.close()

    assert there.log[-3:] == ["shut a:c", "shut a:b", "shut a:a"]


@pytest.mark.behaviour("MOD-021", "MOD-042")
def test_instances_are_servers_and_entries_of_the_client_alone() -> None:
    made = world(one="test:usage", page=None, two="test:greeter").install()

    assert made.instances == ("a:one", "a:page", "a:two")
    assert made.core == {"a:one"}
    assert "a:page" not in made.runtimes


@pytest.mark.behaviour("MOD-016", "MOD-014")
def test_a_player_may_choose_from_the_union_of_their_instances() -> None:
    shops = {
        "none": {"type": "test:shop", "offers": []},
        "some": {"type": "test:shop", "offers": ["s:c", "#s:default"]},
        "more": {"type": "test:shop", "offers": ["s:a"]},
        "all": "test:shop",
    }
    made, known = world(**shops).install(), ("s:a", "s:b", "s:c", "s:d")

    def entries(*enabled: str) -> tuple[str, ...]:
        return made.chosen_entries("system:shop_offers", enabled, {"s:default": ("s:a",)}, known)

    assert entries("a:none", "a:more", "a:some") == ("s:a", "s:c")
    assert entries("a:none") == ()
    assert entries("a:all", "a:none") == known


SERVICE: ContextType[list[int]] = ContextType("test:service")


@pytest.mark.behaviour("MOD-029", "MOD-031")
def test_listeners_offer_services_before_and_workflows_after_the_modules() -> None:
    there = World(pack(**modules(one="test:greeter")))

    def offer(context: ModuleContext) -> None:
        there.log.append("services")
        context.put(SERVICE, [7])

    def extend(engine: AgentEngine) -> None:
        there.log.append("registration")
        engine.register_module(workflow("example:own"))

    there._listeners = Listeners((offer,), (extend,))
    there.install()

    assert there.log == ["services", "workflows a:one", "runtime a:one", "registration"]
    assert there.services.get(SERVICE) == [7]
    assert there.rig.engine.catalog.has("example:own")


@pytest.mark.behaviour("MOD-049")
def test_a_workflow_without_a_module_is_there_for_everybody() -> None:
    there = World(pack(), listeners=Listeners((), (lambda e: e.register_module(workflow()),)))
    there.install()

    candidate = there.rig.engine.catalog.choose("test:act", lambda _: False)

    assert candidate is not None
    assert candidate.owner == ""


@pytest.mark.behaviour("MOD-030")
def test_a_listener_that_fails_or_asks_for_an_id_stops_the_installation() -> None:
    def ask(context: ModuleContext) -> None:
        context.id()

    there = World(pack(**modules(one="test:greeter")), listeners=Listeners((ask,)))

    with pytest.raises(LookupError, match="there is no id"):
        there.install()
    assert there.log == []


def context(instance: str = "") -> ModuleContext:
    there = World(pack())
    root = ModuleContext(there.rig.engine, there.data, Services(), SharedRuntimes())
    return root.of(instance) if instance else root


@pytest.mark.behaviour("MOD-026", "MOD-027")
def test_a_service_is_found_by_its_key_and_by_no_other_of_its_name() -> None:
    one = context("a:one")
    one.put(SERVICE, [1])

    assert one.get(SERVICE) == [1]
    with pytest.raises(LookupError, match="test:service"):
        one.get(ContextType("test:service"))
    with pytest.raises(ValueError, match="test:service"):
        one.put(SERVICE, None)  # type: ignore[arg-type]


@pytest.mark.behaviour("MOD-025", "MOD-077")
def test_instances_share_services_and_have_their_own_id_and_tools() -> None:
    root = context()
    one, two = root.of("a:one"), root.of("a:two")
    one.put(SERVICE, [1])
    counter = Counter()

    mine = [one.own_tool(READ, counter.reader) for _ in range(2)]
    other = two.own_tool(READ, counter.reader)

    assert (one.id(), two.id(), two.get(SERVICE)) == ("a:one", "a:two", [1])
    assert mine[0] is mine[1] is not other


@pytest.mark.behaviour("MOD-032")
def test_a_runtime_is_found_by_its_class() -> None:
    root = context()
    made = root.shared_runtime(PlayerModule, PlayerModule)

    assert root.of("a:one").runtime(PlayerModule) is made
    with pytest.raises(LookupError, match="no runtime Runtime"):
        root.runtime(Runtime)


@pytest.mark.behaviour("MOD-035")
def test_a_service_is_not_closed_by_the_installation() -> None:
    class Service:
        closed = False

        def close(self) -> None:
            self.closed = True

    key: ContextType[Service] = ContextType("test:closable")
    there, service = world(one="test:greeter"), Service()
    there.services.put(key, service)
    there.install().close()

    assert not service.closed


@pytest.mark.behaviour("MOD-076", "MOD-070")
def test_two_worlds_in_one_process_share_nothing() -> None:
    first, second = world(one="test:greeter"), world(two="test:greeter")
    first.install()
    second.install()

    assert first.rig.engine.catalog.provider("test:greet", "a:one") is not None
    assert second.rig.engine.catalog.provider("test:greet", "a:one") is None


def test_a_type_that_disagrees_with_another_of_its_id_stops_the_installation() -> None:
    there = world(tools="test:looker")
    twin = ToolType("test.read", Look, str)
    there.rig.engine.tools.add("b:x", [Tool(twin, Counter().read)])

    with pytest.raises(ValueError, match="another tool type"):
        there.install()


def test_a_module_is_named_when_its_workflow_does_not_fit() -> None:
    there = world(one="test:greeter")
    there.rig.engine.register_module(workflow("test:greet", events=True), "b:x")

    with pytest.raises(ValueError, match="module a:one: test:greet: its providers disagree"):
        there.install()
