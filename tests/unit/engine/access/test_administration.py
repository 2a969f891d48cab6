"""What operators type: who may, about whom, and what they are told."""

from __future__ import annotations

import pytest

from companion.engine.access.administration import Administration
from companion.engine.access.ai_access import AiLevels
from companion.engine.access.binding import Bindings
from companion.engine.access.chat_line import command_in
from companion.engine.access.devices import Devices
from companion.engine.access.identity import CONSOLE
from companion.engine.access.levels import AiLevel
from companion.engine.builtin.binding.module import BindingModule
from companion.engine.builtin.core.module import CoreSystemModule
from companion.engine.config.semantic import SemanticConfig
from companion.engine.modules.context import ModuleContext, Services, SharedRuntimes
from companion.engine.routing.commands import BadCommand
from companion.engine.routing.decision import (
    AgentAction,
    Doubt,
    RouteDecision,
    RouteSource,
    Scores,
)
from companion.engine.served import ROUTING, SERVED, RoutingView
from companion.language.phrase import phrase
from companion.support.errors import CompanionError, Failure
from companion.support.resources import translation_tables
from tests.helpers.access_world import (
    ALEX,
    DAILY,
    EXECUTORS,
    GAME_OPERATOR,
    GAME_PLAYER,
    NIGHTLY,
    STEVE,
    AiEffectsLog,
    BindingLog,
    Disk,
)
from tests.helpers.store_rig import PURSE, Purse, opened

ADMINISTRATIVE = (
    f"grant {DAILY}",
    "revoke",
    "reset",
    "ai default",
    "ai default off",
    "ai Steve full",
    "devices Steve",
    "unpair 1 Steve",
    "reload",
    "routing",
    "module list",
)


FITS = Scores("system:help", 0.9, 0.5, 1.0)
DECIDED = {
    "help me": RouteDecision(RouteSource.LOCAL, AgentAction("system:help", None), FITS),
    "dance": RouteDecision(RouteSource.LOCAL_FALLBACK, None, FITS, Doubt.SMALL_GAP),
    "/quest": RouteDecision(RouteSource.COMMAND, mistake=BadCommand("quest", known=True)),
}


class World:
    """The engine around the commands."""

    def __init__(self):
        self.closed = []
        self.typed = []
        self.opened = []
        self.asked = []

    def online(self):
        return (ALEX, STEVE)

    @property
    def modules(self):
        return self

    def systems(self):
        return (DAILY, NIGHTLY)

    def baseline(self, player):
        return lambda data: data.put(PURSE, Purse(5))

    def close(self, device):
        self.closed.append(device)

    def open_view(self, player, view):
        self.opened.append((player, view))

    def taken_for(self, words, player):
        self.asked.append((words, player))
        return DECIDED.get(words, RouteDecision(RouteSource.LOCAL_FALLBACK))

    async def reload(self):
        return (phrase("config.same"),)

    async def pair(self, code, player):
        self.typed.append((code, player))


def orders(world):
    """What the core and the binding module bring."""
    services = Services()
    services.put(SERVED, lambda: world)
    services.put(ROUTING, RoutingView(SemanticConfig, world.taken_for))
    context = ModuleContext(None, None, services, SharedRuntimes(), "a:one")
    return {
        **BindingModule().server_commands(context),
        **CoreSystemModule().server_commands(context),
    }


class Rig:
    """Commands over the real store."""

    def __init__(self, store):
        self.store = store
        self.world = World()
        self.bindings = self.world.bindings = Bindings(store, BindingLog(), self.world.systems)
        self.levels = self.world.levels = AiLevels(None, Disk().write, AiEffectsLog())
        self.devices = self.world.devices = Devices(None, Disk().write)
        self.commands = Administration(orders(self.world))

    async def run(self, line, executor=GAME_OPERATOR):
        return await self.commands.run(executor, line)

    async def keys(self, line, executor=GAME_OPERATOR):
        return [text.key for text in await self.run(line, executor)]


@pytest.fixture
async def rig(tmp_path):
    async with opened(tmp_path) as store:
        yield Rig(store)


@pytest.fixture
def bare():
    """Commands over no store at all: what reaches for one fails."""
    return Rig(None)


async def refused(failure, call):
    with pytest.raises(CompanionError) as caught:
        await call
    assert caught.value.failure is failure


@pytest.mark.behaviour("BIND-003", "BIND-008")
async def test_a_grant_without_a_player_binds_its_executor(rig):
    assert await rig.keys(f"grant {DAILY}") == ["access.granted"]
    assert await rig.bindings.system(ALEX.id) == DAILY
    assert await rig.store.read(ALEX.id, lambda data: data.get(PURSE)) == Purse(5)


@pytest.mark.behaviour("BIND-003")
async def test_a_grant_with_a_player_binds_that_player(rig):
    await rig.run(f"grant {NIGHTLY} steve", CONSOLE)
    assert await rig.bindings.system(STEVE.id) == NIGHTLY
    assert await rig.bindings.system(ALEX.id) == ""


