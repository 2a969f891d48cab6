"""Resource packs: what they replace, and what they cannot do."""

from __future__ import annotations

import os
import tracemalloc
import zipfile
from pathlib import Path

import pytest

from companion.cards.library import load_library, read_library
from companion.cards.nodes.text import TextNode
from companion.cards.pack_files import is_inside
from companion.cards.packs import read_resource_pack
from companion.cards.template import Template
from companion.cards.template_reader import MAX_TEMPLATE_BYTES
from companion.cards.view import Variant
from companion.cards.view_builder import CardSource, build_view
from companion.cards.view_state import CardViewState
from tests.helpers import cards_make as make

HELP = '{"nodes": [{"type": "text", "text": "%s"}]}'


def folder_pack(root: Path, **files: str) -> Path:
    for name, text in files.items():
        file = root / name.replace("__", "/")
        file = file.with_suffix(".json")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return root


def zip_pack(path: Path, files: dict[str, bytes | str]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def help_text(*packs: Path) -> str:
    library = read_library("en_us", packs)
    source = CardSource(make.REF, make.help_card(), CardViewState())
    return build_view(source, library, Variant.FULL).plain[0]


@pytest.mark.behaviour("CARD-031")
def test_a_pack_replaces_a_template_and_a_later_one_replaces_that(tmp_path: Path) -> None:
    first = folder_pack(tmp_path / "first", cards__system__help=HELP % "first")
    second = zip_pack(tmp_path / "second.zip", {"cards/system/help.json": HELP % "second"})

    assert help_text() == "What you can say"
    assert help_text(first) == "first"
    assert help_text(first, second) == "second"
    assert help_text(second, first) == "first"


def test_a_pack_brings_texts_and_phrases_of_its_own(tmp_path: Path) -> None:
    pack = folder_pack(
        tmp_path / "own",
        cards__system__help=HELP % "%own.hello%",
        translations__en_us__own='{"own.hello": "Hello", "button.close": "Shut"}',
        translations__zh_cn__own='{"own.hello": "你好"}',
        phrases__en_us='{"button.close": {"say": ["shut the door"]}}',
    )

    english, chinese = (read_library(locale, (pack,)) for locale in ("en_us", "zh_cn"))

    assert english.translations.text("button.close") == "Shut"
    assert chinese.translations.text("own.hello") == "你好"
    assert chinese.translations.text("button.close") == "关闭"
    assert "shut the door" in english.phrases["button.close"].say
    assert "close it" in english.phrases["button.close"].say


@pytest.mark.behaviour("CARD-030")
def test_a_broken_override_names_its_fault_and_leaves_what_was_there(tmp_path: Path) -> None:
    pack = folder_pack(
        tmp_path / "own", cards__system__help='{"nodes": [\n{"type": "?"}]}', cards__own__x="{"
    )

    library = read_library("en_us", (pack,))

    assert isinstance(library.templates["system:help"], Template)
    assert [str(fault) for fault in library.faults][1].startswith(
        "own/cards/system/help.json:2:10: unknown node type '?'"
    )
    with pytest.raises(Exception, match=r"own/cards/own/x\.json:1:2"):
        library.template("own:x")


@pytest.mark.parametrize(
    "name",
    [
        "../cards/system/help.json",
        "cards/../../x.json",
        "/cards/a/b.json",
        "c:/cards/a/b.json",
        "cards\\system\\help.json",
        "cards/system/../../../x.json",
    ],
)
def test_a_path_that_leaves_the_pack_is_refused(tmp_path: Path, name: str) -> None:
    pack = zip_pack(tmp_path / "evil.zip", {name: HELP % "evil", "cards/a/b.json": HELP % "x"})

    found = read_resource_pack(pack)

    assert not is_inside(name)
    assert list(found.templates) == ["a:b"]
    assert "leads out of the pack" in str(found.faults[0])


def test_a_zip_bomb_costs_its_file_and_no_memory(tmp_path: Path) -> None:
    bomb = b" " * (64 << 20)
    pack = zip_pack(tmp_path / "bomb.zip", {"cards/a/b.json": bomb, "cards/a/c.json": HELP % "x"})
    assert pack.stat().st_size < 1 << 20

    tracemalloc.start()
    found = read_resource_pack(pack)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert list(found.templates) == ["a:c"]
    assert f"over {MAX_TEMPLATE_BYTES} bytes" in str(found.faults[0])
    assert most < len(bomb) // 8


def test_many_small_bombs_are_bounded_together(tmp_path: Path) -> None:
    files = {f"cards/a/t{n}.json": b" " * MAX_TEMPLATE_BYTES for n in range(140)}

    found = read_resource_pack(zip_pack(tmp_path / "many.zip", dict(files)))

    assert "rest left out" in str(found.faults[-1])


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 no zip", b"\x00" * 100])
def test_what_is_no_pack_is_a_fault(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "odd.zip"
    file.write_bytes(content)

    assert "cannot be read" in str(read_resource_pack(file).faults[0])
    assert "no such file or folder" in str(read_resource_pack(tmp_path / "gone").faults[0])


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_a_link_out_of_a_pack_is_refused(tmp_path: Path) -> None:
    secret = tmp_path / "secret.json"
    secret.write_text(HELP % "secret")
    pack = folder_pack(tmp_path / "own", cards__a__b=HELP % "x")
    (pack / "cards" / "a" / "link.json").symlink_to(secret)

    found = read_resource_pack(pack)

    assert list(found.templates) == ["a:b"]
    assert "link that leads out" in str(found.faults[0])


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("translations__xx_yy__a", "{}", "unknown language 'xx_yy'"),
        ("translations__en_us__a", '{"a": 3}', "a.json:1:7: expected `str`"),
        ("phrases__en_us", '{"a": {"sai": []}}', "there is no 'sai' here; did you mean 'say'?"),
    ],
)
def test_a_damaged_table_is_a_fault(tmp_path: Path, name: str, text: str, reason: str) -> None:
    found = read_resource_pack(folder_pack(tmp_path / "own", **{name: text}))

    assert reason in str(found.faults[0])


def test_other_files_of_a_pack_are_passed_over(tmp_path: Path) -> None:
    pack = zip_pack(tmp_path / "game.zip", {"pack.mcmeta": "{}", "assets/a/lang/en_us.json": "?"})

    assert read_resource_pack(pack).faults == ()


def test_a_library_with_packs_is_read_once_like_any_other(tmp_path: Path) -> None:
    pack = folder_pack(tmp_path / "own", cards__system__help=HELP % "own")

    library = load_library("en_us", (str(pack),))

    assert load_library("en_us", (str(pack),)) is library
    assert isinstance(library.template("system:help").nodes[0], TextNode)


def test_a_table_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    table = b"\xef\xbb\xbf" + b'{"my.title": "Mine"}'
    pack = zip_pack(tmp_path / "mark.zip", {"translations/en_us/my.json": table})

    assert read_resource_pack(pack).texts == {"en_us": {"my.title": "Mine"}}
