"""One tree of commands: read, completed, told and handed to clients from one declaration each."""

from __future__ import annotations

from uuid import UUID

import msgspec
import pytest

from companion.engine.answer import Call
from companion.engine.routing.argument_types import ArgumentType, take
from companion.engine.routing.command import (
    AgentCommand,
    CommandSource,
    Node,
    operators,
)
from companion.engine.routing.commands import BadCommand, CommandTree, Owned
from tests.helpers.routing_routes import ROUTES, Named, Nothing, Stack


class Grant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    system: str
    player: str = ""


def systems(_: CommandSource) -> tuple[str, ...]:
    return ("system:default", "system:hard")


GRANT = AgentCommand(
    Node(
        ("system",),
        children=(
            Node(
                ("grant", "授予"),
                requires=operators,
                children=(
                    Node(
                        ("system",),
                        ArgumentType.IDENTIFIER,
                        action="test:grant",
                        suggests=systems,
                        does="does.grant",
                        children=(Node(("player",), ArgumentType.PLAYER, action="test:grant"),),
                    ),
                ),
            ),
        ),
    )
)
FEATURES = [Owned(r.commands, {r.action: r.input}) for r in ROUTES]
TREE = CommandTree(FEATURES)
WITH_PLATFORM = CommandTree(FEATURES, [Owned((GRANT,), {"test:grant": Grant})])
PLAYER = CommandSource(UUID(int=1))
OPERATOR = CommandSource(UUID(int=2), is_operator=True)


@pytest.mark.behaviour("ROUTE-024", "ROUTE-025", "ROUTE-030")
@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("/map", Call("test:look")),
        ("/MAP", Call("test:look")),
        ("／地图", Call("test:look")),
        ("/find Oak  Ville 2", Call("test:find", {"name": "Oak  Ville 2"})),
        ("/找 橡木村", Call("test:find", {"name": "橡木村"})),
        ("/item minecraft:Stone", Call("test:item", {"item": "minecraft:stone"})),
        ("/物品 stone", Call("test:item", {"item": "system:stone"})),
        ("/row last", Call("test:open", {"number": "-1"})),
        ("/row 第二个", Call("test:open", {"number": "2"})),
    ],
)
def test_each_form_of_a_command_is_read(text: str, call: Call) -> None:
    assert TREE.parse(text) == call


@pytest.mark.behaviour("ROUTE-037")
@pytest.mark.parametrize("line", ["map", "find Oakville", "row 2", "地图"])
def test_a_line_after_system_is_read_as_in_the_input_box(line: str) -> None:
    assert TREE.parse(f"/system {line}") == TREE.forward(line) == TREE.parse(f"/{line}")


@pytest.mark.behaviour("ROUTE-037")
def test_words_after_system_that_are_no_command_are_words() -> None:
    assert TREE.forward("where is my base") is None


@pytest.mark.behaviour("ROUTE-031", "ROUTE-032")
@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ("/row", BadCommand("/row", known=True)),
        ("/system row", BadCommand("/row", known=True)),
        ("/map of the nether", BadCommand("/map", known=True)),
        ("/item a b", BadCommand("/item", known=True)),
        ("/mpa", BadCommand("/map", known=False)),
        ("/zzzzzz", BadCommand("", known=False)),
        ("/地土", BadCommand("/地图", known=False)),
        ("/wupin", BadCommand("", known=False)),
    ],
)
def test_a_wrong_command_says_which_was_meant(text: str, mistake: BadCommand) -> None:
    assert TREE.parse(text) == mistake


def _optional(text: str) -> dict[str, str] | None:
    return {"name": text.upper()} if text != "nobody" else None


@pytest.mark.behaviour("ROUTE-025", "ROUTE-026")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/greet", Call("test:greet")),
        ("/greet bob", Call("test:greet", {"name": "BOB"})),
        ("/greet nobody", BadCommand("/greet", known=True)),
    ],
)
def test_an_optional_argument_may_be_left_out(text: str, expected: object) -> None:
    command = AgentCommand.argument("test:greet", "does", "[name]", "greet", reads=_optional)
    assert CommandTree([Owned((command,), {"test:greet": Named})]).parse(text) == expected


@pytest.mark.behaviour("ROUTE-029")
@pytest.mark.parametrize("other", ["map", "MAP", "地图"])
def test_two_features_cannot_share_a_name(other: str) -> None:
    command = AgentCommand.literal("test:other", "does", other)
    with pytest.raises(ValueError, match=other.casefold()):
        CommandTree([*FEATURES, Owned((command,), {"test:other": Nothing})])


@pytest.mark.behaviour("ROUTE-027")
@pytest.mark.parametrize(
    "command",
    [
        AgentCommand.literal("test:foreign", "does", "one"),
        AgentCommand.argument("test:own", "does", "<colour>", "one"),
        AgentCommand(Node(("one",), action="test:own", fixed={"colour": "red"})),
    ],
    ids=["another's action", "no such argument", "no such fixed argument"],
)
def test_a_command_leads_to_its_own_action_and_arguments_only(command: AgentCommand) -> None:
    with pytest.raises(ValueError, match="/"):
        CommandTree([Owned((command,), {"test:own": Stack})])


@pytest.mark.behaviour("ROUTE-036")
def test_an_argument_type_that_clients_do_not_know_is_refused() -> None:
    node = Node(("one",), children=(Node(("item",), "colour", action="test:own"),))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="colour"):
        CommandTree([Owned((AgentCommand(node),), {"test:own": Stack})])


