"""`/system module` and `/system usage`: what they do, to whom, and what they suggest."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.access.identity import CONSOLE, Executor, Origin, PlayerId, offline_id
from companion.engine.access.levels import AiLevel
from companion.engine.models.booking import ModelBooking
from companion.engine.models.model import ModelUsage
from companion.engine.usage.booking import SearchBooking
from companion.language.phrase import Phrase, phrase
from companion.support.errors import CompanionError, Failure, StorageError
from tests.helpers.served_world import House, house

ALEX = PlayerId(offline_id("Alex"), "Alex")
PLAYER = Executor(Origin.GAME, ALEX)
CLIENT = Executor(Origin.CLIENT, ALEX, is_operator=True)


async def told(served: House, line: str, executor: Executor = CONSOLE) -> tuple[Phrase, ...]:
    return await served.world.order(line, executor) or ()


@pytest.mark.behaviour("MOD-043")
async def test_a_module_is_listed_switched_off_and_on_again(tmp_path: Path) -> None:
    async with house(tmp_path) as served, served.player("Alex") as alex:
        await told(served, "grant system:default Alex")
        before = await told(served, "module list Alex")
        await told(served, "module remove system:help Alex")
        off = await alex.ask("/help")
        after = await told(served, "module list Alex")
        await told(served, "module add system:help Alex")
        back = await alex.ask("/help")
    assert phrase("access.module_on", module="system:help") in before
    assert phrase("access.module_off", module="system:help") in after
    assert (off.action, back.action) == ("system:command", "system:help")


@pytest.mark.parametrize(
    ("line", "executor", "failure"),
    [
        ("module remove system:wings Alex", CONSOLE, Failure.NOT_FOUND),
        ("module add system:help Alex", CONSOLE, Failure.NOT_BOUND),
        ("module dance Alex", CONSOLE, Failure.ORDER_INCOMPLETE),
        ("module list", CONSOLE, Failure.ORDER_INCOMPLETE),
        ("module list @a", CONSOLE, Failure.ONE_PLAYER_NEEDED),
        ("module add system:help", PLAYER, Failure.OPERATOR_ONLY),
        ("module add system:help", CLIENT, Failure.ONLY_IN_GAME),
        ("usage all", PLAYER, Failure.NOT_PERMITTED),
        ("usage all", CLIENT, Failure.NOT_PERMITTED),
        (f"usage {offline_id('Steve')}", PLAYER, Failure.NOT_PERMITTED),
        ("usage Herobrine", CONSOLE, Failure.PLAYER_NOT_ONLINE),
    ],
)
async def test_what_may_not_be_done_is_refused(
    tmp_path: Path, line: str, executor: Executor, failure: Failure
) -> None:
    async with house(tmp_path) as served, served.player("Alex"):
        with pytest.raises(CompanionError) as refused:
            await told(served, line, executor)
    assert refused.value.failure is failure


def book(served: House) -> None:
    ledger = served.world.runtime.world.usage
    assert ledger
    used = ModelUsage(1_000_000, 0, 500_000)
    ledger.book(ModelBooking(str(ALEX.id), "deepseek/deepseek-flash", used))
    ledger.book(SearchBooking("", "brave", searches=2, fetches=1))


@pytest.mark.behaviour("USAGE-016")
async def test_usage_is_told_to_the_console_whole_and_to_players_their_own(tmp_path: Path) -> None:
    async with house(tmp_path) as served, served.player("Alex"):
        none = await told(served, "usage")
        book(served)
        everybodys, mine = await told(served, "usage"), await told(served, "usage", PLAYER)
    assert [one.key for one in none] == ["access.usage_none"]
    assert [one.key for one in everybodys] == [
        "access.usage_model",
        "access.usage_search",
        "access.usage_cost",
    ]
    assert everybodys[0].args["player"] == "Alex"
    assert [one.key for one in mine] == ["access.usage_model", "access.usage_cost"]
    assert mine[1].args["total"] == "6.0000 CNY"


async def test_a_changed_price_counts_after_a_reload_and_changes_no_counter(tmp_path: Path) -> None:
    async with house(tmp_path) as served, served.player("Alex"):
        book(served)
        before = await told(served, "usage", PLAYER)
        file = tmp_path / "config" / "system" / "system-model-pricing.json"
        file.write_text(file.read_text().replace('"input": 2.0', '"input": 4.0'))
        await told(served, "reload")
        after = await told(served, "usage", PLAYER)
    assert before[0] == after[0]
    assert (before[1].args["total"], after[1].args["total"]) == ("6.0000 CNY", "8.0000 CNY")


@pytest.mark.parametrize(
    ("line", "executor", "found"),
    [
        ("mo", CONSOLE, {"module"}),
        ("module ", CONSOLE, {"list", "add", "remove"}),
        ("module add system:h", CONSOLE, {"system:help"}),
        ("module add system:help ", CONSOLE, {"Alex"}),
        ("usage a", CONSOLE, {"all", "Alex"}),
        ("grant sys", CONSOLE, {"system:default"}),
        ("u", PLAYER, {"unpair", "usage"}),
        ("module ", PLAYER, set()),
        ("usage ", PLAYER, set()),
    ],
)
@pytest.mark.behaviour("MOD-043")
async def test_words_are_completed_for_those_who_may_use_them(
    tmp_path: Path, line: str, executor: Executor, found: set[str]
) -> None:
    async with house(tmp_path) as served, served.player("Alex"):
        assert set(served.world.complete(line, executor)) == found


@pytest.mark.behaviour("BIND-013", "BIND-014")
async def test_a_player_whose_revoke_the_disk_refused_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(_: object) -> None:
        raise StorageError("cannot write players.sqlite")

    async with house(tmp_path) as served, served.player("Alex") as alex:
        await told(served, "grant system:default Alex")
        with monkeypatch.context() as disk:
            disk.setattr(served.world.runtime.world.store, "delete", full)
            with pytest.raises(StorageError):
                await told(served, "revoke Alex")
        goes_on = await alex.ask("/help")
        await told(served, "revoke Alex")
        unbound = await alex.ask("/help")
    assert (goes_on.action, unbound.text.key) == ("system:help", "engine.unbound")


@pytest.mark.behaviour("STORE-055")
async def test_levels_and_usage_are_there_when_the_world_is_served_again(tmp_path: Path) -> None:
    async with house(tmp_path) as served, served.player("Alex"):
        await told(served, "ai Alex off")
        await told(served, "ai default local")
        book(served)
        counted = await told(served, "usage")
    async with house(tmp_path) as served:
        levels = served.world.runtime.world.levels
        assert (levels.of(ALEX.id), levels.default) == (AiLevel.OFF, AiLevel.LOCAL)
        again = await told(served, "usage")
    assert [one.args["calls"] for one in again[:2]] == [one.args["calls"] for one in counted[:2]]
