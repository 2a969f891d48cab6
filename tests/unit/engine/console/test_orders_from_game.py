"""`/system ...` typed in the game: who may, who reads the answer, and how companions sign on."""

from __future__ import annotations

import re
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest

from companion.engine.access.identity import offline_id
from companion.engine.console import from_game
from companion.engine.console.game_orders import MOST_CHARACTERS
from companion.engine.console.link_messages import LinkMessages
from companion.engine.runtime import Runtime
from companion.games.link import Capability, GameOrder
from companion.language.translations import merged
from companion.protocol.requests import Chat
from companion.protocol.responses import Open, Page, Reply, View
from companion.protocol.signon import Binding, Pair, Pairing, PairingStep
from companion.support.errors import Failure
from companion.support.resources import translation_tables
from tests.helpers.engine_client import Outsider
from tests.helpers.engine_link import book_of, quest
from tests.helpers.hostile_wire import until
from tests.helpers.ordering_link import CHAT, OrderingLink, player
from tests.helpers.served_world import House, house, refused

Join = Callable[[House, OrderingLink], AbstractAsyncContextManager[Outsider]]
BOOK = book_of(quest(1, "Stone Age"))
ENGLISH = merged("en_us", translation_tables())


def luanti(**fields: object) -> OrderingLink:
    return OrderingLink(BOOK, held={"Op": ("interact", "server")}, **fields)  # type: ignore[arg-type]


def minecraft() -> OrderingLink:
    return luanti(capabilities=CHAT)


@asynccontextmanager
async def companion(served: House, link: OrderingLink, name: str) -> AsyncIterator[Outsider]:
    """A player's companion, signed on by a code typed in the game, and welcomed."""
    async with served.peer() as stranger:
        await stranger.receive()
        await link.types(name, f"pair {await code_for(stranger)}")
        paired = await stranger.next(Pairing)
    assert isinstance(paired, Pairing)
    async with served.peer(str(paired.token)) as client:
        await client.receive()
        yield client


async def code_for(client: Outsider) -> str:
    """Ask as a stranger for the code that has to be typed in the game."""
    await client.send(Pair(uuid.uuid4(), device="laptop"))
    shown = await client.next(Pairing)
    assert isinstance(shown, Pairing)
    assert shown.step is PairingStep.TYPE_IN_GAME
    return str(shown.code)


@pytest.mark.behaviour("PROTO-060")
async def test_a_code_typed_in_the_game_signs_its_companion_on(tmp_path: Path) -> None:
    link = luanti()
    async with house(tmp_path, link=link) as served, served.peer() as stranger:
        await stranger.receive()
        told = await link.types("Alex", f"pair {await code_for(stranger)}")
        paired = await stranger.next(Pairing)
        assert isinstance(paired, Pairing)
        async with served.peer(str(paired.token)) as alex:
            await alex.receive()
            assert [one.name for one in served.world.administered.online()] == ["Alex"]
    assert told == "Your companion is signed in."
    assert paired.player == offline_id("Alex")


async def test_a_code_is_typed_once_and_five_wrong_ones_end_the_guessing(tmp_path: Path) -> None:
    link = luanti()
    async with house(tmp_path, link=link) as served, served.peer() as stranger:
        await stranger.receive()
        code = await code_for(stranger)
        wrong = "000000" if code != "000000" else "000001"
        said = [await link.types("Thief", f"pair {wrong}") for _ in range(5)]
        locked = await link.types("Thief", f"pair {code}")
        await link.types("Alex", f"pair {code}")
        again = await link.types("Steve", f"pair {code}")
    assert len(set(said)) == 1
    assert locked == ENGLISH.text(f"failure.{Failure.PAIRING_LIMITED}")
    assert again == ENGLISH.text(f"failure.{Failure.PAIRING_CODE_WRONG}")


async def test_a_companion_that_left_is_not_paired_by_its_code(tmp_path: Path) -> None:
    link = luanti()
    async with house(tmp_path, link=link) as served:
        async with served.peer() as stranger:
            await stranger.receive()
            code = await code_for(stranger)
        await served.world.stop()  # every connection has ended by then
        told = await link.types("Alex", f"pair {code}")
        assert served.world.devices.of(offline_id("Alex")) == ()
    assert told == ENGLISH.text(f"failure.{Failure.PAIRING_CODE_WRONG}")


