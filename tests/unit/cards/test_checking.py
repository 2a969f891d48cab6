"""What an author is told: every fault, its place, and the nearest valid name."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import msgspec
import pytest

from companion.cards.checking import check_template
from companion.cards.explained import fault_in
from companion.cards.files import check_paths, identifier_of
from companion.cards.library import load_library
from companion.cards.samples import read_card
from companion.cards.vocabulary import vocabulary_of
from companion.protocol.cards.catalog import CardData
from companion.support.paths import shipped

TEXTS = load_library("en_us").translations


def faults_of(nodes: str, identifier: str = "system:quest_list") -> list[str]:
    data = f'{{"nodes": [\n{nodes}\n]}}'.encode()
    return [str(fault) for fault in check_template(data, "t.json", identifier, TEXTS)]


@pytest.mark.behaviour("CARD-070")
def test_the_shipped_templates_have_no_fault() -> None:
    checked = check_paths((shipped("cards"),), TEXTS)

    assert checked.files >= 20
    assert checked.faults == ()


@pytest.mark.parametrize(
    ("node", "fault"),
    [
        (
            '{"type": "headin", "text": "x"}',
            "10: unknown node type 'headin'; did you mean 'heading'?",
        ),
        ('{"type": "text", "txt": "x"}', "18: text has no 'txt'; did you mean 'text'?"),
        ('{"type": "text", "style": "mutd"}', "27: unknown style 'mutd'; did you mean 'muted'?"),
        (
            '{"type": "text", "text": "{titel}"}',
            "26: the card has no value {titel}; did you mean 'title'?",
        ),
        (
            '{"type": "text", "text": "{title|uper}"}',
            "26: unknown filter 'uper'; did you mean 'upper'?",
        ),
        (
            '{"type": "text", "text": "%button.clos%"}',
            "26: there is no text 'button.clos'; did you mean 'button.close'?",
        ),
        (
            '{"type": "text", "needs": "hnt"}',
            "27: the card has no value 'hnt'; did you mean 'hint'?",
        ),
        (
            '{"type": "quest_list", "source": "quest"}',
            "34: the card has no list 'quest'; did you mean 'quests'?",
        ),
        (
            '{"type": "buttons", "only": ["view_quest"]}',
            "29: the card has no button 'view_quest'; did you mean 'view_quests'?",
        ),
        (
            '{"type": "list", "source": "quests", "text": "titl"}',
            "46: entries of 'quests' have no 'titl'; did you mean 'title'?",
        ),
        (
            '{"type": "each", "source": "quests", "entry": "title", "nodes": []}',
            "47: 'title' is the name of a value of the card already",
        ),
        ('{"type": "items", "source": "quests"}', "1: 'quests' is no list of items or groups"),
        ('{"type": "text"}, {"text": "x"}', "19: a node needs a 'type'"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_fault_has_its_place_and_the_nearest_name(node: str, fault: str) -> None:
    found = faults_of(node)

    assert [one for one in found if one.startswith(f"t.json:2:{fault}")], found


@pytest.mark.behaviour("CARD-007", "CARD-008")
@pytest.mark.parametrize("field", ["action", "actions", "on_press", "script", "html"])
def test_a_template_cannot_bring_an_action(field: str) -> None:
    assert f"has no '{field}'" in faults_of(f'{{"type": "buttons", "{field}": "system:give"}}')[0]


def test_all_faults_are_listed_those_inside_others_as_well() -> None:
    inner = '{"type": "text", "text": "{titel}"}'
    found = faults_of(
        f'{{"type": "section", "id": "a", "titl": "x", "title": "x", "nodes": [{inner}]}},\n'
        f'{{"type": "each", "source": "quests", "nodes": '
        '[{"type": "text", "text": "{entry.titel}"}]}'
    )

    assert [one.split(": ")[1][:25] for one in found] == [
        "section has no 'titl'; di",
        "the card has no value {ti",
        "'entry' has no field 'tit",
    ]


def test_a_name_twice_is_seen_by_the_player_and_the_author() -> None:
    twice = '{"type": "section", "id": "a", "title": "x", "nodes": [{"type": "divider"}]}'

    assert "section 'a' is there twice" in faults_of(f"{twice}, {twice}")[0]
    assert "the key 'type' is there twice" in faults_of('{"type": "text", "type": "text"}')[0]


def test_names_of_an_unknown_template_are_not_guessed() -> None:
    assert faults_of('{"type": "text", "text": "{anything}"}', "example:own") == []


@pytest.mark.behaviour("ITEM-035")
def test_what_only_costs_a_default_is_a_fault_that_breaks_nothing() -> None:
    data = b'{"nodes": [{"type": "item_sources", "loot_page_size": 0}]}'

    faults = check_template(data, "t.json", "system:item_sources", TEXTS)

    assert [(fault.fatal, fault.column) for fault in faults] == [(False, 55)]


def test_a_path_may_be_a_file_a_card_a_folder_a_pack_or_nothing(tmp_path: Path) -> None:
    own = tmp_path / "pack" / "cards" / "system" / "help.json"
    own.parent.mkdir(parents=True)
    own.write_text('{"nodes": [{"type": "text", "text": "%own.key%"}]}')
    table = tmp_path / "pack" / "translations" / "en_us" / "own.json"
    table.parent.mkdir(parents=True)
    table.write_text('{"own.key": "ours"}')
    card = tmp_path / "card.json"
    card.write_text('{"type": "system:hel"}')

    assert check_paths((tmp_path / "pack",), TEXTS).faults == ()
    assert len(check_paths((own,), TEXTS).faults) == 1
    assert "did you mean 'system:help'" in str(check_paths((card,), TEXTS).faults[0])
    assert str(check_paths((tmp_path / "none.json",), TEXTS).faults[0]).endswith(
        "none.json: there is no such file or folder"
    )


FAULTS = {
    "node type": ("help", '{"nodes": [{"type": "haeding"}]}', "1:21", "'heading'"),
    "field": ("help", '{"nodes": [{"type": "text", "txt": ""}]}', "1:29", "'text'"),
    "style": ("help", '{"nodes": [{"type": "text", "style": "mutd"}]}', "1:38", "'muted'"),
    "filter": ("help", '{"nodes": [{"type": "text", "text": "{title|upr}"}]}', "1:37", "'upper'"),
    "value": ("quest_list", '{"nodes": [{"type": "text", "text": "{hnt}"}]}', "1:37", "'hint'"),
    "text": (
        "help",
        '{"nodes": [{"type": "text", "text": "%card.hlp.title%"}]}',
        "1:37",
        "card.help",
    ),
    "list": ("shop", '{"nodes": [{"type": "grid", "source": "ofers"}]}', "1:39", "'offers'"),
    "column": (
        "shop_quote",
        '{"nodes": [{"type": "table", "source": "prices", "columns": [{"field": "", "algn": 1}]}]}',
        "1:76",
        "'align'",
    ),
    "one of some": (
        "usage",
        '{"nodes": [{"type": "chart", "source": "days", "kind": "lin", '
        '"label": "day", "value": "used"}]}',
        "1:56",
        "'line'",
    ),
    "mark": ("help", '{"nodes": [{"type": "image", "image": "gfit"}]}', "1:39", "'gift'"),
    "button": (
        "quest_detail",
        '{"nodes": [{"type": "buttons", "only": ["red"]}]}',
        "1:40",
        "'read'",
    ),
    "key": ("help", '{"nodes": [], "varants": {}}', "1:15", "'variants'"),
    "variant": ("help", '{"nodes": [], "variants": {"ful": {"nodes": []}}}', "1:28", "'full'"),
    "template": ("quest_lst", '{"nodes": []}', "", "'quest_list'"),
}
"""What can be mistyped in a template: its name, the file, the place, and the nearest name."""


@pytest.mark.behaviour("CARD-070")
@pytest.mark.parametrize("packed", [False, True], ids=["folder", "zip"])
@pytest.mark.parametrize(("name", "text", "place", "near"), FAULTS.values(), ids=FAULTS)
def test_each_kind_of_mistyped_name_has_its_place_and_the_nearest_name(
    tmp_path: Path, name: str, text: str, place: str, near: str, packed: bool
) -> None:
    pack = write_pack(tmp_path, {f"cards/system/{name}.json": text}, packed=packed)
    told = [str(fault) for fault in check_paths((pack,), TEXTS).faults]
    [fault] = [line for line in told if "did you mean" in line]

    assert fault.startswith(f"{pack / 'cards' / 'system' / name}.json{place and ':'}{place}: ")
    assert near in fault.rpartition("did you mean")[2]


BESIDE = {
    "a text": ("translations/en_us/a.json", '{\n "a": 3}', "2:7", "expected `str`"),
    "a language": ("translations/en_uk/a.json", "{}", "", "did you mean 'en_us'"),
    "a phrase": ("phrases/en_us.json", '{"a":\n {"sai": []}}', "2:3", "did you mean 'say'"),
    "no JSON": ("phrases/en_us.json", '{"a"\n}', "2:1", "':' expected"),
}


@pytest.mark.parametrize("packed", [False, True], ids=["folder", "zip"])
@pytest.mark.parametrize(("name", "text", "place", "reason"), BESIDE.values(), ids=BESIDE)
def test_what_is_wrong_beside_templates_has_its_place_too(
    tmp_path: Path, name: str, text: str, place: str, reason: str, packed: bool
) -> None:
    files = {name: text, "cards/system/help.json": '{"nodes": []}'}
    pack = write_pack(tmp_path, files, packed=packed)
    [fault] = check_paths((pack,), TEXTS).faults

    assert str(fault).startswith(f"{pack / name}{place and ':'}{place}: ")
    assert reason in fault.reason


CARDS = {
    "type": ('{"type":\n"system:quest_lst"}', "2:1", "did you mean 'system:quest_list'"),
    "key": ('{"type": "system:help",\n "lnes": []}', "2:2", "did you mean 'lines'"),
    "value": ('{"type": "system:message",\n "lines": 3}', "2:11", "'lines': expected"),
    "lacking": ('{"type": "system:quest_list"}', "1:1", "missing required field"),
    "no JSON": ('{"type": "system:help",\n]', "2:1", "expected"),
}


@pytest.mark.parametrize(("text", "place", "reason"), CARDS.values(), ids=CARDS)
def test_a_card_that_cannot_be_read_says_where_and_why(text: str, place: str, reason: str) -> None:
    fault = fault_in(text.encode(), "card.json", refusal(text), CardData)

    assert str(fault).startswith(f"card.json{place and ':'}{place}: ")
    assert reason in fault.reason


def refusal(text: str) -> Exception:
    """What reading a text as a card raises."""
    with pytest.raises(msgspec.DecodeError) as raised:
        msgspec.json.decode(text, type=CardData)
    return raised.value


def write_pack(folder: Path, files: dict[str, str], *, packed: bool) -> Path:
    """A pack with these files, as a folder or as a zip."""
    if packed:
        with zipfile.ZipFile(folder / "own.zip", "w") as archive:
            for name, text in files.items():
                archive.writestr(name, text)
        return folder / "own.zip"
    for name, text in files.items():
        (folder / "own" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "own" / name).write_text(text)
    return folder / "own"


@pytest.mark.parametrize(
    ("path", "identifier"),
    [
        ("cards/system/help.json", "system:help"),
        ("cards/example/deep/note.json", "example:deep/note"),
        ("system/help.json", "system:help"),
    ],
)
def test_a_template_is_named_after_its_place(tmp_path: Path, path: str, identifier: str) -> None:
    assert identifier_of(tmp_path / path, tmp_path) == identifier


def test_the_names_of_a_template_are_those_of_all_its_cards() -> None:
    known = vocabulary_of("system:quest_list")

    assert known is not None
    assert {"title", "hint", "count", "unlock_notice", "page"} <= known.values
    assert known.buttons == {"view_quests"}
    assert vocabulary_of("example:own") is None


def test_a_pack_of_texts_alone_has_no_fault(tmp_path: Path) -> None:
    table = tmp_path / "translations" / "en_us" / "my.json"
    table.parent.mkdir(parents=True)
    table.write_text('{"my.title": "Mine"}')

    assert check_paths((tmp_path,), TEXTS).faults == ()


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("pack/cards/system/help.json", id="one folder too deep"),
        pytest.param("Cards/system/help.json", id="another case"),
        pytest.param("readme.txt", id="something else"),
    ],
)
def test_a_zip_with_nothing_of_a_pack_says_where_templates_belong(
    tmp_path: Path, name: str
) -> None:
    pack = tmp_path / "pack.zip"
    with zipfile.ZipFile(pack, "w") as archive:
        archive.writestr(name, '{"nodes": []}')

    (fault,) = check_paths((pack,), TEXTS).faults
    assert "cards/<namespace>/<name>.json" in str(fault)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes among files")
def test_a_pipe_is_a_fault_and_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "help.json")

    (fault,) = check_paths((tmp_path,), TEXTS).faults
    assert "is no ordinary file" in str(fault)


def test_a_card_with_a_byte_order_mark_is_a_card(tmp_path: Path) -> None:
    shipped_card = shipped("resources") / "samples" / "en_us" / "help.json"
    card = tmp_path / "card.json"
    card.write_bytes(b"\xef\xbb\xbf" + shipped_card.read_bytes())

    assert check_paths((card,), TEXTS).faults == ()


def test_a_fault_in_a_card_with_a_byte_order_mark_has_its_place() -> None:
    data = b'\xef\xbb\xbf{"type": "system:help",\n "bogus": 1}'

    assert "card.json:2:2: there is no 'bogus'" in str(read_card(data, "card.json"))


@pytest.mark.parametrize("mistyped", ["tpye", "Type", "typ"])
def test_a_node_whose_type_is_mistyped_says_what_stands_there(mistyped: str) -> None:
    (fault,) = faults_of(f'{{"{mistyped}": "text"}}')

    assert fault == f"t.json:2:2: a node needs a 'type', not {mistyped!r}"
