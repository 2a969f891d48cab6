"""Data packs beside a served world: systems of its own, tags taken again, and what is broken."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from companion.engine.access.identity import offline_id
from companion.engine.modules.packs import read_packs
from companion.protocol.signon import Binding, BindingChange
from companion.support.errors import CompanionError, Failure
from tests.helpers.served_world import House, house

PACK = Path("datapacks") / "ours"
SYSTEM = PACK / "data" / "small" / "system" / "system" / "daily.json"
TAG = PACK / "data" / "small" / "tags" / "system" / "system_module" / "daily.json"
GRANT = "grant small:daily Alex"


def write(folder: Path, name: Path, content: object) -> None:
    place = folder / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(content if isinstance(content, str) else json.dumps(content))


@pytest.fixture
def world(tmp_path: Path) -> Path:
    """A world whose own system has the modules of its own tag."""
    modules = ["#small:daily"]
    write(tmp_path, SYSTEM, {"name": "small.name", "description": "small.does", "modules": modules})
    write(tmp_path, TAG, {"values": ["system:help"]})
    return tmp_path


async def orders(served: House, line: str) -> list[str]:
    return [words.key for words in await served.world.order(line) or ()]


@pytest.mark.behaviour("MOD-002", "MOD-007")
async def test_a_system_of_the_worlds_own_pack_can_be_granted(world: Path) -> None:
    async with house(world) as served, served.player("Alex") as alex:
        assert "small:daily" in served.world.administered.modules.systems()
        assert await orders(served, GRANT) == ["access.granted"]
        helped, refused = await alex.ask("/help"), await alex.ask("/quests")
    assert (helped.action, refused.action) == ("system:help", "system:command")


@pytest.mark.behaviour("MOD-010")
async def test_tags_follow_a_reload_and_count_for_who_is_there(world: Path) -> None:
    async with house(world) as served, served.player("Alex") as alex:
        await served.world.order(GRANT)
        before = await alex.ask("/quests")
        write(world, TAG, {"values": ["system:help", "system:quests"]})
        assert "access.tags_broken" not in await orders(served, "reload")
        after = await alex.ask("/quests")
    assert (before.action, after.action) == ("system:command", "system:quest_list")


@pytest.mark.parametrize(
    "tag",
    ["{broken", {"values": ["small:nowhere"]}, {"values": ["#small:daily"]}, "[" * 100_000],
    ids=["no JSON", "unknown module", "itself", "deep"],
)
async def test_a_broken_tag_leaves_the_old_ones_in_force(world: Path, tag: object) -> None:
    async with house(world) as served, served.player("Alex") as alex:
        await served.world.order(GRANT)
        write(world, TAG, tag)
        assert (await orders(served, "reload"))[-1] == "access.tags_broken"
        assert (await alex.ask("/help")).code == ""


@pytest.mark.parametrize("file", [SYSTEM, TAG], ids=["system", "tag"])
async def test_a_world_whose_pack_is_broken_is_not_served_and_says_why(
    world: Path, file: Path
) -> None:
    write(world, file, "{broken")
    with pytest.raises(CompanionError) as refused:
        async with house(world):
            pass
    assert refused.value.failure is Failure.WORLD_DATA_BROKEN
    assert file.name in refused.value.detail
    assert (world / file).read_text() == "{broken"


@pytest.mark.behaviour("PROTO-021", "BIND-020", "MOD-060")
async def test_a_player_is_told_that_their_system_is_gone_and_keeps_the_binding(
    world: Path,
) -> None:
    async with house(world) as served:
        token = await served.token_of("Alex")
        await served.world.runtime.bindings.grant(offline_id("Alex"), "small:daily")
    kept = (world / SYSTEM).read_text()
    (world / SYSTEM).unlink()
    async with house(world) as served, served.peer(token) as alex:
        gone = await alex.next(Binding)
        refused = await alex.ask("/help")
        assert await served.world.runtime.bindings.system(offline_id("Alex")) == "small:daily"
    write(world, SYSTEM, kept)
    async with house(world) as served, served.peer(token) as alex:
        await alex.receive()
        back = await alex.ask("/help")
    assert gone == Binding(BindingChange.INVALIDATED, "small:daily")
    assert (refused.code, back.code) == (Failure.SYSTEM_GONE, "")


def test_packs_come_in_the_order_of_their_names_and_only_with_what_is_ours(tmp_path: Path) -> None:
    packs = tmp_path / "datapacks"
    write(packs, Path("b") / "data" / "a" / "system" / "system" / "x.json", "{}")
    write(packs, Path("b") / "data" / "minecraft" / "recipe" / "x.json", "{}")
    write(packs, Path("readme.txt"), "no pack")
    with zipfile.ZipFile(packs / "a.zip", "w") as file:
        file.writestr("data/a/tags/system/system_module/y.json", "{}")
        file.writestr("data/minecraft/tags/item/y.json", "{}")
    assert [list(pack) for pack in read_packs(packs)] == [
        ["a/tags/system/system_module/y.json"],
        ["a/system/system/x.json"],
    ]
    assert read_packs(tmp_path / "none") == ()


def test_a_damaged_zip_is_named(tmp_path: Path) -> None:
    (tmp_path / "broken.zip").write_bytes(b"PK no zip")
    with pytest.raises(ValueError, match=r"broken\.zip"):
        read_packs(tmp_path)
