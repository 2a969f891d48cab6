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
from tests.gateway.paid import until

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


STEPS = {
    "": (3, 3, 0, 0),
    "before the books": (2, 2, 0, 0),
    "write 1": (2, 2, 0, 0),
    "before the request": (2, 2, 0, 1),
    "before it leaves": (2, 2, 0, 1),
    "once it left": (3, 2, 0, 1),
    "write 2": (3, 2, 0, 1),
    "while it speaks": (3, 3, 1, 0),
    "before the end": (3, 3, 1, 0),
    "write 3": (3, 3, 1, 0),
}
"""Step to: calls that the wire saw, and the books' calls, unsettled ones, and ones that may be."""


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step or "never")
async def test_the_books_equal_the_wire_or_say_that_one_call_more_may_have_left(
    step: str, gateway: LoopbackGateway, tmp_path: Path
) -> None:
    seen, *told = STEPS[step]
    count = await paid_until_killed(gateway, tmp_path, step)
    await until(lambda: sum(gateway.record.posts.values()) == seen)
    assert [count.calls, count.unsettled, count.maybe] == told
    assert count.calls <= seen <= count.calls + count.maybe
    assert count.characters == 7 * count.calls  # "Call 1." is seven, reported or estimated
