"""What a player is told right after they were bound."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.access.identity import CONSOLE
from companion.protocol.responses import Notice
from tests.helpers.engine_client import words
from tests.helpers.served_world import house


@pytest.mark.behaviour("QUEST-033", "QUEST-034")
async def test_a_newly_bound_player_hears_how_many_quests_there_are(tmp_path: Path) -> None:
    async with house(tmp_path) as served, served.player("Alex") as alex:
        await served.world.order("grant system:default Alex", CONSOLE)
        notice = await alex.next(Notice)
        while "open for you" not in words(notice.text):  # type: ignore[attr-defined]
            notice = await alex.next(Notice)
        number = await alex.ask("/open 1")
    assert "quests are open for you" in words(notice.text)  # type: ignore[attr-defined]
    assert "no list" in words(number.text).casefold() or number.cards == ()
