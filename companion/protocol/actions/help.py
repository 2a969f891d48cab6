"""What help takes: nothing."""

from __future__ import annotations

import msgspec


class ShowHelp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No arguments."""


class SayNoCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No arguments."""