async def test_a_name_is_no_way_in_where_codes_are_typed_in_the_game(tmp_path: Path) -> None:
    async with house(tmp_path, link=luanti()) as served, served.peer() as stranger:
        await stranger.receive()
        assert await refused(stranger, Pair(uuid.uuid4(), player="Op")) == Failure.INVALID_INPUT


async def test_the_game_shows_the_code_to_its_player_alone(tmp_path: Path) -> None:
    link = minecraft()
    await LinkMessages(link, ENGLISH).show_code(await online(link, "Alex"), "123456", 120.0)
    assert re.findall(r"\d{6}", link.told["Alex"][0]) == ["123456"]
    assert list(link.told) == ["Alex"]
    assert await LinkMessages(link, ENGLISH).online("Nobody") is None


async def online(link: OrderingLink, name: str):
    found = await LinkMessages(link, ENGLISH).online(name)
    assert found
    return found


async def test_a_line_of_public_chat_pairs_nobody(tmp_path: Path) -> None:
    link = minecraft()
    async with house(tmp_path, link=link) as served:
        await served.token_of("Alex")
        told = await link.types("Steve", f"!system pair {served.game.codes['Alex']}")
    assert told == ENGLISH.text(f"failure.{Failure.PAIRING_CODE_WRONG}")


@pytest.mark.behaviour("BIND-010")
@pytest.mark.parametrize(
    "line",
    [
        "grant system:default Alex",
        "revoke Alex",
        "ai default full",
        "module add system:quests Alex",
        "usage all",
        "usage Alex",
        "unpair 1 Alex",
        "reload",
    ],
)
async def test_only_operators_of_the_game_administer_there(tmp_path: Path, line: str) -> None:
    link = luanti()
    async with house(tmp_path, link=link) as served, companion(served, link, "Alex"):
        await served.world.order("grant system:default Alex")
        refusal = await link.types("Steve", line)
        assert await served.world.runtime.bindings.system(offline_id("Alex")) == "system:default"
    expected = {f"failure.{Failure.OPERATOR_ONLY}", f"failure.{Failure.NOT_PERMITTED}"}
    assert refusal.partition(":")[0] in {
        ENGLISH.texts[key].partition("{")[0].partition(":")[0].rstrip() for key in expected
    } | {ENGLISH.texts[key] for key in expected}


async def test_a_privilege_that_was_taken_away_counts_at_once(tmp_path: Path) -> None:
    link = luanti()
    async with house(tmp_path, link=link) as served, companion(served, link, "Alex"):
        granted = await link.types("Op", "grant system:default Alex")
        link.held.clear()
        refusal = await link.types("Op", "revoke Alex")
        assert await served.world.runtime.bindings.system(offline_id("Alex")) == "system:default"
    assert granted == "Alex now has system:default."
    assert refusal == ENGLISH.text(f"failure.{Failure.OPERATOR_ONLY}")


@pytest.mark.behaviour("ROUTE-037", "CHAT-012")
@pytest.mark.parametrize("line", ["quests", "show my quests", "ask show my quests"])
async def test_what_is_no_command_is_asked_like_in_the_input_box(tmp_path: Path, line: str) -> None:
    link = luanti(others={})
    async with house(tmp_path, link=link) as served, companion(served, link, "Alex") as alex:
        await served.world.order("grant system:default Alex")
        told = await link.types("Alex", line)
        await alex.send(Chat(uuid.uuid4(), line.removeprefix("ask ")))
        reply = await alex.next(Reply)
    assert isinstance(reply, Reply)
    assert told == ENGLISH.render(reply.text)


@pytest.mark.parametrize(
    ("locale", "read"), [("zh_cn", "zh_cn"), ("en_us", "en_us"), ("", "en_us"), ("xx", "en_us")]
)
async def test_an_answer_is_in_the_language_that_the_game_says_its_player_reads(
    tmp_path: Path, locale: str, read: str
) -> None:
    link, texts = luanti(), merged(read, translation_tables())
    async with house(tmp_path, link=link):
        order = await link.types("Alex", "grant system:default Alex", locale)
        asked = await link.types("Alex", "show my quests", locale)
    assert order == texts.text("failure.operator_only")
    assert asked == texts.text("engine.unbound", system="system:default", player="Alex")


