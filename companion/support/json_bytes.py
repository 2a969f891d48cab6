"""Writing JSON of values whose texts come from anywhere."""

from __future__ import annotations

import json

import msgspec

_encoder = msgspec.json.Encoder()


def json_bytes(value: object) -> bytes:
    """Write a value; halves of characters in its texts become `?`.

    They come from names of files that are not UTF-8, and from escapes in damaged JSON.
    """
    try:
        return _encoder.encode(value)
    except UnicodeEncodeError:
        words = json.dumps(msgspec.to_builtins(value), ensure_ascii=False)
        return words.encode("utf-8", "replace")
