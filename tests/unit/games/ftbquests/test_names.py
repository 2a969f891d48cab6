"""What things are called: by language files of mods and packs, else by their ids in words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.games.ftbquests.names import Names, id_words
from companion.games.instance.link import InstanceLink
from tests.helpers.quest_folders import quests_of, write_d, write_files, write_jar

ROOT = 0x0A00000000000001

TASKS = {
    "kill": {"type": "kill", "entity": "minecraft:zombie", "value": 3},
    "biome": {"type": "biome", "biome": "minecraft:cherry_grove"},
    "a tag of biomes": {"type": "biome", "biome": "#minecraft:is_forest"},
    "dimension": {"type": "dimension", "dimension": "deeperdarker:otherside"},
    "a dimension of the game": {"type": "dimension", "dimension": "minecraft:the_nether"},
    "advancement": {"type": "advancement", "advancement": "minecraft:story/mine_stone"},
    "an advancement of a mod": {"type": "advancement", "advancement": "occultism:occultism/bat"},
    "item": {"type": "item", "item": "a:saw"},
}
CHINESE = {
    "entity.minecraft.zombie": "僵尸",
    "biome.minecraft.cherry_grove": "樱花树林",
    "tag.worldgen.biome.minecraft.is_forest": "森林",
    "dimension.deeperdarker.otherside": "彼岸",
    "advancements.story.mine_stone.title": "石器时代",
    "advancements.occultism.bat.title": "蝙蝠",
    "item.a.saw": "锯子",
}
ENGLISH = {
    "entity.minecraft.zombie": "Shambler",
    "biome.minecraft.cherry_grove": "Cherry Garden",
    "tag.worldgen.biome.minecraft.is_forest": "any Wood",
    "dimension.deeperdarker.otherside": "Far Side",
    "advancements.story.mine_stone.title": "Stoned",
    "advancements.occultism.bat.title": "Batty",
    "item.a.saw": "Handsaw",
}


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_CACHE", str(tmp_path / "cache"))


def titles(folder: Path, locale: str) -> dict[str, str]:
    """What each of TASKS is called in a book that has them all."""
    chapter = {"id": "0A", "quests": [{"id": f"{ROOT:X}", "tasks": list(TASKS.values())}]}
    write_files(quests_of(write_d(folder)), {"chapters/first.json5": json.dumps(chapter)})
    tasks = InstanceLink(folder).book(locale).quests[ROOT].tasks
    return dict(zip(TASKS, (task.title for task in tasks), strict=True))


def test_names_of_all_kinds_come_from_jars_in_the_players_language(tmp_path: Path) -> None:
    tables = {"en_us": ENGLISH, "zh_cn": CHINESE}
    write_jar(
        tmp_path / "mods" / "a.jar",
        {f"assets/a/lang/{locale}.json": json.dumps(table) for locale, table in tables.items()},
    )
    chinese, english = titles(tmp_path, "zh_cn"), titles(tmp_path, "en_us")
    nether = (chinese.pop("a dimension of the game"), english.pop("a dimension of the game"))
    assert all(name in said for name, said in zip(CHINESE.values(), chinese.values(), strict=True))
    assert all(name in said for name, said in zip(ENGLISH.values(), english.values(), strict=True))
    assert "下界" in nether[0]
    assert "the Nether" in nether[1]


def test_a_pack_renames_what_a_mod_has_named(tmp_path: Path) -> None:
    write_jar(tmp_path / "mods" / "a.jar", {"assets/a/lang/en_us.json": json.dumps(ENGLISH)})
    mine = {"entity.minecraft.zombie": "Neighbour"}
    write_files(tmp_path, {"kubejs/assets/pack/lang/en_us.json": json.dumps(mine)})
    said = titles(tmp_path, "en_us")
    assert "Neighbour" in said["kill"]
    assert said["item"] == "Handsaw"


def test_english_stands_in_for_a_name_that_nobody_translated(tmp_path: Path) -> None:
    write_jar(tmp_path / "mods" / "a.jar", {"assets/a/lang/en_us.json": json.dumps(ENGLISH)})
    assert "Shambler" in titles(tmp_path, "zh_cn")["kill"]


def test_without_any_language_file_ids_become_words(tmp_path: Path) -> None:
    said = titles(tmp_path, "en_us")
    assert [said["biome"], said["kill"]] == ["Find the biome Cherry Grove", "Defeat 3x Zombie"]
    assert "_" not in "".join(said.values())


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("minecraft:iron_ingot", "Iron Ingot"),
        ("gtceu:ev_circuit_assembler", "EV Circuit Assembler"),
        ("ae2:chemical_storage_cell_256m", "Chemical Storage Cell 256M"),
        ("a:eye_of_ender", "Eye Of Ender"),
        ("a:deep/inside/red_lamp", "Red Lamp"),
    ],
)
def test_an_id_in_words(name: str, words: str) -> None:
    assert Names({}).of("item", name) == id_words(name) == words
