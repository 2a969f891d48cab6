"""The engine as a child process, spoken to from outside."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.protocol.responses import Outcome
from companion.support.errors import Failure
from tests.helpers.engine_client import TOKEN, outsider

ROOT = Path(__file__).resolve().parents[2]
WITHOUT_QT_AND_SOUND = """
import sys
for name in ("PySide6", "sounddevice", "onnxruntime", "ctranslate2"):
    sys.modules[name] = None
from companion.__main__ import main
sys.exit(main(["engine"]))
"""


@asynccontextmanager
async def engine(*command: str) -> AsyncIterator[Process]:
    """The child process; killed at the end if it is still there."""
    arguments = command or ("-m", "companion", "engine")
    process = await asyncio.create_subprocess_exec(
        sys.executable, *arguments, cwd=ROOT, stdin=PIPE, stdout=PIPE, stderr=PIPE
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def start(process: Process, **line: Any) -> dict[str, Any]:
    """Say the first line and read the answer."""
    assert process.stdin
    assert process.stdout
    process.stdin.write(json.dumps({"token": TOKEN, "instance": "", **line}).encode() + b"\n")
    await process.stdin.drain()
    answer: dict[str, Any] = json.loads(await asyncio.wait_for(process.stdout.readline(), 60))
    return answer


async def test_it_answers_and_ends_with_its_parents_pipe() -> None:
    async with engine() as process:
        port = (await start(process))["port"]
        async with outsider(port) as client:
            reply = await client.ask("show my quests")
        assert process.stdin
        process.stdin.close()
        output, _ = await asyncio.wait_for(process.communicate(), 60)
    assert reply.outcome == Outcome.SUCCEEDED
    assert (process.returncode, output) == (0, b"")


@pytest.mark.behaviour("PROTO-030")
async def test_it_needs_neither_qt_nor_sound() -> None:
    async with engine("-c", WITHOUT_QT_AND_SOUND) as process:
        port = (await start(process))["port"]
        async with outsider(port, locale="zh_cn") as client:
            reply = await client.ask("查看任务")
    assert reply.action == "system:quest_list"


async def test_a_missing_folder_is_told_in_every_answer(tmp_path: Path) -> None:
    async with engine() as process:
        port = (await start(process, instance=str(tmp_path / "gone")))["port"]
        async with outsider(port) as client:
            reply = await client.ask("show my quests")
            helped = await client.ask("help")
    assert reply.code in (Failure.FOLDER_MISSING, Failure.QUESTS_MISSING)
    assert reply.cards == ()
    assert helped.outcome == Outcome.SUCCEEDED


@pytest.mark.parametrize(
    "line", [b"\n", b"{}\n", b'{"token":"short"}\n', b"[1]\n", b'{"token":null}\n', b""]
)
async def test_a_bad_first_line_is_answered_and_ends_it(line: bytes) -> None:
    async with engine() as process:
        output, _ = await asyncio.wait_for(process.communicate(line), 60)
    assert json.loads(output)["failure"] == Failure.INVALID_MESSAGE
    assert process.returncode == 2


async def test_it_logs_neither_words_nor_token() -> None:
    async with engine() as process:
        port = (await start(process))["port"]
        async with outsider(port) as client:
            await client.ask("how do I get marmalade")
        assert process.stdin
        process.stdin.close()
        assert process.stderr
        log = (await asyncio.wait_for(process.stderr.read(), 60)).decode()
    assert "companion.engine.choosing" in log  # whatever it was taken for
    assert "marmalade" not in log
    assert TOKEN not in log


async def test_a_folder_whose_name_is_no_utf_8_is_read_and_told(tmp_path: Path) -> None:
    folder = os.fsdecode(os.fsencode(tmp_path) + b"/\xd5\xfb\xba\xcf\xb0\xfc")
    async with engine() as process:
        port = (await start(process, instance=folder))["port"]
        async with outsider(port) as client:
            reply = await client.ask("show my quests")
    assert reply.code == Failure.FOLDER_MISSING
    assert "?" in reply.text.args["detail"]
