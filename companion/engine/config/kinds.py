"""Kinds of numbers and words that several configurations use."""

from __future__ import annotations

from typing import Annotated

import msgspec

from companion.protocol.limits import Identifier

MOST = 2**53
"""Bigger whole numbers do not survive every JSON reader."""

Count = Annotated[int, msgspec.Meta(ge=0, le=MOST)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=MOST)]
Bytes = Annotated[int, msgspec.Meta(ge=1024, le=MOST)]
Share = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]
Price = Annotated[float, msgspec.Meta(ge=0.0, le=1e9)]
Milliseconds = Annotated[int, msgspec.Meta(ge=1, le=86_400_000)]

EnvironmentName = Annotated[str, msgspec.Meta(pattern=r"^[A-Z][A-Z0-9_]{0,63}$(?!\n)")]
"""Name of a variable that holds a key; the key itself is in no file (SET-038)."""
WebAddress = Annotated[
    str, msgspec.Meta(pattern=r"^https?://[^\s/@?#]+(/[^\s?#]*)?$(?!\n)", max_length=512)
]
"""No user, password or query in it, so it may be logged."""
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=128)]
OptionalIdentifier = Annotated[
    str, msgspec.Meta(pattern=r"^([a-z0-9_.-]+:[a-z0-9_./-]+)?$(?!\n)", max_length=128)
]
"""Empty for none."""

DEFAULT_KEY_VARIABLE = "SYSTEM_DEEPSEEK_API_KEY"
"""Shared by model and search (SET-039)."""

__all__ = [
    "DEFAULT_KEY_VARIABLE",
    "MOST",
    "Bytes",
    "Count",
    "EnvironmentName",
    "Identifier",
    "Milliseconds",
    "Name",
    "OptionalIdentifier",
    "Positive",
    "Price",
    "Share",
    "WebAddress",
]
