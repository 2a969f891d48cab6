"""`companion serve` as a process: sign-on, grant, question, revocation, end."""

from __future__ import annotations

import asyncio
import os
import ssl
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.protocol.responses import ErrorMessage, Outcome, Welcome
from companion.support.errors import Failure
from tests.helpers.access_certificates import DAY, make_certificate
from tests.helpers.served_process import ROOT, SERVE, paired, peer, served


def everything_in(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())


@pytest.mark.behaviour("PROTO-060", "BIND-001")
async def test_a_player_pairs_is_granted_a_system_and_is_answered(tmp_path: Path) -> None:
    async with served(tmp_path) as world:
        token = await paired(world)
        async with peer(world.url, token) as (client, _):
            before = await client.ask("show my quests")
            granted = await world.types("/system grant system:default Alex")
            after = await client.ask("show my quests")
    assert (before.outcome, before.code) == (Outcome.FAILED, Failure.NOT_BOUND)
    assert granted == "Alex now has system:default."
    assert after.outcome == Outcome.SUCCEEDED


async def test_a_device_is_known_after_a_restart_and_its_token_is_in_no_file(
    tmp_path: Path,
) -> None:
    async with served(tmp_path) as world:
        token = await paired(world)
    kept = everything_in(tmp_path)
    async with served(tmp_path) as world, peer(world.url, token) as (_, welcome):
        assert isinstance(welcome, Welcome)
    assert b"Alex" in kept
    assert token.encode() not in kept


async def test_a_revoked_device_is_shown_out_at_once_and_stays_out(tmp_path: Path) -> None:
    async with served(tmp_path) as world:
        token = await paired(world)
        async with peer(world.url, token) as (client, _):
            assert await world.types("devices Alex") == "1. laptop"
            await world.types("unpair 1 Alex")
            await asyncio.wait_for(client.socket.wait_closed(), 60)
            assert client.socket.close_code == 4003
        async with peer(world.url, token) as (client, refusal):
            await asyncio.wait_for(client.socket.wait_closed(), 60)
    assert isinstance(refusal, ErrorMessage)
    assert refusal.code == Failure.UNAUTHORIZED


async def test_the_console_says_what_it_does_not_know_and_stops_when_told(tmp_path: Path) -> None:
    async with served(tmp_path) as world:
        assert (await world.types("dance")).startswith("That is no command.")
        assert await world.types("stop") == "Stopped. Everything is saved."
        assert await asyncio.wait_for(world.process.wait(), 60) == 0


async def test_ask_reaches_a_served_world_with_its_token(tmp_path: Path) -> None:
    async with served(tmp_path) as world:
        environment = {**os.environ, "COMPANION_TOKEN": await paired(world)}
        asked = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "companion", "ask", "help", "--engine", world.url),
            stdout=asyncio.subprocess.PIPE,
            env=environment,
            cwd=ROOT,
        )
        text, _ = await asyncio.wait_for(asked.communicate(), 30)
    assert asked.returncode == 1
    assert "/system grant" in text.decode()


async def test_beyond_loopback_it_serves_with_a_certificate_or_not_at_all(tmp_path: Path) -> None:
    (tmp_path / "tls").mkdir()
    today = datetime.now(UTC)
    made = make_certificate(tmp_path / "tls", today - DAY, today + 90 * DAY)
    trust = ssl.create_default_context(cafile=str(made.certificate))
    options = ("--tls-cert", str(made.certificate), "--tls-key", str(made.key))
    async with served(tmp_path / "world", *options) as world:
        assert world.url.startswith("wss://")
        async with peer(world.url, trust=trust) as (_, welcome):
            assert isinstance(welcome, Welcome)
    refused = await asyncio.create_subprocess_exec(
        *SERVE[:4],
        *("--world", str(tmp_path / "world"), "--listen", "0.0.0.0:0"),
        stderr=asyncio.subprocess.PIPE,
        cwd=ROOT,
    )
    _, why = await asyncio.wait_for(refused.communicate(), 60)
    assert refused.returncode == 2
    assert b"--tls-cert" in why


async def test_a_taken_port_is_said_and_leaves_nothing_running(tmp_path: Path) -> None:
    async with served(tmp_path / "one") as world:
        place = world.url.removeprefix("ws://")
        second = await asyncio.create_subprocess_exec(
            *SERVE[:4],
            *("--world", str(tmp_path / "two"), "--listen", place),
            stderr=asyncio.subprocess.PIPE,
            cwd=ROOT,
        )
        _, why = await asyncio.wait_for(second.communicate(), 60)
    assert second.returncode == 2
    assert place in why.decode()


async def test_a_second_engine_on_the_same_world_says_that_it_serves_nobody(tmp_path: Path) -> None:
    async with served(tmp_path), served(tmp_path) as second:
        assert (await second.says()).startswith("Players' data cannot be used: ")


@pytest.mark.parametrize(
    "words", [["ask", "help"], ["protocol", "schema"], ["serve", "--help"]], ids=lambda w: w[0]
)
async def test_it_runs_where_neither_window_nor_sound_can_be_had(words: list[str]) -> None:
    blocked = (
        "import sys\n"
        "for name in ('PySide6', 'sounddevice', 'onnxruntime'): sys.modules[name] = None\n"
        "from companion.__main__ import main\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    run = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", blocked, *words), stdout=asyncio.subprocess.PIPE, cwd=ROOT
    )
    said, _ = await asyncio.wait_for(run.communicate(), 30)
    assert (run.returncode, bool(said)) == (0, True)