@pytest.mark.parametrize("place", ["", "<>", "name", "<name]"])
def test_an_argument_is_required_or_optional(place: str) -> None:
    with pytest.raises(ValueError, match="neither"):
        AgentCommand.argument("test:own", "does", place, "one")


@pytest.mark.behaviour("ROUTE-034")
def test_a_command_of_the_platform_goes_before_a_features_of_that_name() -> None:
    mine = AgentCommand.literal("test:look", "does", "grant", "karte")
    theirs = AgentCommand.literal("test:grant", "does", "grant")
    tree = CommandTree(
        [Owned((mine,), {"test:look": Nothing})], [Owned((theirs,), {"test:grant": Nothing})]
    )
    assert tree.parse("/grant") == Call("test:grant")
    assert tree.parse("/karte") == Call("test:look")
    assert tree.hidden == ("grant",)


@pytest.mark.behaviour("ROUTE-057")
def test_a_custom_command_has_types_rights_and_suggestions_of_its_own() -> None:
    line = "/system grant hard Alex_1"
    call = Call("test:grant", {"system": "system:hard", "player": "Alex_1"})
    assert WITH_PLATFORM.parse(line, OPERATOR) == call
    assert isinstance(WITH_PLATFORM.parse(line, PLAYER), BadCommand)
    assert WITH_PLATFORM.complete("/system grant system:h", OPERATOR) == (
        "/system grant system:hard",
    )
    assert WITH_PLATFORM.complete("/system g", PLAYER) == ()


@pytest.mark.behaviour("ROUTE-034", "ROUTE-037")
def test_the_platforms_root_still_forwards_what_is_not_its_own() -> None:
    assert WITH_PLATFORM.parse("/system map", PLAYER) == Call("test:look")
    assert WITH_PLATFORM.parse("/system grant default", OPERATOR) == Call(
        "test:grant", {"system": "system:default"}
    )


@pytest.mark.behaviour("ROUTE-028", "ROUTE-037")
@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("/m", ("/map",)),
        ("/M", ("/map",)),
        ("/找", ("/找",)),
        ("/map", ("/map",)),
        ("/map ", ()),
        ("/find ", ()),
        ("map", ()),
        ("/system g", ("/system grant",)),
        ("/system 授", ("/system 授予",)),
        ("/system grant ", ("/system grant system:default", "/system grant system:hard")),
    ],
)
def test_completion_follows_the_declarations(line: str, lines: tuple[str, ...]) -> None:
    assert WITH_PLATFORM.complete(line, OPERATOR) == lines


@pytest.mark.behaviour("ROUTE-028", "ROUTE-039")
def test_help_names_every_line_in_the_players_language() -> None:
    assert [u.line for u in TREE.help("en_us")] == [
        "/map",
        "/find <name>",
        "/item <item>",
        "/row <number>",
        "/draw",
    ]
    assert [u.line for u in TREE.help("zh_cn")][:2] == ["/地图", "/找 <name>"]


@pytest.mark.behaviour("ROUTE-038", "ROUTE-035", "ROUTE-060")
def test_what_is_not_enabled_is_nowhere_and_comes_back_when_it_is() -> None:
    without = CommandSource(has_action=lambda action: action != "test:item")
    for source, expected in ((without, False), (CommandSource(), True)):
        assert any(u.action == "test:item" for u in TREE.help("en_us", source)) is expected
        assert ("/item" in TREE.complete("/i", source)) is expected
        assert any(c.name == "/item" for c in TREE.listed("en_us", source)) is expected
        assert any("item" in n.names for n in TREE.synced(source)) is expected


@pytest.mark.behaviour("ROUTE-028", "ROUTE-036", "ROUTE-057")
def test_a_client_gets_the_tree_with_kinds_it_knows() -> None:
    (root,) = [n for n in WITH_PLATFORM.synced(OPERATOR) if n.names == ("system",)]
    assert msgspec.json.decode(msgspec.json.encode(root)) == {
        "names": ["system"],
        "children": [
            {
                "names": ["grant", "授予"],
                "children": [
                    {
                        "names": ["system"],
                        "kind": "identifier",
                        "ends": True,
                        "does": {"key": "does.grant"},
                        "suggests": ["system:default", "system:hard"],
                        "children": [{"names": ["player"], "kind": "player", "ends": True}],
                    }
                ],
            }
        ],
    }


@pytest.mark.behaviour("ROUTE-058")
def test_a_tree_built_again_is_the_same_tree() -> None:
    assert CommandTree(FEATURES).synced() == TREE.synced()


@pytest.mark.behaviour("ROUTE-036")
@pytest.mark.parametrize(
    ("kind", "text", "taken"),
    [
        (ArgumentType.TEXT, "  a b ", ("a b", "")),
        (ArgumentType.TEXT, "  ", None),
        (ArgumentType.WORD, "a b", ("a", "b")),
        (ArgumentType.WORD, "", None),
        (ArgumentType.NUMBER, "12 more", ("12", "more")),
        (ArgumentType.NUMBER, "the second one", ("2", "")),
        (ArgumentType.NUMBER, "many", None),
        (ArgumentType.IDENTIFIER, "A:b/c x", ("a:b/c", "x")),
        (ArgumentType.IDENTIFIER, "a:b:c", None),
        (ArgumentType.PLAYER, "Alex_1 x", ("Alex_1", "x")),
        (ArgumentType.PLAYER, "A!", None),
    ],
)
def test_an_argument_of_each_type(
    kind: ArgumentType, text: str, taken: tuple[str, str] | None
) -> None:
    assert take(kind, text) == taken
