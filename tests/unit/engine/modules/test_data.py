from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.engine.modules.definition import (
    ModuleEntry,
    ModuleReference,
    SystemDefinition,
    read_entry,
    read_system,
)
from companion.engine.modules.packs import MOST_FILE_BYTES, read_pack
from companion.engine.modules.tags import chosen
from companion.engine.modules.world_data import read_world
from tests.helpers.agent_modules import modules, pack, system

DAILY = {"order": 80, "server": {"type": "system:signin"}, "client": "system:signin"}
TAG = "a__tags__system__system_module__extras"


@pytest.mark.behaviour("MOD-002", "MOD-003")
def test_the_example_of_the_documents_is_an_instance() -> None:
    data = read_world([pack(example__system__system_module__daily=DAILY)])

    assert data.entries == {
        "example:daily": ModuleEntry(80, {"type": "system:signin"}, "system:signin")
    }


@pytest.mark.behaviour("MOD-003", "MOD-042")
@pytest.mark.parametrize(
    ("fields", "entry"),
    [
        ({"server": {"type": "a:b", "x": 1}}, ModuleEntry(server={"type": "a:b", "x": 1})),
        ({"client": "a:b"}, ModuleEntry(client="a:b")),
        ({}, ModuleEntry()),
        ({"order": "high"}, ModuleEntry(0)),
        ({"order": True}, ModuleEntry(0)),
    ],
    ids=["server only", "client only", "neither", "order is text", "order is a boolean"],
)
def test_both_halves_and_the_order_may_be_left_out(
    fields: dict[str, Any], entry: ModuleEntry
) -> None:
    assert read_entry(msgspec.json.encode(fields)) == entry


@pytest.mark.behaviour("MOD-004", "MOD-006")
def test_a_system_names_modules_and_tags_with_and_without_conditions() -> None:
    condition = {"type": "system:always"}
    file = system("a:one", "#a:extras", {"module": "a:two", "condition": condition})

    found = read_system(msgspec.json.encode(*file.values()))

    assert found == SystemDefinition(
        "system.a.name",
        "system.a.description",
        (
            ModuleReference("a:one"),
            ModuleReference("#a:extras"),
            ModuleReference("a:two", condition),
        ),
    )


@pytest.mark.behaviour("MOD-005")
def test_a_system_lies_where_modules_do() -> None:
    data = read_world([pack(**modules(one="t"), **system("a:one", name="deep__main"))])

    assert data.systems["a:deep/main"].modules == (ModuleReference("a:one"),)


@pytest.mark.behaviour("MOD-007", "MOD-008")
def test_tags_join_over_packs_and_optional_members_may_be_missing() -> None:
    more = {"id": "a:gone", "required": False}
    first = pack(**modules(one="t", two="t", three="t"), **{TAG: {"values": ["a:one", more]}})
    second = pack(
        **{TAG: {"values": ["#a:others", "a:one"]}},
        a__tags__system__system_module__others={"values": ["a:two"]},
    )
    third = pack(**{TAG: {"replace": True, "values": ["a:three"]}})

    assert read_world([first, second]).members("#a:extras") == ("a:one", "a:two")
    assert read_world([first, second, third]).members("#a:extras") == ("a:three",)


@pytest.mark.behaviour("MOD-008")
@pytest.mark.parametrize(
    ("files", "match"),
    [
        pytest.param(system("a:gone"), "names a:gone", id="module"),
        pytest.param(system("#a:gone"), "names #a:gone", id="tag"),
        pytest.param({TAG: {"values": ["a:gone"]}}, "names a:gone", id="member"),
        pytest.param({TAG: {"values": ["#a:extras"]}}, "contains itself", id="circle"),
        pytest.param({TAG: {"values": 7}}, "tags/system/system_module/extras.json", id="tag file"),
        pytest.param(system(7), "system/system/main.json", id="reference"),
        pytest.param({"a__system__system_module__x": b"{"}, "system_module/x.json", id="no JSON"),
        pytest.param({"a__system__system_module__x": b"[" * 9999}, "x.json", id="deep"),
        pytest.param({"a__system__system_module__x": {"servr": {}}}, "servr", id="unknown key"),
        pytest.param({"a__system__system_module__x": {"client": "No"}}, "x.json", id="client id"),
        pytest.param({"a__system__system_module__x": b"\xff\xfe"}, "x.json", id="no text"),
    ],
)
def test_a_damaged_pack_is_an_error_that_names_the_file(files: dict[str, Any], match: str) -> None:
    with pytest.raises(ValueError, match=match):
        read_world([pack(**files)])


