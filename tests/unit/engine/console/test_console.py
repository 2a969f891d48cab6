"""The operator's console and what it shows."""

from __future__ import annotations

import asyncio
import io
import json
from pathlib import Path
from uuid import UUID

import pytest

from companion.engine.access.identity import PlayerId, offline_id
from companion.engine.console.console import Console
from companion.engine.console.player_names import ConsoleMessages, names_in
from companion.language.phrase import Phrase
from tests.helpers.served_world import House, house

ALEX = UUID(int=0xA1)


class Operator:
    """A console and what it said."""

    def __init__(self, served: House) -> None:
        self.said: list[Phrase] = []
        self.console = Console(served.world, self.said.append)

    async def types(self, line: str) -> list[str]:
        self.said.clear()
        await self.console.take(line)
        return [words.key for words in self.said]


@pytest.mark.behaviour("BIND-010")
async def test_an_operator_grants_and_revokes_with_or_without_the_prefix(tmp_path: Path) -> None:
    async with house(tmp_path) as served, served.player("Alex"):
        operator = Operator(served)
        assert await operator.types("/system grant system:default Alex") == ["access.granted"]
        assert await operator.types("grant system:default Alex") == ["access.already"]
        assert await operator.types("system ai Alex off") == ["access.ai"]
        assert (await operator.types("revoke Alex"))[0] == "access.revoked"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", []),
        ("system", []),
        ("dance", ["console.unknown"]),
        ("grant system:default", ["failure.order_incomplete"]),
        ("grant", ["failure.order_incomplete"]),
        ("module", ["failure.order_incomplete"]),
        ("devices", ["failure.order_incomplete"]),
        ("ai", ["failure.order_incomplete"]),
        ("open", ["failure.players_only"]),
        ("grant system:default @a", ["failure.one_player_needed"]),
        ("grant system:default Nobody", ["failure.player_not_online"]),
        ("unpair", ["failure.order_incomplete"]),
        ("ai Alex", ["failure.player_not_online"]),
        ("pair 123456", ["failure.players_only"]),
    ],
)
async def test_what_cannot_be_done_is_said(tmp_path: Path, line: str, told: list[str]) -> None:
    async with house(tmp_path) as served:
        assert await Operator(served).types(line) == told


async def test_where_words_are_missing_the_console_says_how_it_is_written(tmp_path: Path) -> None:
    async with house(tmp_path) as served:
        operator = Operator(served)
        await operator.types("grant")
    assert operator.said[0].args == {"detail": "grant SYSTEM PLAYER"}


async def test_help_lists_every_command_as_it_is_written(tmp_path: Path) -> None:
    async with house(tmp_path) as served:
        operator = Operator(served)
        assert await operator.types("help") == ["console.help"]
        listed = operator.said[0].args["list"]
        names = {n for n, one in served.world.runtime.orders.items() if not one.order.of_players}
    assert {one.split()[0] for one in listed.split(", ")} == {*names, "stop"}


async def test_configuration_is_read_again_while_it_serves(tmp_path: Path) -> None:
    async with house(tmp_path) as served:
        assert (await Operator(served).types("reload"))[0] in ("config.same", "config.changed")


async def test_lines_are_read_until_stop_and_their_end_is_not_the_end(tmp_path: Path) -> None:
    async with house(tmp_path) as served:
        operator = Operator(served)
        operator.console.read(io.StringIO("dance\n"))
        operator.console.read(io.StringIO("dance\nstop\n"))
        await asyncio.wait_for(operator.console.until_stopped(), 60)
    assert [words.key for words in operator.said] == ["console.unknown"] * 2


async def test_the_code_goes_to_the_console_with_the_players_name(tmp_path: Path) -> None:
    said: list[Phrase] = []
    await ConsoleMessages(tmp_path, said.append).show_code(PlayerId(ALEX, "Alex"), "123456", 120.0)
    assert said[0].key == "console.code"
    assert said[0].args == {"player": "Alex", "code": "123456", "minutes": "2"}


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (json.dumps([{"name": "Alex", "uuid": str(ALEX)}]), ALEX),
        ("[]", offline_id("ALEX")),
        ("{broken", offline_id("ALEX")),
        ("[" * 100_000, offline_id("ALEX")),
        (None, offline_id("ALEX")),
    ],
    ids=["listed", "not listed", "broken", "deep", "no file"],
)
async def test_a_name_is_looked_up_in_the_servers_own_list(
    tmp_path: Path, content: str | None, found: UUID
) -> None:
    if content is not None:
        (tmp_path / "usercache.json").write_text(content)
    player = await ConsoleMessages(tmp_path, lambda _: None).online("ALEX")
    assert player
    assert player.id == found


def test_entries_that_make_no_sense_name_nobody() -> None:
    entries = [{}, {"name": "A"}, {"name": "B", "uuid": 7}, {"name": "C", "uuid": "x"}]
    assert names_in(json.dumps(entries).encode()) == {}
