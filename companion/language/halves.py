"""Characters beyond 16 bits that came as two escaped halves, as Java and JSON write them."""

from __future__ import annotations

import re

_HALF = re.compile(r"[\ud800-\udfff]")


def joined(text: str) -> str:
    """A text with its halves put together; a lone one, which no file can hold, becomes U+FFFD."""
    if _HALF.search(text) is None:
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
