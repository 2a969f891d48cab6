"""Small quest books in every layout, made up, written into a folder of the test's own.

Each holds the same few quests, so that one test can ask all layouts the same things: a root with
text, a quest known only by its item, one that is hidden until the root is completed, and a chapter
that nobody sees with a quest of its own.
"""

from __future__ import annotations

import gzip
import json
import struct
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

ROOT = 0x0A00000000000001
NAMELESS = 0x0A00000000000002
HIDDEN = 0x0A00000000000003
UNSEEN = 0x0B00000000000001
PLAYER = "11111111222233334444555555555555"


def write_files(folder: Path, files: Mapping[str, str]) -> Path:
    """Write texts by relative path."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def quests_of(folder: Path) -> Path:
    return folder / "config" / "ftbquests" / "quests"


_INLINE_CHAPTER = """{
	id: "0A00000000000000"
	group: ""
	order_index: 0
	filename: "first"
	title: "First Steps"
	quests: [
		{
			id: "0A00000000000001"
			title: "&6Chop Wood"
			subtitle: "It all starts with a tree"
			description: ["Hit the tree.", "", "{@pagebreak}", "Well done\\\\nand on."]
			tasks: [{ id: "0A000000000000A1", type: "item", item: "minecraft:oak_log", count: 4L }]
			rewards: [
				{ id: "0A000000000000B1", type: "xp", xp: 50 }
				{ id: "0A000000000000B2", type: "command", command: "/x", auto: "invisible" }
			]
		}
		{
			id: "0A00000000000002"
			dependencies: ["0A00000000000001" "0FFFFFFFFFFFFFFF"]
			tasks: [{
				id: "0A000000000000A2"
				type: "item"
				item: { id: "minecraft:iron_ingot", Count: 1b }
				count: 3L
			}]
		}
		{
			id: "0A00000000000003"
			title: "Secret Cave"
			hide_until_deps_complete: true
			dependencies: ["0A00000000000001"]
			tasks: [{ id: "0A000000000000A3", type: "checkmark" }]
		}
	]
	quest_links: [{ id: "0A000000000000C1", linked_quest: "0B00000000000001" }]
}
"""

_UNSEEN_CHAPTER = """{
	id: "0B00000000000000"
	order_index: 1
	filename: "unseen"
	always_invisible: true
	quests: [{
		id: "0B00000000000001"
		title: "Shown By A Link"
		tasks: [{ id: "0B000000000000A1", type: "custom" }]
	}]
}
"""


def write_b(folder: Path) -> Path:
    """Layout B: texts inside the quests."""
    return write_files(
        folder,
        {
            "config/ftbquests/quests/data.snbt": '{ version: 13, title: "Small Pack" }',
            "config/ftbquests/quests/chapter_groups.snbt": "{ chapter_groups: [ ] }",
            "config/ftbquests/quests/chapters/first.snbt": _INLINE_CHAPTER,
            "config/ftbquests/quests/chapters/unseen.snbt": _UNSEEN_CHAPTER,
        },
    )


_TEXTS = {
    "file": {"file.0000000000000001.title": "Small Pack"},
    "chapter": {"chapter.0A00000000000000.title": "First Steps"},
    "chapters/first": {
        "quest.0A00000000000001.title": "&6Chop Wood",
        "quest.0A00000000000001.quest_subtitle": "It all starts with a tree",
        "quest.0A00000000000001.quest_desc": [
            "Hit the tree.",
            "",
            "{@pagebreak}",
            "Well done\\nand on.",
        ],
        "quest.0A00000000000003.title": "Secret Cave",
    },
    "chapters/unseen": {"quest.0B00000000000001.title": "Shown By A Link"},
}

_CHINESE = {"quest.0A00000000000001.title": "砍木头"}


def _without_texts(chapter: str) -> str:
    lines = chapter.splitlines()
    words = ("title:", "subtitle:", "description:")
    return "\n".join(line for line in lines if not line.strip().startswith(words))


def _snbt(texts: Mapping[str, object]) -> str:
    """Flat keys as the game writes them: bare, a line each."""
    return (
        "{\n"
        + "".join(f"\t{k}: {json.dumps(v, ensure_ascii=False)}\n" for k, v in texts.items())
        + "}"
    )


def _base_c(folder: Path) -> Path:
    write_b(folder)
    return write_files(
        folder,
        {
            "config/ftbquests/quests/data.snbt": "{ version: 13 }",
            "config/ftbquests/quests/chapters/first.snbt": _without_texts(_INLINE_CHAPTER),
            "config/ftbquests/quests/chapters/unseen.snbt": _without_texts(_UNSEEN_CHAPTER),
        },
    )


def write_c(folder: Path) -> Path:
    """Layout C: one flat file a language."""
    joined = {key: value for texts in _TEXTS.values() for key, value in texts.items()}
    lang = quests_of(_base_c(folder)) / "lang"
    write_files(lang, {"en_us.snbt": _snbt(joined), "zh_cn.snbt": _snbt(_CHINESE)})
    return folder


def write_split_c(folder: Path) -> Path:
    """Layout C': a folder a language; one of the files already merged away by the mod."""
    lang = quests_of(_base_c(folder)) / "lang"
    for name, texts in _TEXTS.items():
        suffix = ".snbt_merged" if name == "chapter" else ".snbt"
        write_files(lang, {f"en_us/{name}{suffix}": _snbt(texts)})
    write_files(lang, {"zh_cn/chapters/first.snbt": _snbt(_CHINESE)})
    return folder


