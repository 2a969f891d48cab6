"""What the head of a PNG says, before anybody decodes it."""

from __future__ import annotations

import struct

MAX_BYTES = 512 * 1024
MAX_SIDE_PX = 1024
"""Of a picture's width; a strip of frames may be higher."""
MAX_PIXELS = 4 * 1024 * 1024
_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def png_size(data: bytes) -> tuple[int, int] | None:
    """Width and height in pixels; None for what is no PNG or too large to be a texture."""
    if len(data) > MAX_BYTES or len(data) < 33 or not data.startswith(_SIGNATURE):
        return None
    if data[12:16] != b"IHDR":
        return None
    width, height = struct.unpack(">II", data[16:24])
    fits = 0 < width <= MAX_SIDE_PX and height > 0 and width * height <= MAX_PIXELS
    return (width, height) if fits else None