@pytest.mark.behaviour("BIND-005")
async def test_a_repeated_grant_says_so(rig):
    await rig.run(f"grant {DAILY}")
    assert await rig.keys(f"grant {DAILY}") == ["access.already"]


@pytest.mark.behaviour("BIND-015", "BIND-013")
async def test_a_revoke_says_what_it_does_not_undo(rig):
    await rig.run(f"grant {DAILY}")
    assert await rig.keys("revoke") == ["access.revoked", "access.not_undone"]
    await refused(Failure.NOT_BOUND, rig.run("revoke"))


@pytest.mark.behaviour("BIND-016")
async def test_a_reset_adds_the_hint_about_old_data(rig):
    assert (await rig.keys("reset Steve"))[-1] == "access.old_data"


@pytest.mark.behaviour("PERM-001")
async def test_a_player_s_level_is_shown_and_set(rig):
    (shown,) = await rig.run("ai Steve")
    assert shown.args == {"player": "Steve", "level": "assist"}
    await rig.run("ai Steve full")
    assert rig.levels.of(STEVE.id) is AiLevel.FULL
    await rig.run("ai Steve default")
    assert rig.levels.of(STEVE.id) is AiLevel.ASSIST


@pytest.mark.behaviour("PERM-001")
async def test_a_level_is_set_for_a_player_who_is_away_by_id(rig):
    await rig.run("ai 00000000-0000-4000-8000-0000000000ff off")
    assert AiLevel.OFF in rig.levels._access.players.values()


@pytest.mark.behaviour("PERM-002")
async def test_the_default_level_is_shown_and_set(rig):
    (shown,) = await rig.run("ai default")
    assert shown.args == {"level": "assist"}
    (shown,) = await rig.run("ai default LOCAL")
    assert (shown.args, rig.levels.of(ALEX.id)) == ({"level": "local"}, AiLevel.LOCAL)


@pytest.mark.behaviour("PERM-010")
async def test_an_unknown_level_is_refused(rig):
    await refused(Failure.AI_LEVEL_UNKNOWN, rig.run("ai default everything"))
    assert rig.levels.default is AiLevel.ASSIST


@pytest.mark.behaviour("PROTO-056", "BIND-010", "PERM-006")
@pytest.mark.parametrize("line", ADMINISTRATIVE)
@pytest.mark.parametrize("who", ["operator in a companion", "player in a companion"])
async def test_no_companion_reaches_an_administrative_command(bare, line, who):
    await refused(Failure.ONLY_IN_GAME, bare.run(line, EXECUTORS[who]))
    assert bare.levels.default is AiLevel.ASSIST


@pytest.mark.behaviour("BIND-010")
@pytest.mark.parametrize("line", ADMINISTRATIVE)
async def test_no_player_without_the_right_administers(bare, line):
    await refused(Failure.OPERATOR_ONLY, bare.run(line, GAME_PLAYER))


@pytest.mark.behaviour("BIND-010")
@pytest.mark.parametrize(
    ("line", "failure"),
    [
        (f"grant {DAILY} Eve", Failure.PLAYER_NOT_ONLINE),
        (f"grant {DAILY} @a", Failure.ONE_PLAYER_NEEDED),
        (f"grant {DAILY} Alex Steve", Failure.ONE_PLAYER_NEEDED),
        ("grant example:none", Failure.SYSTEM_UNKNOWN),
        ("grant", Failure.ORDER_INCOMPLETE),
        ("revoke @p", Failure.ONE_PLAYER_NEEDED),
        ("reset Eve", Failure.PLAYER_NOT_ONLINE),
        ("unpair 1", Failure.DEVICE_UNKNOWN),
        ("unpair", Failure.DEVICE_UNKNOWN),
        ("unpair 0", Failure.DEVICE_UNKNOWN),
        ("unpair -1", Failure.DEVICE_UNKNOWN),
        ("pair", Failure.ORDER_INCOMPLETE),
    ],
)
async def test_what_does_not_fit_is_refused_with_its_reason(bare, line, failure):
    await refused(failure, bare.run(line))


async def test_a_console_has_to_name_a_player(bare):
    await refused(Failure.ORDER_INCOMPLETE, bare.run("revoke", CONSOLE))
    await refused(Failure.PLAYERS_ONLY, bare.run("pair 123456", CONSOLE))


@pytest.mark.parametrize("line", ["", "  ", "show my quests", "grants", "ask hello", "ASK hello"])
async def test_other_words_are_not_ours(bare, line):
    assert await bare.run(line) is None


async def test_players_list_and_revoke_their_own_devices_from_anywhere(rig):
    companion = EXECUTORS["player in a companion"]
    assert await rig.keys("devices", companion) == ["access.no_devices"]
    for at, name in enumerate(("laptop", "")):
        await rig.devices.add(ALEX.id, "Alex", name, float(at))
    listed = await rig.run("devices", companion)
    assert [text.args for text in listed] == [
        {"number": "1", "name": "laptop"},
        {"number": "2", "name": "?"},
    ]
    gone = rig.devices.of(ALEX.id)[0]
    await rig.run("unpair 1", companion)
    assert [device.name for device in rig.devices.of(ALEX.id)] == [""]
    assert rig.world.closed == [gone.id]