def write_d(folder: Path) -> Path:
    """Layout D: JSON5 everywhere."""
    log = "{ id: 'minecraft:oak_log', count: 1, }"
    iron = "{ id: 'minecraft:iron_ingot', count: 1, }"
    first = f"""{{
      id: "0A00000000000000", order_index: 0, filename: "first",
      quests: [
        {{ id: "0A00000000000001",
          tasks: [{{ id: "0A000000000000A1", type: "item", item: {log}, count: 4, }},],
          rewards: [
            {{ id: "0A000000000000B1", type: "xp", xp: 50, }},
            {{ id: "0A000000000000B2", type: "command", command: "/x", auto: "invisible", }},
          ], }},
        {{ id: "0A00000000000002", dependencies: ["0A00000000000001", "0FFFFFFFFFFFFFFF",],
          tasks: [{{ id: "0A000000000000A2", type: "item", item: {iron}, count: 3, }},], }},
        {{ id: "0A00000000000003", hide_until_deps_complete: true,
          dependencies: ["0A00000000000001",],
          tasks: [{{ id: "0A000000000000A3", type: "checkmark", }},], }},
      ],
      quest_links: [{{ id: "0A000000000000C1", linked_quest: "0B00000000000001", }},],
    }}"""
    unseen = """{ id: "0B00000000000000", order_index: 1, filename: "unseen",
      always_invisible: true,
      quests: [{ id: "0B00000000000001", tasks: [{ id: "0B000000000000A1", type: "custom" }] }] }"""
    root = quests_of(folder)
    write_files(
        root,
        {
            "data.json5": "{ version: 13, fallback_locale: 'en_us', }",
            "chapter_groups.json5": "{ chapter_groups: [], }",
            "chapters/first.json5": first,
            "chapters/unseen.json5": unseen,
            "lang/zh_cn/chapters/first.json5": json.dumps(_CHINESE, ensure_ascii=False),
        },
    )
    for name, texts in _TEXTS.items():
        write_files(root, {f"lang/en_us/{name}.json5": json.dumps(texts)})
    return folder


_CLASSIC_ROOT = """{
	title: "{pack.wood}",
	description: "It all starts with a tree",
	text: [
		"Hit the tree.",
		"{@pagebreak}",
		"Well done."
	],
	tasks: [{
		uid: "0a0000a1",
		type: "item",
		items: [{
			item: "minecraft:oak_log 1 2"
		}],
		count: 4L
	}],
	rewards: [{
		uid: 167772337,
		type: "xp",
		xp: 50
	},
	{
		uid: "0a0000b2",
		type: "command",
		auto: "invisible"
	}]
}
"""

