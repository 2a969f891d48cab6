"""What the editor lists for what an author names."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import pytest

from companion.cards.authoring.shelf import Shelf, look_into
from companion.cards.template_reader import MAX_TEMPLATE_BYTES
from companion.support.paths import shipped

HELP = b'{"nodes": []}'


def names(shelf: Shelf) -> list[str]:
    return [file.name for file in shelf.files]


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    for name in ("cards/system/help.json", "cards/extra/deep/note.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(HELP)
    texts = tmp_path / "translations" / "en_us" / "a.json"
    texts.parent.mkdir(parents=True)
    texts.write_text('{"own.text": "Mine"}')
    return tmp_path


@pytest.mark.behaviour("CARD-071")
@pytest.mark.parametrize(
    ("below", "expected"),
    [
        ("", ["extra/deep/note.json", "system/help.json"]),
        ("cards", ["extra/deep/note.json", "system/help.json"]),
        ("cards/system", ["system/help.json"]),
        ("cards/system/help.json", ["system/help.json"]),
    ],
    ids=["pack", "folder of namespaces", "one namespace", "one file"],
)
def test_every_template_below_a_path_is_listed(pack: Path, below: str, expected: list[str]) -> None:
    assert names(look_into(pack / below)) == expected


def test_the_shipped_templates_are_listed_from_their_own_folder_too() -> None:
    found = look_into(shipped("cards") / "system")

    assert "system/quest_list.json" in names(found)
    assert found.pack is None


def test_texts_of_a_pack_are_known_wherever_in_it_one_edits(pack: Path) -> None:
    for below in ("", "cards", "cards/system", "cards/system/help.json"):
        assert look_into(pack / below).library("en_us").translations.text("own.text") == "Mine"


def test_a_zip_is_listed_and_can_only_be_read(pack: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "pack.zip", "w") as archive:
        archive.writestr("cards/system/help.json", HELP)
        archive.writestr("cards/../../evil.json", HELP)
    found = look_into(tmp_path / "pack.zip")

    assert names(found) == ["system/help.json"]
    assert (found.files[0].path, found.files[0].read()) == (None, HELP)
    assert "leads out" in found.trouble[0]


@pytest.mark.parametrize("name", ["gone", "odd.zip"])
def test_what_cannot_be_listed_says_why(tmp_path: Path, name: str) -> None:
    (tmp_path / "odd.zip").write_bytes(b"no zip")

    found = look_into(tmp_path / name)

    assert found.files == ()
    assert found.trouble


def test_a_link_out_of_the_folder_is_not_followed(pack: Path, tmp_path: Path) -> None:
    outside = tmp_path / "secret.json"
    outside.write_bytes(HELP)
    shutil.copyfile(outside, pack / "cards" / "system" / "copy.json")
    try:
        (pack / "cards" / "system" / "link.json").symlink_to(outside)
    except OSError:
        pytest.skip("links need rights here")

    assert "system/link.json" not in names(look_into(pack))
    assert "system/copy.json" in names(look_into(pack))


def test_a_file_beyond_the_size_of_a_template_is_not_read(pack: Path) -> None:
    (pack / "cards" / "system" / "help.json").write_bytes(b" " * (MAX_TEMPLATE_BYTES + 1))
    [file] = look_into(pack / "cards" / "system").files

    with pytest.raises(OSError, match="at most"):
        file.read()