async def test_operators_revoke_devices_of_others(rig):
    await rig.devices.add(STEVE.id, "Steve", "phone", 0.0)
    await rig.run("unpair all Steve", CONSOLE)
    assert rig.devices.of(STEVE.id) == ()


async def test_a_player_types_a_pairing_code_in_the_game(rig):
    assert await rig.keys("pair 004217", GAME_PLAYER) == ["access.paired"]
    assert rig.world.typed == [("004217", ALEX)]


FOR_ALL = ("devices", "unpair", "pair", "open", "simple", "full", "settings", "ask")
COMPLETIONS = {
    "": ("grant", "revoke", "reset", "ai", "module", *FOR_ALL, "routing", "reload"),
    "re": ("revoke", "reset", "reload"),
    "grant ": (DAILY, NIGHTLY),
    "grant example:n": (NIGHTLY,),
    f"grant {DAILY} s": ("Steve",),
    "ai ": ("default", "Alex", "Steve"),
    "ai default ": ("off", "local", "assist", "full"),
    "ai Alex ": ("off", "local", "assist", "full", "default"),
    "revoke A": ("Alex",),
    "nothing ": (),
}


@pytest.mark.behaviour("BIND-004", "PERM-010")
@pytest.mark.parametrize(("line", "expected"), COMPLETIONS.items(), ids=str)
async def test_words_are_completed(bare, line, expected):
    assert bare.commands.complete(GAME_OPERATOR, line) == expected


@pytest.mark.parametrize("who", ["player in the game", "operator in a companion"])
async def test_only_what_may_be_typed_is_completed(bare, who):
    assert bare.commands.complete(EXECUTORS[who], "") == FOR_ALL
    assert bare.commands.complete(EXECUTORS[who], "grant ") == ()


@pytest.mark.behaviour("PERM-004")
@pytest.mark.parametrize("level", AiLevel)
def test_every_level_has_a_sentence_for_the_chat(level):
    assert all(f"access.ai_changed.{level}" in table for table in translation_tables().values())


CHAT_LINES = {
    "!system grant a:b Alex": "grant a:b Alex",
    "  !SYSTEM  reload ": "reload",
    "!system": "",
    "!systems grant a:b": None,
    "say !system reload": None,
    "hello": None,
    "": None,
}


@pytest.mark.parametrize(("line", "order"), CHAT_LINES.items(), ids=str)
def test_a_chat_line_with_the_prefix_is_an_order(line, order):
    assert command_in(line, "!system") == order


@pytest.mark.behaviour("MOD-065", "PROTO-019")
@pytest.mark.parametrize(
    ("line", "view"), [("open", "CURRENT"), ("simple", "SIMPLE"), ("full", "FULL")]
)
async def test_a_player_opens_the_companion_from_the_game(bare, line, view):
    assert await bare.keys(line, GAME_PLAYER) == ["access.opened"]
    assert bare.world.opened == [(ALEX.id, view)]


async def test_a_companion_that_is_not_there_is_not_opened(bare):
    bare.world.online = lambda: (STEVE,)
    assert await bare.keys("open", GAME_PLAYER) == ["access.no_companion"]
    assert bare.world.opened == []


@pytest.mark.parametrize(
    ("line", "executor", "failure"),
    [
        ("open", CONSOLE, Failure.PLAYERS_ONLY),
        ("ask hello", CONSOLE, Failure.PLAYERS_ONLY),
        ("open wide", GAME_PLAYER, Failure.ORDER_INCOMPLETE),
        ("ask", GAME_PLAYER, Failure.ORDER_INCOMPLETE),
    ],
)
async def test_what_cannot_be_opened_or_asked_is_refused(bare, line, executor, failure):
    await refused(failure, bare.run(line, executor))


@pytest.mark.behaviour("ROUTE-056")
@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("", []),
        ("help me", ["access.routing_taken", "access.routing_fits"]),
        ("dance", ["access.routing_open", "access.routing_fits"]),
        ("/quest", ["access.routing_mistake"]),
    ],
)
async def test_an_operator_sees_how_words_are_routed(bare, words, told):
    lines = await bare.run(f"routing {words}", CONSOLE)
    assert lines[0].args == {
        "mode": "ENFORCE",
        "similarity": "0.50",
        "gap": "0.20",
        "coverage": "0.50",
    }
    assert [line.key for line in lines[1:]] == told
    assert bare.world.asked == ([(words, None)] if words else [])


@pytest.mark.behaviour("SET-016")
async def test_a_reload_is_typed_and_says_what_came_of_it(rig):
    assert await rig.keys("reload", CONSOLE) == ["config.same"]