_CLASSIC_NAMELESS = """{
	dependencies: ["0a000001", "0fffffff"],
	tasks: [{
		uid: "0a0000a2",
		type: "item",
		count: 3L,
		items: [{ item: "minecraft:iron_ingot" }]
	}]
}
"""

_CLASSIC_HIDDEN = """{
	title: "Secret Cave",
	hide: true,
	dependency: 167772161,
	tasks: [{ uid: "0a0000a3", type: "checkmark" }]
}
"""


def write_a(folder: Path) -> Path:
    """Layout A: a file a quest, ids of eight digits, text behind keys of the pack's lang file."""
    write_files(
        folder / "config" / "ftbquests" / "normal",
        {
            "file.snbt": '{\n\tversion: 9,\n\ttitle: "Small Pack"\n}',
            "chapters/index.snbt": '{\n\tindex: [\n\t\t"0a000000",\n\t\t"0b000000"\n\t]\n}',
            "chapters/0a000000/chapter.snbt": '{ title: "First Steps" }',
            "chapters/0a000000/0a000001.snbt": _CLASSIC_ROOT,
            "chapters/0a000000/0a000002.snbt": _CLASSIC_NAMELESS,
            "chapters/0a000000/0a000003.snbt": _CLASSIC_HIDDEN,
            "chapters/0b000000/chapter.snbt": "{ always_invisible: true }",
            "chapters/0b000000/0b000001.snbt": '{ title: "Never Shown" }',
        },
    )
    lang = "# Comment\npack.wood=&6Chop Wood\n"
    return write_files(folder, {"resources/pack/lang/en_US.lang": lang})


MODERN: Mapping[str, Callable[[Path], Path]] = {
    "B": write_b,
    "C": write_c,
    "C'": write_split_c,
    "D": write_d,
}
"""Layout to what writes it, with 64-bit ids; `write_a` is the fifth."""


def nbt(value: Mapping[str, object]) -> bytes:
    """Binary NBT of a compound: compounds, text, whole numbers, lists; a tuple becomes `[I;]`."""
    return b"\x0a\0\0" + _compound(value)


def _compound(value: Mapping[str, object]) -> bytes:
    return b"".join(_named(name, entry) for name, entry in value.items()) + b"\0"


def _named(name: str, value: object) -> bytes:
    kind, payload = _payload(value)
    return bytes([kind]) + _string(name) + payload


def _payload(value: object) -> tuple[int, bytes]:
    if isinstance(value, str):
        return 8, _string(value)
    if isinstance(value, int):
        return 4, struct.pack(">q", value)
    if isinstance(value, Mapping):
        return 10, _compound(value)
    if isinstance(value, tuple):
        return 11, struct.pack(f">i{len(value)}i", len(value), *value)
    assert isinstance(value, list)
    return 9, struct.pack(">bi", 10, len(value)) + b"".join(_compound(entry) for entry in value)


def _string(text: str) -> bytes:
    data = text.encode()
    return struct.pack(">H", len(data)) + data


def write_save(game: Path, name: str = "World", *, uuid: str = PLAYER) -> Path:
    """A single-player world with its player."""
    world = game / "saves" / name
    world.mkdir(parents=True)
    words = tuple(struct.unpack(">4i", bytes.fromhex(uuid)))
    level = nbt({"Data": {"LevelName": name, "Player": {"UUID": words}}})
    (world / "level.dat").write_bytes(gzip.compress(level))
    return world


def dashed(uuid: str) -> str:
    return f"{uuid[:8]}-{uuid[8:12]}-{uuid[12:16]}-{uuid[16:20]}-{uuid[20:]}"


def write_team(world: Path, text: str, *, team: str = PLAYER) -> Path:
    """A team's progress file."""
    write_files(world, {f"ftbquests/{dashed(team)}.snbt": text})
    return world / "ftbquests" / f"{dashed(team)}.snbt"


def write_jar(path: Path, files: Mapping[str, str | bytes]) -> Path:
    """A mod, or any other archive."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path
