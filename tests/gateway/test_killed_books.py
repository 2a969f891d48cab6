"""Whatever kills the program, the books hold what the wire saw: nothing is paid for unseen."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from companion.speech.ledger.account_file import AccountFile, usage_path
from companion.speech.ledger.accounts import read_accounts
from companion.speech.ledger.counts import Count, used_on
from tests.gateway.loopback import LoopbackGateway

pytestmark = [
    pytest.mark.gateway,
    pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is a word of POSIX"),
]

ROOT = Path(__file__).parents[2]
CALLS = 3


async def paid_until_killed(gateway: LoopbackGateway, folder: Path, step: str) -> Count:
    words = [str(gateway.port), gateway.key, str(folder), step, str(CALLS)]
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.gateway.paying_child", *words, cwd=ROOT
    )
    await asyncio.wait_for(child.wait(), 60)
    ledger = AccountFile(usage_path(folder, read_accounts(folder).current)).read()
    return used_on(ledger, "").get("qwen/qwen3-tts-flash", Count())


@pytest.mark.parametrize(
    ("step", "unsettled"),
    [
        ("", 0),
        ("before the books", 0),
        ("while it speaks", 1),
        ("before the end", 1),
    ],
    ids=lambda value: str(value) or "never",
)
async def test_the_books_equal_the_wire(
    step: str, unsettled: int, gateway: LoopbackGateway, tmp_path: Path
) -> None:
    count = await paid_until_killed(gateway, tmp_path, step)
    assert count.calls == sum(gateway.record.posts.values())
    assert count.unsettled == unsettled
    assert count.characters == 7 * count.calls  # "Call 1." is seven, reported or estimated


async def test_who_is_killed_while_the_end_is_written_has_it_in_the_books_either_way(
    gateway: LoopbackGateway, tmp_path: Path
) -> None:
    count = await paid_until_killed(gateway, tmp_path, "while the end is written")
    assert count.calls == sum(gateway.record.posts.values()) == CALLS
    assert count.unsettled in (0, 1)


async def test_a_call_that_was_written_down_and_never_left_is_told_as_unsettled(
    gateway: LoopbackGateway, tmp_path: Path
) -> None:
    count = await paid_until_killed(gateway, tmp_path, "before the request")
    assert sum(gateway.record.posts.values()) == CALLS - 1
    assert (count.calls, count.unsettled) == (CALLS, 1)
