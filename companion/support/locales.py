"""The form of a locale's name, on the wire and in files."""

from __future__ import annotations

from typing import Annotated

import msgspec

Locale = Annotated[str, msgspec.Meta(pattern=r"^[a-z]{2,3}_[a-z0-9]{2,8}$(?!\n)")]
"""Such as `en_us`; `$` alone would let a line break through at the end."""
