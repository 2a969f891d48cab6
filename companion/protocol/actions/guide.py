"""What looking into the guide takes."""

from __future__ import annotations

import msgspec

from companion.protocol.actions.knowledge import Question


class AskGuide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody wants to read about."""

    query: Question