@pytest.mark.behaviour("MOD-010")
def test_a_reload_changes_tags_and_nothing_else() -> None:
    files = modules(one="t", two="t") | system("#a:extras")
    data = read_world([pack(**files, **{TAG: {"values": ["a:one"]}})])
    edited = modules(one="other", two="t") | system("a:two")

    fresh = data.with_tags([pack(**edited, **{TAG: {"values": ["a:two"]}})])

    assert fresh.members("#a:extras") == ("a:two",)
    assert (fresh.entries, fresh.systems) == (data.entries, data.systems)
    with pytest.raises(ValueError, match="names #a:extras"):
        data.with_tags([pack(**edited)])


@pytest.mark.behaviour("MOD-071")
def test_files_at_older_paths_are_not_read() -> None:
    old = pack(a__system_module__x={}, a__tags__system_module__x={"values": ["a:gone"]})

    assert read_world([old]).entries == {}


def test_a_later_pack_replaces_a_file_of_the_same_name() -> None:
    first, second = pack(**modules(one="t")), pack(**modules(one="u"))

    assert read_world([first, second]).entries["a:one"].server == {"type": "u"}


@pytest.mark.behaviour("MOD-014")
@pytest.mark.parametrize(
    ("listed", "found"),
    [
        (None, ("s:a", "s:b", "s:c")),
        ((), ()),
        (("s:b",), ("s:b",)),
        (("#s:default", "s:c", "s:a"), ("s:a", "s:b", "s:c")),
    ],
    ids=["left out", "empty", "id", "mixed"],
)
def test_a_choice_of_entries_is_an_id_a_tag_or_both(
    listed: tuple[str, ...] | None, found: tuple[str, ...]
) -> None:
    tags = {"s:default": ("s:a", "s:b")}

    assert chosen(listed, tags, ("s:a", "s:b", "s:c")) == found


@pytest.mark.parametrize("listed", ["s:gone", "#s:gone"])
def test_a_choice_of_what_does_not_exist_is_an_error(listed: str) -> None:
    with pytest.raises(ValueError, match="does not exist"):
        chosen((listed,), {}, ("s:a",))


def write_pack(root: Path, *, zipped: bool) -> Path:
    files = {"data/a/system/system_module/deep/one.json": b"{}", "data/a/readme.txt": b"x"}
    files["assets/a/system/system_module/two.json"] = b"{}"
    if zipped:
        with zipfile.ZipFile(root / "pack.zip", "w") as archive:
            for name, data in files.items():
                archive.writestr(name, data)
        return root / "pack.zip"
    for name, data in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(data)
    return root


@pytest.mark.behaviour("MOD-002")
@pytest.mark.parametrize("zipped", [False, True], ids=["folder", "zip"])
def test_a_pack_is_a_folder_or_a_zip(tmp_path: Path, zipped: bool) -> None:
    found = read_pack(write_pack(tmp_path, zipped=zipped))

    assert found == {"a/system/system_module/deep/one.json": b"{}"}
    assert list(read_world([found]).entries) == ["a:deep/one"]


def test_a_pack_that_is_not_there_is_empty(tmp_path: Path) -> None:
    assert read_pack(tmp_path / "gone") == {}


def test_a_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "big.json").write_bytes(b" " * (MOST_FILE_BYTES + 1))

    with pytest.raises(ValueError, match=r"big\.json has"):
        read_pack(tmp_path)


def test_a_damaged_zip_is_refused(tmp_path: Path) -> None:
    (tmp_path / "pack.zip").write_bytes(b"PK\x03\x04 no zip")

    with pytest.raises(ValueError, match="no readable zip"):
        read_pack(tmp_path / "pack.zip")


def test_a_link_out_of_the_pack_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.json").write_bytes(b"{}")
    (tmp_path / "pack" / "data").mkdir(parents=True)
    (tmp_path / "pack" / "data" / "in.json").symlink_to(tmp_path / "secret.json")

    assert read_pack(tmp_path / "pack") == {}
