"""The language of recognised words, where the service does not say. Pure."""

from __future__ import annotations

import re

_HAN = re.compile("[\u3400-\u9fff]")


def spoken_language(text: str) -> str:
    """`zh` where a Han ideograph is in it, else `en`."""
    return "zh" if _HAN.search(text) else "en"
