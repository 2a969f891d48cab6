"""A Minecraft folder with textures of its own, made by the test that uses it."""

from __future__ import annotations

import json
import struct
import zipfile
import zlib
from pathlib import Path

RED, GREEN, BLUE = (255, 0, 0), (0, 255, 0), (0, 0, 255)


def png(width: int, height: int, *colours: tuple[int, int, int]) -> bytes:
    """A PNG in bands of equal height from top to bottom, one a colour."""
    bands = colours or (RED,)
    rows = b"".join(
        b"\0" + bytes(bands[row * len(bands) // height]) * width for row in range(height)
    )
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def archive(path: Path, files: dict[str, bytes | object]) -> Path:
    """A jar or zip; what is no bytes is written as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as target:
        for name, content in files.items():
            data = content if isinstance(content, bytes) else json.dumps(content).encode()
            target.writestr(name, data)
    return path


def game(folder: Path) -> Path:
    """A folder with a client jar and one mod."""
    archive(
        folder / "versions/1.21.1/1.21.1.jar",
        {
            "assets/minecraft/models/item/apple.json": {
                "parent": "minecraft:item/generated",
                "textures": {"layer0": "minecraft:item/apple"},
            },
            "assets/minecraft/textures/item/apple.png": png(16, 16, RED),
            "assets/minecraft/models/item/furnace.json": {"parent": "minecraft:block/furnace"},
            "assets/minecraft/models/block/furnace.json": {
                "parent": "block/orientable",
                "textures": {"top": "block/furnace_top", "front": "#lit", "lit": "block/hot"},
            },
            "assets/minecraft/textures/block/hot.png": png(16, 16, GREEN),
        },
    )
    archive(
        folder / "mods/gears.jar",
        {
            "assets/gears/items/gear.json": {
                "model": {"type": "select", "cases": [{"model": {"model": "gears:item/gear_a"}}]}
            },
            "assets/gears/models/item/gear_a.json": {"textures": {"layer0": "gears:item/gear"}},
            "assets/gears/textures/item/gear.png": png(16, 64, BLUE, GREEN, RED, GREEN),
            "assets/gears/textures/items/old.png": png(8, 8, BLUE),
        },
    )
    return folder
