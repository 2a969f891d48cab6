"""Recipes out of jars and data packs: every form, bounded, and nothing guessed."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from companion.games.instance import kept_recipes
from companion.games.instance.link import InstanceLink
from companion.games.instance.recipe_files import read_recipe
from companion.games.instance.recipes import MOST_BYTES, read_recipes, recipe_stamps
from tests.helpers.quest_folders import write_c

CONDUIT = {
    "type": "minecraft:crafting_shaped",
    "pattern": ["###", "#X#", "###"],
    "key": {"#": {"item": "minecraft:nautilus_shell"}, "X": "minecraft:heart_of_the_sea"},
    "result": {"id": "minecraft:conduit"},
}


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_CACHE", str(tmp_path / "cache"))


def pack(path: Path, **files: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            text = content if isinstance(content, str) else json.dumps(content)
            archive.writestr(name, text)


def test_amounts_are_counted_from_the_pattern() -> None:
    recipe = read_recipe("minecraft:conduit", CONDUIT, ())
    assert recipe is not None
    assert recipe.taken.count(("minecraft:nautilus_shell",)) == 8
    assert recipe.taken.count(("minecraft:heart_of_the_sea",)) == 1
    assert (recipe.width, recipe.count) == (3, 1)


@pytest.mark.parametrize(
    ("raw", "taken", "count"),
    [
        pytest.param(
            {"type": "crafting_shapeless", "ingredients": [{"tag": "c:ingots/iron"}, "#x:y"],
             "result": {"item": "a:b", "count": 4}},
            (("#c:ingots/iron",), ("#x:y",)), 4, id="shapeless, tags kept",
        ),
        pytest.param(
            {"type": "minecraft:smelting", "ingredient": [{"item": "a:ore"}, {"item": "a:raw"}],
             "result": "a:b"},
            (("a:ore", "a:raw"),), 1, id="smelting, alternatives",
        ),
        pytest.param(
            {"type": "minecraft:stonecutting", "ingredient": "stone", "result": "a:b", "count": 2},
            (("minecraft:stone",),), 2, id="stonecutting, count beside",
        ),
        pytest.param(
            {"type": "minecraft:smithing_transform", "template": "a:t", "base": "a:s",
             "addition": "a:n", "result": {"id": "a:b"}},
            (("a:t",), ("a:s",), ("a:n",)), 1, id="smithing",
        ),
        pytest.param(
            {"type": "create:mixing", "ingredients": [{"item": "a:cu"}, {"tag": "c:zinc"}],
             "results": [{"item": "a:b", "count": 2}]},
            (("a:cu",), ("#c:zinc",)), 2, id="a machine that lists what it takes",
        ),
        pytest.param(
            {"type": "t:alloy", "ingredients": [{"ingredient": {"item": "a:cu"}, "count": 3}],
             "output": {"item": {"id": "a:b"}}},
            (("a:cu",), ("a:cu",), ("a:cu",)), 1, id="a machine that counts what it takes",
        ),
    ],
)  # fmt: skip
def test_every_known_kind_is_read(raw: object, taken: object, count: int) -> None:
    recipe = read_recipe("a:r", raw, ())
    assert recipe is not None
    assert (recipe.taken, recipe.item, recipe.count) == (taken, "a:b", count)


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(None, id="nothing"),
        pytest.param({"type": "create:mixing", "result": "a:b"}, id="unknown kind"),
        pytest.param(
            {"type": "create:mixing", "ingredients": [{"fluid": "a:f"}], "result": "a:b"},
            id="a machine that takes a fluid",
        ),
        pytest.param(
            {"type": "x:crush", "ingredient": "a:o", "results": [{"item": "a:b", "chance": 0.1}]},
            id="a machine that may give it",
        ),
        pytest.param(
            {"type": "minecraft:crafting_transmute", "input": "a:o", "result": "a:b"},
            id="a kind of the game that is not known",
        ),
        pytest.param(
            {"type": "x:y", "ingredient": {"item": "a:o", "count": 10**9}, "result": "a:b"},
            id="more than anything takes",
        ),
        pytest.param({**CONDUIT, "key": {"#": "a:b"}}, id="a sign without a meaning"),
        pytest.param({**CONDUIT, "pattern": ["#" * 99]}, id="too wide"),
        pytest.param({**CONDUIT, "result": {"id": "a:b", "count": -1}}, id="a negative amount"),
        pytest.param({**CONDUIT, "key": {"#": {"type": "x:y"}, "X": "a:b"}}, id="a mod's own"),
        pytest.param(
            {**CONDUIT, "neoforge:conditions": [{"type": "neoforge:mod_loaded", "modid": "no"}]},
            id="its mod is absent",
        ),
        pytest.param(
            {**CONDUIT, "conditions": [{"type": "forge:mod_loaded", "modid": "no"}]},
            id="its mod is absent, older key",
        ),
    ],
)
def test_what_is_not_understood_or_not_there_is_no_recipe(raw: object) -> None:
    assert read_recipe("a:r", raw, {"minecraft"}) is None


def test_a_recipe_under_other_conditions_is_marked() -> None:
    recipe = read_recipe("a:r", {**CONDUIT, "conditions": [{"type": "x:moon"}]}, ())
    assert recipe is not None
    assert recipe.conditional


def test_old_folders_in_a_new_game_are_not_read(tmp_path: Path) -> None:
    old = {**CONDUIT, "result": {"id": "minecraft:old"}}
    files = {"data/m/recipe/new.json": CONDUIT, "data/m/recipes/old.json": old}
    pack(tmp_path / "mods" / "m.jar", **files)
    assert set(read_recipes(tmp_path).by_item) == {"minecraft:conduit"}


def test_a_data_pack_replaces_what_a_jar_holds_and_broken_files_cost_themselves(
    tmp_path: Path,
) -> None:
    huge = {**CONDUIT, "result": {"id": "a:huge"}, "x": "y" * MOST_BYTES}
    name, world = "data/m/recipes/c.json", tmp_path / "world"
    pack(
        tmp_path / "mods" / "m.jar",
        **{name: CONDUIT, "data/m/recipes/b.json": "{half", "data/m/recipes/h.json": huge},
    )
    (tmp_path / "mods" / "z.jar").write_bytes(b"PK\3\4 half a jar")
    pack(world / "datapacks" / "p.zip", **{name: {**CONDUIT, "result": {"id": "a:mine"}}})
    assert set(read_recipes(tmp_path, world).by_item) == {"a:mine"}


def test_a_jar_whose_bytes_are_spoiled_costs_only_itself(tmp_path: Path) -> None:
    for name in ("a", "z"):
        recipe = {**CONDUIT, "result": {"id": f"m:{name}"}}
        pack(tmp_path / "mods" / f"{name}.jar", **{f"data/m/recipe/{name}.json": recipe})
    name, jar = "data/m/recipe/m.json", tmp_path / "mods" / "m.jar"
    with zipfile.ZipFile(jar, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, json.dumps(CONDUIT))
    data = bytearray(jar.read_bytes())
    data[30 + len(name)] = 0xFF  # the first byte after the header of the file: no kind of deflate
    jar.write_bytes(data)
    assert set(read_recipes(tmp_path).by_item) == {"m:a", "m:z"}


def test_scripts_of_the_pack_raise_a_mark(tmp_path: Path) -> None:
    assert not read_recipes(tmp_path).may_differ
    (tmp_path / "kubejs" / "server_scripts").mkdir(parents=True)
    assert read_recipes(tmp_path).may_differ


def test_a_link_keeps_recipes_until_a_file_changes(tmp_path: Path) -> None:
    game = write_c(tmp_path / "Pack" / ".minecraft")
    pack(game / "mods" / "m.jar", **{"data/m/recipe/c.json": CONDUIT})
    link = InstanceLink(game.parent)
    first = link.recipes()
    assert set(first.by_item) == {"minecraft:conduit"}
    assert link.recipes() is first
    pack(game / "mods" / "n.jar", **{"data/n/recipe/c.json": {**CONDUIT, "result": "a:b"}})
    assert set(link.recipes().by_item) == {"minecraft:conduit", "a:b"}


def test_the_next_process_reads_no_jar_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, name = write_c(tmp_path / "Pack" / ".minecraft"), "data/m/recipe/c.json"
    pack(game / "mods" / "m.jar", **{name: {**CONDUIT, "conditions": [{"type": "x:moon"}]}})
    reads: list[object] = []
    real = kept_recipes.read_recipes
    monkeypatch.setattr(kept_recipes, "read_recipes", lambda *a: reads.append(a) or real(*a))
    first = InstanceLink(game).recipes()
    assert first.by_item["minecraft:conduit"][0].conditional
    assert InstanceLink(game).recipes() == first
    assert len(reads) == 1
    (game / "kubejs" / "server_scripts").mkdir(parents=True)
    assert InstanceLink(game).recipes().may_differ


def test_jars_inside_jars_are_read_and_a_damaged_one_costs_itself(tmp_path: Path) -> None:
    pack(tmp_path / "inner.jar", **{"data/i/recipe/c.json": {**CONDUIT, "result": {"id": "i:c"}}})
    jar = tmp_path / "mods" / "m.jar"
    pack(jar, **{"data/m/recipe/c.json": CONDUIT, "META-INF/jarjar/half.jar": "PK half a jar"})
    with zipfile.ZipFile(jar, "a") as archive:
        archive.write(tmp_path / "inner.jar", "META-INF/jarjar/inner.jar")
    (tmp_path / "inner.jar").unlink()
    assert set(read_recipes(tmp_path).by_item) == {"minecraft:conduit", "i:c"}


@pytest.mark.parametrize("place", ["datapacks", "config/paxi/datapacks", "config/openloader/data"])
def test_data_packs_that_loaders_take_for_all_worlds_count(place: str, tmp_path: Path) -> None:
    mine = {**CONDUIT, "result": {"id": "a:mine"}}
    pack(tmp_path / "mods" / "m.jar", **{"data/m/recipe/c.json": CONDUIT})
    pack(tmp_path / place / "p.zip", **{"data/m/recipe/c.json": mine})
    assert set(read_recipes(tmp_path).by_item) == {"a:mine"}


def test_what_a_script_names_is_marked_and_noticed_when_it_changes(tmp_path: Path) -> None:
    pack(tmp_path / "mods" / "m.jar", **{"data/m/recipe/c.json": CONDUIT})
    script = tmp_path / "kubejs" / "server_scripts" / "a" / "remove.js"
    script.parent.mkdir(parents=True)
    script.write_text("event.remove({ output: 'minecraft:conduit' })")
    before = recipe_stamps(tmp_path)
    assert read_recipes(tmp_path).scripted == {"minecraft:conduit"}
    script.write_text("// nothing any more")
    assert read_recipes(tmp_path).scripted == frozenset()
    assert recipe_stamps(tmp_path) != before
