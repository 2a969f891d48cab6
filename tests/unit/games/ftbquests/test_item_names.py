"""Names out of jars, resource packs and the launcher's assets."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

from companion.games.ftbquests.item_names import read_item_names
from companion.games.ftbquests.pack_texts import parse_table, read_pack_texts
from tests.helpers.quest_folders import write_files, write_jar

LOCALES = ("zh_cn", "en_us")


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_CACHE", str(tmp_path / "cache"))


def lang(**texts: str) -> str:
    return json.dumps(texts, ensure_ascii=False)


def test_names_come_from_mods_with_english_behind_them(tmp_path: Path) -> None:
    game = tmp_path / "game"
    write_jar(
        game / "mods" / "a.jar",
        {"assets/a/lang/en_us.json": lang(x="X", y="Y"), "assets/a/lang/zh_cn.json": lang(x="甲")},
    )
    assert read_item_names(game, LOCALES) == {"x": "甲", "y": "Y"}


def test_jars_in_jars_and_old_language_files_are_read(tmp_path: Path) -> None:
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("assets/b/lang/en_us.json", lang(inner="Inside"))
    files = {"META-INF/jarjar/b.jar": inner.getvalue(), "assets/c/lang/en_US.lang": "tile.c=Old"}
    write_jar(tmp_path / "game/mods/a.jar", files)
    assert read_item_names(tmp_path / "game", ("en_us",)) == {"inner": "Inside", "tile.c": "Old"}


def test_the_launchers_language_assets_are_read(tmp_path: Path) -> None:
    index = json.dumps({"objects": {"minecraft/lang/zh_cn.json": {"hash": "abcd"}}})
    files = {"assets/indexes/5.json": index, "assets/objects/ab/abcd": lang(item="物品")}
    write_files(tmp_path / "game", files)
    assert read_item_names(tmp_path / "game", LOCALES) == {"item": "物品"}


def test_a_damaged_jar_costs_only_itself(tmp_path: Path) -> None:
    mods = tmp_path / "game" / "mods"
    write_jar(mods / "good.jar", {"assets/a/lang/en_us.json": lang(x="X")})
    write_files(mods, {"broken.jar": "PK\x03\x04 no archive", "empty.jar": ""})
    assert read_item_names(tmp_path / "game", ("en_us",)) == {"x": "X"}


def test_a_jar_whose_bytes_are_spoiled_costs_only_itself(tmp_path: Path) -> None:
    mods, name = tmp_path / "game" / "mods", "assets/b/lang/en_us.json"
    write_jar(mods / "good.jar", {"assets/a/lang/en_us.json": lang(x="X")})
    with zipfile.ZipFile(mods / "bad.jar", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, lang(y="Y" * 99))
    data = bytearray((mods / "bad.jar").read_bytes())
    data[30 + len(name)] = 0xFF  # the first byte after the header of the file: no kind of deflate
    (mods / "bad.jar").write_bytes(data)
    assert read_item_names(tmp_path / "game", ("en_us",)) == {"x": "X"}


def test_names_are_kept_until_a_jar_changes(tmp_path: Path) -> None:
    jar = tmp_path / "game" / "mods" / "a.jar"
    write_jar(jar, {"assets/a/lang/en_us.json": lang(x="Old")})
    assert read_item_names(tmp_path / "game", ("en_us",)) == {"x": "Old"}
    (kept,) = (tmp_path / "cache" / "names").iterdir()
    kept.write_text('{"x": "Kept"}', "utf-8")
    assert read_item_names(tmp_path / "game", ("en_us",)) == {"x": "Kept"}
    write_jar(jar, {"assets/a/lang/en_us.json": lang(x="Newer name")})
    assert read_item_names(tmp_path / "game", ("en_us",)) == {"x": "Newer name"}


def test_without_jars_nothing_is_read_or_kept(tmp_path: Path) -> None:
    assert read_item_names(tmp_path, LOCALES) == {}
    assert not (tmp_path / "cache").exists()


def test_texts_of_a_pack_come_from_all_its_places(tmp_path: Path) -> None:
    write_files(
        tmp_path,
        {
            "kubejs/assets/pack/lang/en_us.json": lang(a="script", b="script"),
            "kubejs/assets/pack/lang/zh_cn.json": lang(c="脚本"),
            "resourcepacks/folder/assets/pack/lang/en_us.json": lang(b="resource pack"),
        },
    )
    zipped = {"assets/pack/lang/en_us.json": lang(d="zip")}
    write_jar(tmp_path / "resourcepacks" / "z.zip", zipped)
    texts = {"a": "script", "b": "resource pack", "c": "脚本", "d": "zip"}
    assert read_pack_texts(tmp_path, LOCALES) == texts


TABLES = {
    "JSON": (b'{"a":"b"}', "x.json", {"a": "b"}),
    "a stray comma": (b'{"a":"b",}', "x.json", {"a": "b"}),
    "a comment": (b'{"a":"b" /* c */}', "x.json", {"a": "b"}),
    "no texts": (b'{"a":1,"b":["c"]}', "x.json", {}),
    "a list": (b"[1]", "x.json", {}),
    "damaged": (b'{"a":', "x.json", {}),
    "byte order mark": (b'\xef\xbb\xbf{"a":"b"}', "x.json", {"a": "b"}),
    "lines": (b"# c\na=b=c\nnothing\n", "x.lang", {"a": "b=c"}),
}


@pytest.mark.parametrize(("data", "name", "table"), TABLES.values(), ids=TABLES)
def test_language_files_are_read_kindly(data: bytes, name: str, table: dict[str, str]) -> None:
    assert parse_table(data, name) == table


def test_half_a_character_in_a_language_file_costs_that_character() -> None:
    table = parse_table(rb'{"item.a.b": "\ud83d\ude00 Pearl", "item.a.c": "\ud83d"}', "en_us.json")
    assert table == {"item.a.b": "😀 Pearl", "item.a.c": "\ufffd"}
