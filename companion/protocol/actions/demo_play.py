"""What playing in the demo world takes."""

from __future__ import annotations

import msgspec

from companion.protocol.limits import Argument


class AskPlay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which quest is played for; empty for the one that is done soonest."""

    name: Argument = ""