@pytest.mark.behaviour("MOD-065", "PROTO-019", "CLIENT-047")
@pytest.mark.parametrize(
    ("line", "view"), [("", View.CURRENT), ("simple", View.SIMPLE), ("full", View.FULL)]
)
async def test_the_bare_command_opens_the_companion_and_a_view_opens_that(
    tmp_path: Path, line: str, view: View
) -> None:
    link = luanti()
    async with house(tmp_path, link=link) as served, companion(served, link, "Alex") as alex:
        told = await link.types("Alex", line)
        opened = await alex.next(Open)
        other = await link.types("Op", line)
    assert (told, opened) == (ENGLISH.text("access.opened"), Open(view))
    assert other == ENGLISH.text("access.no_companion")


@pytest.mark.behaviour("CLIENT-011", "CLIENT-013")
@pytest.mark.parametrize(
    ("link", "join", "line"),
    [
        (luanti(), lambda house, link: companion(house, link, "Alex"), "settings"),
        (minecraft(), lambda house, link: house.player("Alex"), "!system settings"),
    ],
    ids=["a private command", "a line of the chat"],
)
async def test_settings_typed_in_the_game_are_opened_beside_it_and_nothing_is_executed(
    tmp_path: Path, link: OrderingLink, join: Join, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    executed: list[object] = []
    monkeypatch.setattr(Runtime, "take", lambda *given: executed.append(given))
    monkeypatch.setattr(from_game, "answer", lambda *given: executed.append(given))
    async with house(tmp_path, link=link) as served, join(served, link) as alex:
        told = await link.types("Alex", line)
        opened = await alex.next(Open)
    assert (told, opened) == (
        ENGLISH.text("access.opened"),
        Open(View.CURRENT, page=Page.SETTINGS),
    )
    assert executed == []


async def test_ordinary_chat_is_nobodys_order(tmp_path: Path) -> None:
    link = minecraft()
    async with house(tmp_path, link=link) as served, served.player("Alex"):
        assert link.heard
        for line in ("hello there", "!systematic", "", "  "):
            link.heard(GameOrder(player("Alex"), line))
        told = await link.types("Alex", "!system devices")
    assert told.startswith("1.")
    assert link.told == {"Alex": [told]}


async def test_a_flood_of_orders_is_dropped_and_the_next_one_is_answered(tmp_path: Path) -> None:
    link = luanti()
    async with house(tmp_path, link=link) as served, companion(served, link, "Alex"):
        assert link.heard
        for _ in range(200):
            link.heard(GameOrder(player("Alex"), "devices"))
        link.heard(GameOrder(player("Alex"), "x" * 10 * MOST_CHARACTERS))
        await link.types("Alex", "devices")
        answered = len(link.told["Alex"])
        after = await link.types("Steve", "devices")
    assert answered < 100  # of 201
    assert after == "Steve has no companion signed in."


async def test_a_game_that_takes_no_answer_costs_that_answer_only(tmp_path: Path) -> None:
    link = luanti()
    async with house(tmp_path, link=link) as served, companion(served, link, "Alex") as alex:
        link.is_silent = True
        assert link.heard
        link.heard(GameOrder(player("Op"), "grant system:default Alex"))
        await alex.next(Binding)
        await until(lambda: link.refused == 1)
        link.is_silent = False
        assert await link.types("Op", "devices") == "Op has no companion signed in."


async def test_a_link_that_cannot_tell_still_does_what_is_ordered(tmp_path: Path) -> None:
    link = luanti(capabilities=frozenset({Capability.QUESTS, Capability.ORDERS}))
    async with house(tmp_path, link=link) as served, served.player("Alex") as alex:
        assert link.heard
        link.heard(GameOrder(player("Op"), "!system grant system:default Alex"))
        await alex.next(Binding)
    assert link.told == {}
