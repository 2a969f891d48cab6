"""200,000 mutated frames against an engine that runs as a process of its own."""

from __future__ import annotations

import asyncio
import json
import sys
import uuid
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from companion.engine.config.storage import StorageConfig
from companion.engine.players import LOCAL_PLAYER
from companion.engine.storage.record import Preferences
from companion.engine.storage.sqlite_store import SqliteStore
from companion.protocol.cards.ref import CardRef
from companion.protocol.codec import decode_client, encode
from companion.protocol.in_game import ShowInGame
from companion.protocol.pack import AssetRequest
from companion.protocol.requests import (
    CardAction,
    Chat,
    ClientMessage,
    Control,
    ControlAction,
    Heard,
    Hello,
    Invoke,
    Ping,
    SetPreferences,
    UsageRequest,
)
from companion.protocol.responses import ErrorMessage, Outcome, Reply, ServerMessage
from companion.protocol.signon import Pair
from companion.support.clock import SystemClock
from companion.support.errors import ProtocolError
from companion.support.loops import spawn
from tests.helpers.engine_client import TOKEN, Outsider, outsider
from tests.helpers.hostile_wire import frame, raw
from tests.hostile.mutation import mutated

ROOT = Path(__file__).resolve().parents[2]
FRAMES = 200_000
PEERS = 8
BATCH = 500
LIMIT_S = 300.0
LASTING_TASKS = 4
"""Of an engine where nobody waits: itself, ticks, the writer of usage, perhaps a look at quests."""
LEAK_BYTES = 32 << 20
SEED = 20261130
INVALID = b'"code":"invalid_message"'
ID = uuid.UUID(int=1)
ORIGINALS = tuple(
    encode(message)
    for message in (
        Hello(1, TOKEN, "en_us"),
        Chat(ID, "help"),
        Invoke(ID, {"moduleId": "system:help", "page": 1}),
        Control(ID, ControlAction.STATE),
        CardAction(ID, CardRef(ID, 1), "system:quest_detail", {"quest": "00000000000000A1"}),
        SetPreferences(ID, external=False, free_chat=False, history=False),
        Control(ID, ControlAction.HISTORY),
        UsageRequest(ID),
        UsageRequest(ID, everyone=True, open=True),
        AssetRequest(ID, "minecraft:apple"),
        AssetRequest(ID, "minecraft:apple", "0" * 64),
        ShowInGame(ID, "Quest done"),
        Heard(ID, 1, is_whole=True),
        Pair(ID, player="Alex"),
        Ping(),
    )
)


@asynccontextmanager
async def hostile_engine(folder: Path) -> AsyncIterator[tuple[Process, int]]:
    with (folder / "log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.helpers.hostile_child", str(folder)),
            cwd=ROOT,
            stdin=PIPE,
            stdout=PIPE,
            stderr=log,
        )
    try:
        yield process, (await said(process))["port"]
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def said(process: Process) -> dict[str, Any]:
    assert process.stdout
    line: dict[str, Any] = json.loads(await asyncio.wait_for(process.stdout.readline(), 60))
    return line


async def held(process: Process) -> dict[str, int]:
    assert process.stdin
    process.stdin.write(b"\n")
    return await said(process)


async def settled(process: Process) -> dict[str, int]:
    """What it holds once the connections that ended are gone, and all that they began."""
    async with asyncio.timeout(LIMIT_S):
        while (now := await held(process))["sockets"] or now["tasks"] > LASTING_TASKS:
            pass
    return now


def read(text: str) -> ClientMessage | None:
    """The message that a frame still is, or None."""
    try:
        return decode_client(text)
    except ProtocolError:
        return None


def is_bad(message: ClientMessage | None) -> bool:
    """Whether a frame must be refused: all that is no message, and a second hello."""
    return message is None or isinstance(message, Hello)


@dataclass(frozen=True)
class Storm:
    """Mutated frames in batches, and how many of them are no messages.

    None is a right wish for other preferences, so that those of the player may not change.
    """

    batches: tuple[bytes, ...]
    bad: int


def made(seed: int, count: int) -> Storm:
    texts = (text.encode(errors="replace") for text in mutated(ORIGINALS, seed, 2 * count))
    judged = ((data, read(data.decode())) for data in texts)
    harmless = (one for one in judged if not isinstance(one[1], SetPreferences))
    kept = list(islice(harmless, count))
    frames = [data for data, _ in kept]
    batches = (frames[at : at + BATCH] for at in range(0, count, BATCH))
    return Storm(
        tuple(b"".join(map(frame, batch)) for batch in batches),
        sum(is_bad(message) for _, message in kept),
    )


async def blow(port: int, storm: Storm) -> None:
    """Send a storm on one connection until the engine has answered each bad frame."""
    async with raw(port) as peer, asyncio.TaskGroup() as tasks:
        await peer.send(frame(ORIGINALS[0].encode()))
        tasks.create_task(peer.read_until(storm.bad, INVALID, LIMIT_S))
        for batch in storm.batches:
            await peer.send(batch)


async def watch(client: Outsider, seen: list[ServerMessage]) -> None:
    """Stay connected and note what comes."""
    while True:
        await client.send(Ping())
        seen.append(await client.receive())


async def kept_in(folder: Path) -> tuple[tuple[UUID, ...], tuple[str, ...], Preferences]:
    """Who is known, and the player's binding and preferences, once the engine has ended."""
    store = SqliteStore(folder, StorageConfig, SystemClock())
    await store.start()
    try:
        record = await store.read(LOCAL_PLAYER.uuid, lambda data: data.record())
        return await store.players(), record.systems, record.preferences
    finally:
        await store.stop()


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="counts what /proc shows")
@pytest.mark.behaviour("PROTO-025", "PROTO-026", "PROTO-048")
async def test_mutated_frames_break_leak_and_change_nothing(tmp_path: Path) -> None:
    storms = [made(SEED + 1 + peer, FRAMES // PEERS) for peer in range(PEERS)]
    seen: list[ServerMessage] = []
    async with hostile_engine(tmp_path) as (process, port):
        await blow(port, made(SEED, 4_000))
        before = await settled(process)
        async with outsider(port) as bystander, asyncio.timeout(LIMIT_S):
            watching = spawn(watch(bystander, seen), "watch")
            await asyncio.gather(*(blow(port, storm) for storm in storms))
            watching.cancel()
        async with outsider(port) as client:
            reply = await client.ask("show my quests")
        after = await settled(process)
    assert sum(storm.bad for storm in storms) > FRAMES * 0.8
    assert reply.outcome == Outcome.SUCCEEDED
    assert not [message for message in seen if isinstance(message, (Reply, ErrorMessage))]
    assert after["bytes"] - before["bytes"] < LEAK_BYTES
    assert b"Traceback" not in (tmp_path / "log").read_bytes()
    only = ((LOCAL_PLAYER.uuid,), ("system:default",), Preferences())
    assert await kept_in(tmp_path) == only
