"""Textures of items out of a player's folder: found, followed, bounded."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from companion.games.icons.models import located
from companion.games.icons.png import png_size
from companion.games.icons.sources import MAX_ENTRY_BYTES
from companion.games.icons.textures import ItemTextures
from tests.helpers.icons_game import BLUE, GREEN, RED, archive, game, png


@pytest.mark.parametrize(
    ("item", "picture"),
    [
        pytest.param("minecraft:apple", png(16, 16, RED), id="its own layer"),
        pytest.param("apple", png(16, 16, RED), id="bare name"),
        pytest.param("minecraft:furnace", png(16, 16, GREEN), id="a parent's front"),
        pytest.param("gears:gear", png(16, 64, BLUE, GREEN, RED, GREEN), id="item definition"),
        pytest.param("gears:old", png(8, 8, BLUE), id="1.12 has no models here"),
        pytest.param("gears:unknown", None, id="unknown item"),
        pytest.param("nobody:gear", None, id="unknown mod"),
        pytest.param("", None, id="no item"),
    ],
)
def test_the_texture_of_an_item_is_found(tmp_path: Path, item: str, picture: bytes | None) -> None:
    assert ItemTextures(game(tmp_path)).item(item) == picture


def test_the_folder_of_an_instance_is_looked_into(tmp_path: Path) -> None:
    game(tmp_path / ".minecraft")

    assert ItemTextures(tmp_path).item("minecraft:apple") == png(16, 16, RED)


def test_a_texture_is_found_by_name(tmp_path: Path) -> None:
    assert ItemTextures(game(tmp_path)).texture("minecraft:block/hot") == png(16, 16, GREEN)


def test_a_pack_that_is_switched_on_wins(tmp_path: Path) -> None:
    apple = {"assets/minecraft/textures/item/apple.png": png(16, 16, BLUE)}
    archive(game(tmp_path) / "resourcepacks/blue.zip", apple)
    off = ItemTextures(tmp_path).item("minecraft:apple")
    (tmp_path / "options.txt").write_text('lang:en_us\nresourcePacks:["vanilla","file/blue.zip"]\n')

    assert (off, ItemTextures(tmp_path).item("minecraft:apple")) == (
        png(16, 16, RED),
        png(16, 16, BLUE),
    )


@pytest.mark.parametrize(
    "named",
    [
        pytest.param("../../secret", id="upwards"),
        pytest.param("minecraft:../item/apple", id="upwards in a namespace"),
        pytest.param("/etc/passwd", id="absolute"),
        pytest.param("a:b:c", id="two namespaces"),
        pytest.param("Mine:Craft", id="capitals"),
        pytest.param("x" * 300, id="endless"),
    ],
)
def test_what_is_no_id_is_never_looked_for(named: str) -> None:
    assert located(named) is None


def test_a_pack_outside_its_folder_is_not_opened(tmp_path: Path) -> None:
    archive(tmp_path / "evil.zip", {"assets/minecraft/textures/item/x.png": png(1, 1)})
    (tmp_path / "options.txt").write_text('resourcePacks:["file/../evil.zip"]\n')

    assert ItemTextures(tmp_path).texture("minecraft:item/x") is None


@pytest.mark.parametrize(
    "model",
    [
        pytest.param(b"{", id="no JSON"),
        pytest.param(b"[1]", id="a list"),
        pytest.param(b'{"textures": 3}', id="textures are a number"),
        pytest.param(b'{"textures": {"layer0": 3}}', id="a texture is a number"),
        pytest.param(b'{"parent": "bad:item/a"}', id="its own parent"),
        pytest.param(b'{"textures": {"layer0": "#b", "b": "#layer0"}}', id="references in a ring"),
        pytest.param(b'{"textures": {"layer0": "bad:item/huge"}}', id="a texture too large"),
        pytest.param(b'{"textures": {"layer0": "bad:item/text"}}', id="a texture that is none"),
        pytest.param(b"[" * 100_000, id="deep"),
        pytest.param(b" " * (MAX_ENTRY_BYTES + 1) + b"{}", id="a bomb"),
    ],
)
def test_an_odd_model_gives_no_picture_and_no_fault(tmp_path: Path, model: bytes) -> None:
    files = {
        "assets/bad/models/item/a.json": model,
        "assets/bad/textures/item/huge.png": png(2000, 1),
        "assets/bad/textures/item/text.png": b"no picture",
    }
    archive(tmp_path / "mods/bad.jar", files)

    assert ItemTextures(tmp_path).item("bad:a") is None


def test_a_damaged_mod_costs_its_own_pictures(tmp_path: Path) -> None:
    (game(tmp_path) / "mods/a_broken.jar").write_bytes(b"PK\x03\x04 no archive")
    cut = archive(tmp_path / "mods/b_cut.jar", {"assets/minecraft/x": b"1"}).read_bytes()
    (tmp_path / "mods/b_cut.jar").write_bytes(cut[:-30])

    assert ItemTextures(tmp_path).item("minecraft:apple") == png(16, 16, RED)


def test_a_size_that_lies_is_not_believed(tmp_path: Path) -> None:
    path = archive(tmp_path / "mods/lie.jar", {"assets/lie/textures/item/a.png": bytes(1 << 20)})
    with zipfile.ZipFile(path) as written:
        real = written.infolist()[0].file_size
    data = path.read_bytes().replace(real.to_bytes(4, "little"), (16).to_bytes(4, "little"))
    path.write_bytes(data)

    assert ItemTextures(tmp_path).texture("lie:item/a") is None


def test_a_folder_that_is_missing_has_no_textures(tmp_path: Path) -> None:
    assert ItemTextures(tmp_path / "gone").item("minecraft:apple") is None


def test_closed_textures_are_read_again_when_asked(tmp_path: Path) -> None:
    textures = ItemTextures(game(tmp_path))
    before = textures.item("minecraft:apple")
    textures.close()

    assert textures.item("minecraft:apple") == before is not None


@pytest.mark.parametrize(
    ("data", "size"),
    [
        pytest.param(png(16, 64), (16, 64), id="a strip"),
        pytest.param(png(1, 1)[:20], None, id="cut"),
        pytest.param(b"GIF89a" + bytes(40), None, id="another format"),
        pytest.param(png(1, 1)[:12] + b"XXXX" + bytes(40), None, id="no head"),
    ],
)
def test_the_head_of_a_png_tells_its_size(data: bytes, size: tuple[int, int] | None) -> None:
    assert png_size(data) == size
